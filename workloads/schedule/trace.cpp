#include "workloads/schedule/trace.hpp"

namespace xdnasim::schedule {

arch::Port trace_port(const words::Unit& unit) {
    const int channel = unit.module == words::Module::Memory ? 1 : 0;
    return {unit.tile, arch::PortSide::Slave, arch::Bundle::Trace, channel};
}

}  // namespace xdnasim::schedule
