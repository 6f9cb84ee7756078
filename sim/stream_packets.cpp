// How packets take the ports that they share, and what waits for what.

#include <algorithm>

#include <fmt/format.h>

#include "sim/stream.hpp"

namespace xdnasim::sim {

using arch::Cycles;

int Stream::port_number(std::optional<arch::Port> port) {
    const auto known = std::ranges::find(ports_, port, &SharedPort::port);
    if (known == ports_.end()) {
        ports_.push_back({port});
        return static_cast<int>(ports_.size()) - 1;
    }
    return static_cast<int>(known - ports_.begin());
}

/// Takes one shared port after the other, and waits at the first one that another packet holds.
void Stream::take_ports(int number) {
    Source& taking = source(number);
    for (; taking.ports_held < taking.ports.size(); ++taking.ports_held) {
        SharedPort& port = ports_[static_cast<std::size_t>(taking.ports[taking.ports_held])];
        if (port.holder && *port.holder != number) {
            port.waiting.push_back(number);
            return;
        }
        port.holder = number;
        if (taking.ports_held == 0)
            taking.front = port.freed;
        else
            taking.front.follow(port.freed);
    }
    begin_packet(number);
}

void Stream::begin_packet(int number) {
    Source& passing = source(number);
    passing.passes = true;
    // A packet's header passes as one more beat ahead of its data.
    passing.moved = packet_ && !passing.header_is_data ? -static_cast<double>(width_) : 0;
    for (const int at : passing.sinks) {
        sink(at).source = number;
        if (passing.sink_bd) sink(at).end->packet_begins(*passing.sink_bd);
    }
    plan(number, environment_.clock.now());
}

/// Frees the packet's ports, which go to the packets that wait for them. The source may offer its
/// next BD at once.
void Stream::end_packet(int number) {
    const Cycles now = environment_.clock.now();
    Source& ended = source(number);
    ended.passes = false;
    ended.due = false;
    std::vector<int> next;
    for (const int at : ended.ports) {
        SharedPort& port = ports_[static_cast<std::size_t>(at)];
        port.holder.reset();
        port.freed = ended.front;
        if (port.waiting.empty()) continue;
        port.holder = port.waiting.front();
        port.waiting.pop_front();
        next.push_back(*port.holder);
    }
    if (--packets_ == 0) starved_.restart(now);
    ended.end->bd_moved(Moment{ended.front});
    for (const int waiting : next)
        take_ports(waiting);
    if (!ended.passes) enter(number, State::Starved, now);
}

bool Stream::meets(const Source& source, const StreamEnd& end) const {
    return source.end == &end ||
           std::ranges::any_of(source.sinks, [&](int number) { return sink(number).end == &end; });
}

/// Why a packet of `waiting` does not move. Precondition: there is one that does not.
std::string Stream::wait_of(const Source& waiting) const {
    if (!waiting.passes) {
        const SharedPort& port =
            ports_[static_cast<std::size_t>(waiting.ports[waiting.ports_held])];
        return fmt::format("waits for {}, which packets from {} hold",
                           port.port ? arch::to_string(*port.port) : std::string{"the stream"},
                           source(*port.holder).end->describe());
    }
    std::string names;
    for (const int number : waiting.sinks) {
        const Sink& target = sink(number);
        if (target.received - target.accepted >= target.fifo_bytes)
            names += (names.empty() ? "" : ", ") + target.end->describe();
    }
    return "is in back-pressure from " + names;
}

std::string Stream::blocked_by(const StreamEnd& end) const {
    std::string names;
    for (const Source& from : sources_) {
        if (!meets(from, end)) continue;
        if (from.remaining == 0) {
            if (from.end != &end) names += (names.empty() ? "" : ", ") + from.end->describe();
            continue;
        }
        if (from.passes && from.state == State::Moving) return {};
        if (from.passes || from.end == &end) return wait_of(from);
        names += (names.empty() ? "" : ", ") + from.end->describe();
    }
    return "waits for data from " + names;
}

}  // namespace xdnasim::sim
