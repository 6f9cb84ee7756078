// What a stream is doing at present, for probes and messages.

#include <algorithm>

#include "sim/stream.hpp"

namespace xdnasim::sim {

using arch::Bytes;
using arch::Cycles;

/// The sink that `receiver` names, or the only one; nullptr if there are several.
const Stream::Sink* Stream::sink_of(int source, std::optional<std::size_t> receiver) const {
    const auto index = static_cast<std::size_t>(source);
    if (index >= sources_.size()) return nullptr;
    const std::vector<int>& sinks = sources_[index].sinks;
    if (!receiver && sinks.size() != 1) return nullptr;
    return &sink(sinks.at(receiver.value_or(0)));
}

Bytes Stream::waiting_bytes(int source, std::optional<std::size_t> receiver, Cycles delay,
                            Bytes moved) const {
    const Sink* const target = sink_of(source, receiver);
    if (target == nullptr) return Bytes{};
    const std::int64_t before = environment_.device.timing.switch_beats * delay.count() * width_;
    const std::int64_t ahead = target->received + moved.count() - target->accepted;
    return Bytes{std::max<std::int64_t>(ahead - (target->fifo_bytes - before), 0)};
}

std::optional<Stream::LastBd> Stream::last_bd(int source,
                                              std::optional<std::size_t> receiver) const {
    const Sink* const target = sink_of(source, receiver);
    if (target == nullptr) return std::nullopt;
    return LastBd{target->started.cycle, Bytes{target->length}};
}

Bytes Stream::moved_of(const Source& source) const {
    if (!source.passes || source.state != State::Moving) return Bytes{};
    const auto cycles = static_cast<double>((environment_.clock.now() - source.rate_since).count());
    const double moved =
        std::clamp(source.moved + source.rate * cycles + kRoundingSlack * source.rate, 0.0,
                   static_cast<double>(source.segment_bytes));
    return Bytes{static_cast<std::int64_t>(moved)};
}

Bytes Stream::moved_of(const StreamEnd& end, Bytes length) const {
    for (const Source& offering : sources_)
        if (offering.end == &end && offering.remaining > 0)
            return length - Bytes{offering.remaining} + moved_of(offering);
    for (const Sink& accepting : sinks_)
        if (accepting.end == &end && accepting.in_bd())
            return length - Bytes{accepting.left()} +
                   (accepting.source ? moved_of(source(*accepting.source)) : Bytes{});
    return Bytes{};
}

std::vector<Stream::Present> Stream::present() const {
    std::vector<Present> all;
    for (int number = 0; number < static_cast<int>(sources_.size()); ++number) {
        const Source& passing = source(number);
        if (!passing.passes) continue;
        if (passing.state != State::Moving) {
            all.push_back({passing.state, number, passing.since, Bytes{}});
            continue;
        }
        all.push_back({passing.state, number, passing.segment_begin, moved_of(passing)});
    }
    if (all.empty()) all.push_back({State::Starved, std::nullopt, starved_.since(), Bytes{}});
    return all;
}

}  // namespace xdnasim::sim
