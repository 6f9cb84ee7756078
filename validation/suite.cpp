#include "validation/suite.hpp"

#include "base/enumerators.hpp"

namespace xdnasim::validation {

static_assert(base::lists_all<kGroups>());
static_assert(base::lists_all<kBounds>());

std::string to_string(Group group) {
    switch (group) {
        case Group::SingleCore:
            return "single core";
        case Group::BiasAndRelu:
            return "bias and ReLU";
        case Group::RepeatedFigure:
            return "repeated figure";
        case Group::Calls:
            return "calls";
        case Group::Streams:
            return "streams";
        case Group::Locks:
            return "locks";
        case Group::Memory:
            return "memory";
        case Group::Starts:
            break;
    }
    return "starts";
}

std::string to_string(Bound bound) {
    switch (bound) {
        case Bound::Unknown:
            return "unknown";
        case Bound::Compute:
            return "compute";
        case Bound::Stream:
            return "stream";
        case Bound::Dram:
            return "dram";
        case Bound::Commands:
            return "commands";
        case Bound::Latency:
            return "latency";
        case Bound::Buffers:
            return "buffers";
        case Bound::Port:
            return "PLIO";
        case Bound::Kernel:
            return "kernel";
        case Bound::Cascade:
            break;
    }
    return "cascade";
}

Measurement measurement_of(const CsvRow& row, std::string what, double value, std::string types) {
    const base::Node* const group = row.find("group");
    return {.id = row.id(),
            .source = row.text("source"),
            .device = row.text("device"),
            .what = std::move(what),
            .how = row.text("how"),
            .types = std::move(types),
            .group = group == nullptr ? std::nullopt : std::optional{group->as_one_of(kGroups)},
            .split = row["split"].as_choice<Split>(
                {{"calibration", Split::Calibration}, {"validation", Split::Validation}}),
            .value = value};
}

}  // namespace xdnasim::validation
