#include "sim/trace_unit.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace xdnasim::sim {

using arch::Cycles;

namespace {

constexpr arch::Bytes kPacketSize{words::kPacketWords * sizeof(std::uint32_t)};

}  // namespace

void TraceUnit::begin(Cycles cycle) {
    encoder_.emplace(header_);
    encoder_->start(static_cast<std::uint64_t>(cycle.count()));
    encoder_begin_ = cycle;
}

void TraceUnit::advance(Cycles now) {
    if (stopped_ || !start_ || now <= *start_) return;
    const Cycles until = stop_ ? std::min(now, *stop_) : now;
    // Packets that left since the last look made room; new ones have had no time to leave.
    const bool has_room = stream_ == nullptr || waiting_.size() < fifo_packets_;
    const bool begins = levels_.taken() <= *start_;
    if (begins) encoded_to_ = *start_ + Cycles{1};
    if (begins) levels_.take_until(*start_ + Cycles{1}, [](Cycles, Cycles, std::uint8_t) {});
    if (!encoder_ && has_room) begin(begins ? *start_ : levels_.taken() - Cycles{1});
    encode(until);
    stopped_ = stop_ && until == *stop_;
    if (stopped_ && encoder_)
        encoder_->stop(static_cast<std::uint64_t>((*stop_ - encoder_begin_).count()));
    queue_packets(has_room);
}

void TraceUnit::encode(Cycles until) {
    levels_.take_until(until, [this](Cycles from, Cycles to, std::uint8_t mask) {
        const auto own = [this](Cycles cycle) {
            return static_cast<std::uint64_t>((cycle - encoder_begin_).count());
        };
        if (!encoder_) return;
        encoder_->hold(own(from), own(to), mask);
        events_.emit(events::TraceStretch{unit_, from, to, mask});
    });
}

void TraceUnit::queue_packets(bool has_room) {
    if (!encoder_) {
        lost_ += levels_.taken() - encoded_to_;
        encoded_to_ = levels_.taken();
        return;
    }
    std::vector<words::Packet> packets = encoder_->take_packets();
    if (!has_room && !packets.empty()) {
        // What the unit holds of the interval in which it overruns is lost as well.
        lost_ += levels_.taken() - encoded_to_;
        encoded_to_ = levels_.taken();
        encoder_.reset();
        return;
    }
    encoded_to_ = levels_.taken();
    for (words::Packet& packet : packets) {
        packet.cycle += static_cast<std::uint64_t>(encoder_begin_.count());
        waiting_.push_back(std::move(packet));
    }
    send_next();
}

void TraceUnit::send_next() {
    if (stream_ == nullptr || sending_ || waiting_.empty()) return;
    sending_ = true;
    bytes_read_ = 0;
    stream_->offer(source_, kPacketSize, never_waited_for());
}

void TraceUnit::bd_moved(const Moment& /*end*/) {
    buffer_.append(waiting_.front().words);
    waiting_.pop_front();
    sending_ = false;
    send_next();
}

void TraceUnit::read(std::span<std::byte> bytes) {
    const auto packet = std::as_bytes(std::span{waiting_.front().words});
    std::memcpy(bytes.data(), packet.data() + bytes_read_, bytes.size());
    bytes_read_ += bytes.size();
}

std::vector<words::Packet> TraceUnit::take_waiting() {
    std::vector<words::Packet> packets{std::make_move_iterator(waiting_.begin()),
                                       std::make_move_iterator(waiting_.end())};
    waiting_.clear();
    return packets;
}

std::string TraceUnit::describe() const {
    return "the trace unit of " + words::to_string(unit_);
}

}  // namespace xdnasim::sim
