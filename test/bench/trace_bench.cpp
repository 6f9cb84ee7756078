// Throughput of decoding trace words. The goal is 100 MB/s.

#include <cstdint>
#include <filesystem>
#include <vector>

#include <benchmark/benchmark.h>

#include "test/support/temporary_folder.hpp"
#include "traces/recording/decode.hpp"
#include "traces/recording/statistics.hpp"
#include "traces/words/encoder.hpp"
#include "traces/words/levels.hpp"

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

/// Trace of a core that works on the buffers of an object FIFO, object by object: lock stalls, a
/// port that is active at the same time, lock requests and the events of a kernel call.
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

/// Trace of a MemTile's ports that start and stop at random: about one event per byte, in an
/// unpredictable order.
std::vector<std::uint32_t> ports() {
    UnitEncoder encoder{{{Module::MemTile, {1, 1}}, 1}};
    encoder.start(1);
    std::vector<std::uint32_t> words;
    std::uint64_t random = 1;
    for (std::uint64_t at = 1; words.size() < kWords;) {
        for (int pulse = 0; pulse < 1000; ++pulse) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            const std::uint64_t length = 1 + (random >> 60) % 4;
            encoder.hold(at, at + length, static_cast<std::uint8_t>(1U << (random >> 61)));
            at += length + (random >> 58) % 3;
        }
        for (const Packet& packet : encoder.take_packets())
            words.insert(words.end(), packet.words.begin(), packet.words.end());
    }
    return words;
}

void set_rate(benchmark::State& state, const std::vector<std::uint32_t>& words) {
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                            static_cast<std::int64_t>(words.size() * sizeof(std::uint32_t)));
}

using MakeWords = std::vector<std::uint32_t> (*)();

void DecodeTrace(benchmark::State& state, MakeWords make_words) {
    const std::vector<std::uint32_t> words = make_words();
    std::size_t levels = 0;
    for (auto _ : state) {
        Counter counter;
        LevelDecoder decoder{counter, Reading::AsWritten};
        decoder.read(words);
        decoder.finish();
        levels += counter.count;
    }
    set_rate(state, words);
    state.counters["levels"] =
        benchmark::Counter{static_cast<double>(levels), benchmark::Counter::kIsRate};
}
BENCHMARK_CAPTURE(DecodeTrace, objects, objects)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(DecodeTrace, ports, ports)->Unit(benchmark::kMillisecond);

/// Decodes a file and collects statistics, as `trace decode --summary` does.
void SummariseTrace(benchmark::State& state, MakeWords make_words) {
    const std::vector<std::uint32_t> words = make_words();
    const xdnasim::TemporaryFolder folder;
    const std::filesystem::path file = folder.write(
        "trace.bin",
        {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint32_t)});
    for (auto _ : state) {
        xdnasim::recording::Statistics statistics{nullptr};
        benchmark::DoNotOptimize(
            xdnasim::recording::decode_file(file, Reading::AsWritten, statistics));
    }
    set_rate(state, words);
}
BENCHMARK_CAPTURE(SummariseTrace, objects, objects)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(SummariseTrace, ports, ports)->Unit(benchmark::kMillisecond);

}  // namespace
