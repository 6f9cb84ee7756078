// How fast trace words are decoded. The goal is 100 MB/s.

#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

#include "xdnasim/traces/words/encoder.hpp"
#include "xdnasim/traces/words/levels.hpp"

namespace {

using namespace xdnasim::words;

constexpr std::size_t kWords = 4'000'000;

class Counter final : public LevelSink {
 public:
    void on_levels(int /*stream*/, std::span<const Level> levels) override {
        count += levels.size();
    }
    void on_fault(const Fault& /*fault*/) override {}

    std::size_t count = 0;
};

/// A core that waits for its buffers, works on them and moves them, object by object: stalls, a
/// port beside them, lock requests, kernel marks, as recordings of object FIFOs have them.
std::vector<std::uint32_t> objects() {
    UnitEncoder encoder{{{Module::Core, {1, 2}}, 1}};
    encoder.start(1);
    std::vector<std::uint32_t> words;
    for (std::uint64_t at = 1; words.size() < kWords;) {
        for (int object = 0; object < 1000; ++object, at += 70 + at % 7) {
            encoder.hold(at, at + 8, 0x88);
            encoder.hold(at + 8, at + 9, 0x08);
            encoder.hold(at + 11, at + 12, 0x20);
            encoder.hold(at + 14, at + 17 + at % 20, 0x80);
            encoder.hold(at + 40, at + 41, 0x01);
            encoder.hold(at + 50, at + 51, 0x02);
            encoder.hold(at + 57, at + 65, 0x10);
        }
        for (const Packet& packet : encoder.take_packets())
            words.insert(words.end(), packet.words.begin(), packet.words.end());
    }
    return words;
}

void DecodeTrace(benchmark::State& state) {
    const std::vector<std::uint32_t> words = objects();
    std::size_t levels = 0;
    for (auto _ : state) {
        Counter counter;
        LevelDecoder decoder{counter, Reading::AsWritten};
        decoder.read(words);
        decoder.finish();
        levels += counter.count;
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                            static_cast<std::int64_t>(words.size() * sizeof(std::uint32_t)));
    state.counters["levels"] =
        benchmark::Counter{static_cast<double>(levels), benchmark::Counter::kIsRate};
}
BENCHMARK(DecodeTrace)->Unit(benchmark::kMillisecond);

}  // namespace
