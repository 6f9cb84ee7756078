#include "traces/words/encoder.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::words {
namespace {

constexpr int kBytesOfWord{kWordBytes};
constexpr std::uint32_t kStartByte = 0xF000'0000;
constexpr FrameBytes kFiller{0xFE, 1};

}  // namespace

void UnitEncoder::start(std::uint64_t timer) {
    put_word(kStartByte | static_cast<std::uint32_t>(timer >> 32U));
    put_word(static_cast<std::uint32_t>(timer));
}

void UnitEncoder::hold(std::uint64_t begin, std::uint64_t end, std::uint8_t mask) {
    if (begin == end) return;
    add({mask, begin - cycle_ - 1, 1});
    cycle_ = begin;
    if (end - begin == 1) return;
    add({mask, 0, end - begin - 1});
    cycle_ = end - 1;
}

void UnitEncoder::stop(std::uint64_t cycle) {
    end_run();
    put(stop_bytes(put_syncs(cycle - cycle_)));
    cycle_ = cycle;
    flush();
}

void UnitEncoder::flush() {
    end_run();
    if (bytes_ > 0) fill_word();
    while (!packet_.empty())
        put_word(kFillerWord);
}

std::vector<Packet> UnitEncoder::take_packets() {
    return std::exchange(packets_, {});
}

void UnitEncoder::add(const Run& run) {
    if (run.mask == run_.mask && run.idle == run_.idle && run.idle <= kMaxIdle) {
        run_.frames += run.frames;
        return;
    }
    end_run();
    run_ = run;
}

void UnitEncoder::end_run() {
    const Run run = std::exchange(run_, {});
    if (run.frames == 0) return;
    put(event_bytes(run.mask, put_syncs(run.idle)));
    for (std::uint64_t rest = run.frames - 1; rest > 0;) {
        const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(rest, kMaxRepeat));
        put(repeat_bytes(count));
        rest -= count;
    }
}

/// Writes Sync frames while `idle` exceeds kMaxIdle, and returns the idle cycles that remain for
/// the next frame.
std::uint32_t UnitEncoder::put_syncs(std::uint64_t idle) {
    for (; idle > kMaxIdle; idle -= kSyncCycles)
        put(kSyncBytes);
    return static_cast<std::uint32_t>(idle);
}

/// Adds a frame, after fillers if it would otherwise cross the end of the word.
void UnitEncoder::put(FrameBytes bytes) {
    if (bytes_ + bytes.count > kBytesOfWord) fill_word();
    const int below = kBytesOfWord - bytes_ - bytes.count;
    word_ |= bytes.value << static_cast<unsigned>(8 * below);
    bytes_ += bytes.count;
    if (bytes_ == kBytesOfWord) fill_word();
}

void UnitEncoder::fill_word() {
    while (bytes_ < kBytesOfWord) {
        word_ |= kFiller.value << static_cast<unsigned>(8 * (kBytesOfWord - 1 - bytes_));
        ++bytes_;
    }
    bytes_ = 0;
    put_word(std::exchange(word_, 0));
}

void UnitEncoder::put_word(std::uint32_t word) {
    if (packet_.empty()) packet_.push_back(header_);
    packet_.push_back(word);
    if (packet_.size() < kPacketWords) return;
    packets_.push_back({cycle_, std::exchange(packet_, {})});
}

}  // namespace xdnasim::words
