// What a DMA channel is doing at present and what it still has to do, for probes and messages.

#include <algorithm>
#include <cstdint>
#include <set>

#include <fmt/format.h>

#include "sim/dma_channel.hpp"

namespace xdnasim::sim {

using arch::Cycles;

std::string DmaChannel::describe() const {
    const std::string who = fmt::format("{} {} {}", environment_.device.name_of(tile_),
                                        to_string(direction_), channel_);
    if (running_) return fmt::format("{} (in BD {})", who, running_->bd);
    if (next_) return fmt::format("{} (before BD {})", who, next_->execution.bd);
    return who + " (no task)";
}

std::optional<DmaChannel::Running> DmaChannel::running() const {
    if (!running_) return std::nullopt;
    return Running{running_since_, running_->starts_task};
}

events::BdInterval DmaChannel::present() const {
    const schedule::Bd& bd = bds_.bd(running_->bd);
    return {.tile = tile_,
            .direction = direction_,
            .channel = channel_,
            .bd = bd.id,
            .bytes = stream_->moved_of(*this, passed_by(bd)),
            .begin = running_since_,
            .end = environment_.clock.now(),
            .starts_task = running_->starts_task};
}

namespace {

/// The bytes of the chain of BDs from `first` on; nullopt if it is a ring, or a BD is not written.
std::optional<arch::Bytes> bytes_of_chain(const BdTable& bds, std::optional<int> first) {
    std::set<int> seen;
    arch::Bytes bytes{};
    for (; first; first = bds.bd(*first).next) {
        if (!bds.written(*first) || !seen.insert(*first).second) return std::nullopt;
        bytes += bds.bd(*first).length;
    }
    return bytes;
}

}  // namespace

std::optional<arch::Bytes> DmaChannel::left() const {
    if (out_of_order_) return std::nullopt;
    arch::Bytes bytes{};
    if (running_) {
        const arch::Bytes length = passed_by(bds_.bd(running_->bd));
        bytes += length - stream_->moved_of(*this, length);
    }
    if (next_) bytes += bds_.bd(next_->execution.bd).length;
    const auto rest = bytes_of_chain(bds_, next_bd_);
    if (!rest) return std::nullopt;
    bytes += *rest;
    const auto add_runs = [&](int first, std::int64_t runs) {
        const auto once = bytes_of_chain(bds_, first);
        if (once) bytes += *once * runs;
        return once.has_value();
    };
    if (task_ && task_->repeat > 0 && !add_runs(task_->bd, task_->repeat)) return std::nullopt;
    for (const Queued& queued : queue_)
        if (!add_runs(queued.task.bd, queued.task.repeat + std::int64_t{1})) return std::nullopt;
    return bytes;
}

/// Number of executions of pushed tasks that are left, repeats and those under way included.
std::int64_t DmaChannel::executions_left() const {
    std::int64_t left = (task_ ? task_->repeat : 0) + (next_ ? 1 : 0) + (running_ ? 1 : 0);
    for (const Queued& queued : queue_)
        left += 1 + queued.task.repeat;
    return left;
}

std::optional<Cycles> DmaChannel::stalled_since() const {
    if (running_ || !next_ || next_->granted) return std::nullopt;
    return std::max(next_->asked.cycle, last_end_.cycle);
}

std::optional<Waiting> DmaChannel::waiting() const {
    if (running_)
        return Waiting{describe(), stream_->blocked_by(*this), std::nullopt,
                       bds_.bd(running_->bd).origin};
    if (turns_away_ && !next_)
        return Waiting{describe(), "has taken all packets of its task, and another one has come",
                       std::nullopt};
    if (!next_ || next_->granted) return std::nullopt;
    const schedule::Bd& bd = bds_.bd(next_->execution.bd);
    Waiting waiting = describe_wait(describe(), *bd.acquire, *locks_.at(bd.acquire->lock.tile));
    waiting.origin = bd.origin;
    return waiting;
}

}  // namespace xdnasim::sim
