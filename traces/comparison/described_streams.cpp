#include "traces/comparison/described_streams.hpp"

#include <fmt/format.h>

#include "base/map_reader.hpp"
#include "traces/recording/event_json.hpp"
#include "traces/words/frame.hpp"

namespace xdnasim::comparison {
namespace {

using base::MapReader;
using base::Node;

DescribedStream described_stream(MapReader& stream, const base::Place& place) {
    const auto number = [&](const char* key, std::uint64_t max) {
        const Node* const node = stream.optional_or_null(key);
        return node == nullptr ? std::nullopt : std::optional{node->as_natural(max)};
    };
    DescribedStream described{.place = place,
                              .start_timer = number("start_timer", words::kMaxTimer)};
    described.extent = {.started = described.start_timer.has_value(),
                        .stop = number("stop", kMaxRecordedCycle),
                        .last = stream.require("last").as_natural(kMaxRecordedCycle)};
    described.has_names = stream.optional_or_null("slots") != nullptr;
    return described;
}

}  // namespace

std::map<Process, DescribedStream> described_streams(const Node& document) {
    std::map<Process, DescribedStream> described;
    const Node* const streams = document.find("streams");
    if (streams == nullptr) return described;
    recording::StreamPids pids;
    for (const Node& node : streams->as_sequence()) {
        MapReader stream{node, fmt::format("streams.{}", described.size())};
        const Process process = recording::pid_of(stream.require("pid"));
        pids.add(process, node);
        described.emplace(process, described_stream(stream, node.place()));
    }
    return described;
}

}  // namespace xdnasim::comparison
