#include "workloads/schedule/workload_facts.hpp"

namespace xdnasim::schedule {

std::string to_string(BufferRole role) {
    switch (role) {
        case BufferRole::Input:
            return "input";
        case BufferRole::Output:
            return "output";
        case BufferRole::Trace:
            break;
    }
    return "trace";
}

}  // namespace xdnasim::schedule
