// Runs on an NPU that writes over every buffer it was given.

#include <algorithm>
#include <memory>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/backends/xrt/measured_schedule.hpp"

namespace xdnasim::backends {
namespace {

constexpr std::byte kOverwritten{0xA5};

/// What all contexts of an NPU were asked for.
struct Calls {
    int contexts = 0;
    int open = 0;  ///< contexts that are open at present
    int runs = 0;
    int writes = 0;
    std::vector<int> runs_before_trace;  ///< runs of the context before each read of buffer `trace`
    std::optional<std::size_t> trace;
};

class OverwritingNpu final : public Npu {
 public:
    explicit OverwritingNpu(Calls& calls) : calls_{calls} {
        ++calls_.contexts;
        ++calls_.open;
        EXPECT_EQ(calls_.open, 1);
    }
    ~OverwritingNpu() override { --calls_.open; }
    OverwritingNpu(const OverwritingNpu&) = delete;
    OverwritingNpu& operator=(const OverwritingNpu&) = delete;

    void load(const Design& /*design*/, const std::vector<arch::Bytes>& /*buffers*/) override {}
    void write(std::size_t buffer, std::span<const std::byte> content) override {
        memory_.resize(std::max(memory_.size(), buffer + 1));
        memory_[buffer].assign(content.begin(), content.end());
        ++calls_.writes;
    }
    void read(std::size_t buffer, std::span<std::byte> content) override {
        if (buffer == calls_.trace) calls_.runs_before_trace.push_back(runs_);
        std::ranges::copy(memory_.at(buffer), content.begin());
    }
    [[nodiscard]] arch::Nanoseconds run(std::chrono::milliseconds /*timeout*/) override {
        for (std::vector<std::byte>& buffer : memory_)
            std::ranges::fill(buffer, kOverwritten);
        ++calls_.runs;
        return arch::Nanoseconds{100.0 * ++runs_};
    }

 private:
    Calls& calls_;
    int runs_ = 0;
    HostMemory memory_;
};

OpenNpu overwriting(Calls& calls) {
    return [&calls] { return std::make_unique<OverwritingNpu>(calls); };
}

bool is_overwritten(const std::vector<std::byte>& buffer) {
    return std::ranges::count(buffer, kOverwritten) == std::ssize(buffer);
}

TEST(Measurement, TakesBackTheOutputsAndLeavesTheInputsAsTheyWere) {
    for (const char* example :
         {"gemm_teaching.yaml", "elementwise_vector_scalar.yaml", "transfer_memcpy.yaml"}) {
        const schedule::Schedule schedule = mapped(example);
        const HostMemory sent = random_inputs(schedule, 1);
        HostMemory host = sent;
        Calls calls;
        static_cast<void>(measure_with(overwriting(calls), schedule, host));
        const auto outputs = outputs_of(schedule);
        EXPECT_FALSE(outputs.empty());
        for (int i = 0; i < static_cast<int>(host.size()); ++i) {
            const schedule::HostBufferRef buffer{i};
            if (std::ranges::find(outputs, buffer) != outputs.end())
                EXPECT_TRUE(is_overwritten(at(host, buffer))) << example << " " << i;
            else
                EXPECT_EQ(at(host, buffer), at(sent, buffer)) << example << " " << i;
        }
    }
}

TEST(Measurement, OfAnInputThatTheNpuChangedFailsItsCheck) {
    // Input and output come back with the same bytes, so that only the input that was sent shows
    // the change.
    const schedule::Schedule schedule = mapped("transfer_memcpy.yaml");
    Calls calls;
    const VerifiedRun run =
        verified_run(schedule, 1, [&](HostMemory& host, schedule::CallListener*) {
            static_cast<void>(measure_with(overwriting(calls), schedule, host));
        });
    EXPECT_FALSE(run.verification.passed);
}

TEST(Measurement, TimesTheRunsBehindTheWarmUp) {
    const schedule::Schedule schedule = mapped("gemm_teaching.yaml");
    HostMemory host = random_inputs(schedule, 1);
    Calls calls;
    const Measurement measured = measure_with(overwriting(calls), schedule, host);
    EXPECT_EQ(calls.contexts, 1);
    EXPECT_EQ(calls.runs, 5);
    EXPECT_EQ(calls.writes, 3 + 1);  // the output again, before the last run
    EXPECT_EQ(measured.times.runs, 3);
    EXPECT_DOUBLE_EQ(measured.times.min.count(), 300);
    EXPECT_DOUBLE_EQ(measured.times.mean.count(), 400);
    EXPECT_DOUBLE_EQ(measured.times.max.count(), 500);
    EXPECT_FALSE(measured.trace);
}

TEST(Measurement, TakesTheTraceFromTheFirstRunOfAContextOfItsOwn) {
    const schedule::Schedule schedule =
        mapped("elementwise_vector_scalar.yaml", {{"trace.buffer_bytes", "64"}});
    HostMemory host = random_inputs(schedule, 1);
    Calls calls;
    calls.trace = static_cast<std::size_t>(schedule.trace->buffer.index);
    const Measurement measured = measure_with(overwriting(calls), schedule, host);
    EXPECT_THAT(measured.trace->words,
                testing::AllOf(testing::SizeIs(16), testing::Each(0xA5A5A5A5)));
    EXPECT_TRUE(measured.trace->buffer_full);
    EXPECT_THAT(calls.runs_before_trace, testing::ElementsAre(1));
    EXPECT_EQ(calls.contexts, 2);
    EXPECT_EQ(calls.writes, 2 * static_cast<int>(host.size()) + 1);
    // As many runs are timed as without a trace.
    EXPECT_EQ(calls.runs, 1 + 5);
    EXPECT_EQ(measured.times.runs, 3);
    EXPECT_DOUBLE_EQ(measured.times.min.count(), 300);
}

/// Adds one to the first byte of each buffer in each run.
class CountingNpu final : public RememberingNpu {
 public:
    [[nodiscard]] arch::Nanoseconds run(std::chrono::milliseconds /*timeout*/) override {
        for (std::vector<std::byte>& buffer : memory_)
            if (!buffer.empty())
                buffer.front() = std::byte(std::to_integer<unsigned>(buffer.front()) + 1);
        return arch::Nanoseconds{100};
    }
};

TEST(Measurement, OfAnArgumentThatIsReadAndWrittenHasTheResultOfOneRun) {
    const schedule::Schedule schedule = mapped("gemm_teaching.yaml");
    HostMemory host = random_inputs(schedule, 1);
    for (std::vector<std::byte>& buffer : host)
        std::ranges::fill(buffer, std::byte{7});
    static_cast<void>(measure_with([] { return std::make_unique<CountingNpu>(); }, schedule, host));
    const auto outputs = outputs_of(schedule);
    ASSERT_EQ(outputs.size(), 1U);
    EXPECT_EQ(at(host, outputs.front()).front(), std::byte{8});
}

TEST(TimeoutText, TellsADriverThatGaveUpBeforeTheTimeout) {
    constexpr std::chrono::milliseconds kTimeout{50};
    EXPECT_EQ(timeout_text(arch::Nanoseconds{50e6}, kTimeout),
              "the NPU did not finish within 50 ms, its timeout");
    EXPECT_EQ(timeout_text(arch::Nanoseconds{20e6}, kTimeout),
              "the NPU did not finish the run: its driver gave up after 20 ms, before the timeout "
              "of 50 ms");
}

}  // namespace
}  // namespace xdnasim::backends
