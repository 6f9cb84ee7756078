#include "workloads/schedule/limit.hpp"

namespace xdnasim::schedule {

std::string_view name_of(Limit limit) {
    switch (limit) {
        case Limit::Compute:
            return "compute";
        case Limit::Stream:
            return "stream";
        case Limit::Dram:
            return "DRAM";
        case Limit::Commands:
            return "commands";
        case Limit::Latency:
            return "latency";
        case Limit::Buffers:
            break;
    }
    return "buffers";
}

}  // namespace xdnasim::schedule
