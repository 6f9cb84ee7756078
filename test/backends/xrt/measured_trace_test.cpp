// Which words of a buffer a measurement takes for a trace.

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/backends/xrt/measured_schedule.hpp"

namespace xdnasim::backends {
namespace {

/// Leaves a trace of nine words, of which the last is not zero.
class TracingNpu final : public Npu {
 public:
    void load(const Design& /*design*/, const std::vector<arch::Bytes>& /*buffers*/) override {}
    void write(std::size_t /*buffer*/, std::span<const std::byte> /*content*/) override {}
    void read(std::size_t /*buffer*/, std::span<std::byte> content) override {
        std::ranges::fill(content, std::byte{0});
        content[32] = std::byte{1};
    }
    [[nodiscard]] arch::Nanoseconds run(std::chrono::milliseconds /*timeout*/) override {
        return arch::Nanoseconds{100};
    }
};

TEST(MeasuredTrace, HasItsWordsUpToTheLastPacket) {
    const schedule::Schedule schedule =
        mapped("elementwise_vector_scalar.yaml", {{"trace.buffer_bytes", "1024"}});
    HostMemory host = random_inputs(schedule, 1);
    const Measurement measured =
        measure_with([] { return std::make_unique<TracingNpu>(); }, schedule, host);
    EXPECT_THAT(measured.trace->words, testing::SizeIs(16));
    EXPECT_EQ(measured.trace->words[8], 1U);
    EXPECT_FALSE(measured.trace->buffer_full);
}

/// An NPU whose runs write nothing but given words, each at a buffer and byte.
class WordWritingNpu final : public RememberingNpu {
 public:
    using Words = std::map<std::pair<std::size_t, std::size_t>, std::uint32_t>;
    explicit WordWritingNpu(Words words) : words_{std::move(words)} {}

    [[nodiscard]] arch::Nanoseconds run(std::chrono::milliseconds /*timeout*/) override {
        for (const auto& [place, word] : words_)
            std::memcpy(memory_.at(place.first).data() + place.second, &word, sizeof word);
        return arch::Nanoseconds{100};
    }

 private:
    Words words_;
};

using Words = WordWritingNpu::Words;

/// The trace of a run of a design that writes `written`, with host buffers that begin with random
/// bytes. `change`: changes the trace of the schedule before the run.
events::TraceWords trace_of_design(const Words& written,
                                   const std::function<void(schedule::Trace&)>& change) {
    schedule::Schedule schedule =
        mapped("design/input_physical.mlir", {{"trace.buffer_bytes", "1024"}});
    change(*schedule.trace);
    HostMemory host = random_inputs(schedule, 1);
    const auto open = [&] { return std::make_unique<WordWritingNpu>(written); };
    return *measure_with(open, schedule, host).trace;
}

/// The argument that the design's result is written to.
constexpr std::size_t kResult = 1;

schedule::HostBufferRef result() {
    return {static_cast<int>(kResult)};
}

TEST(MeasuredTrace, OfADesignThatWritesNoneHasNoWords) {
    const events::TraceWords none = trace_of_design({}, [](schedule::Trace&) {});
    EXPECT_THAT(none.words, testing::IsEmpty());
    EXPECT_FALSE(none.buffer_full);
}

TEST(MeasuredTrace, MayLieBehindAResult) {
    const auto behind = [](schedule::Trace& trace) {
        trace.buffer = result();
        trace.offset = arch::Bytes{4096};
        trace.size = arch::Bytes{64};
    };
    const Words words{{{kResult, 0}, 5}, {{kResult, 4096}, 6}, {{kResult, 4096 + 64}, 7}};
    const events::TraceWords trace = trace_of_design(words, behind);
    EXPECT_THAT(trace.words, testing::ElementsAre(6, 0, 0, 0, 0, 0, 0, 0));
    EXPECT_FALSE(trace.buffer_full);
    const events::TraceWords full = trace_of_design({{{kResult, 4096 + 60}, 6}}, behind);
    EXPECT_THAT(full.words, testing::SizeIs(16));
    EXPECT_TRUE(full.buffer_full);
}

TEST(MeasuredTrace, HasTheWordsOfAllItsChannels) {
    std::size_t own = 0;
    const auto both = [&](schedule::Trace& trace) {
        own = static_cast<std::size_t>(trace.buffer.index);
        trace.others.push_back({{1, 0}, 1, result(), arch::Bytes{64}, arch::Bytes{128}});
    };
    static_cast<void>(trace_of_design({}, both));
    const events::TraceWords trace = trace_of_design({{{own, 0}, 6}, {{kResult, 128}, 7}}, both);
    EXPECT_THAT(trace.words, testing::ElementsAre(6, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0));
    EXPECT_FALSE(trace.buffer_full);
    EXPECT_TRUE(trace_of_design({{{kResult, 128 + 60}, 7}}, both).buffer_full);
}

}  // namespace
}  // namespace xdnasim::backends
