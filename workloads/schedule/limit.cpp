#include "workloads/schedule/limit.hpp"

#include <fmt/format.h>

namespace xdnasim::schedule {
namespace {

std::string_view bare_name(Limit limit) {
    switch (limit) {
        case Limit::Compute:
            return "compute";
        case Limit::OutputDrain:
            return "drain";
        case Limit::Stream:
            return "stream";
        case Limit::ShimChannel:
            return "shim channel";
        case Limit::Dram:
            return "DRAM";
        case Limit::DramRead:
            return "DRAM read";
        case Limit::DramWrite:
            return "DRAM write";
        case Limit::FabricRead:
            return "fabric read";
        case Limit::FabricWrite:
            return "fabric write";
        case Limit::Commands:
            return "commands";
        case Limit::Locks:
            return "locks";
        case Limit::HandOver:
            return "hand-over in the mem tile";
        case Limit::Latency:
            return "latency";
        case Limit::StartUp:
            break;
    }
    return "start-up";
}

}  // namespace

std::string name_of(Limit limit, std::string_view part) {
    const std::string_view name = bare_name(limit);
    if (part.empty()) return std::string{name};
    return limit == Limit::OutputDrain ? fmt::format("{} {}", part, name)
                                       : fmt::format("{} {}", name, part);
}

}  // namespace xdnasim::schedule
