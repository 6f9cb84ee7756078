#include "backends/replay/replay_backend.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::backends {
namespace {

using testing::HasSubstr;

struct Mapped {
    problem::Problem problem;
    schedule::Schedule schedule;
};

Mapped mapped(const char* example, const std::vector<problem::Setting>& settings = {}) {
    problem::Problem problem =
        problem::load_problem(std::string{XDNASIM_EXAMPLES "/"} + example, settings);
    schedule::Schedule schedule = problem::map_problem(problem);
    return {std::move(problem), std::move(schedule)};
}

/// As an NPU would give it.
RunResult measured() {
    RunResult result;
    result.backend = "xrt";
    result.repeated = {.runs = 20,
                       .mean = arch::Nanoseconds{150'250},
                       .min = arch::Nanoseconds{140'000},
                       .max = arch::Nanoseconds{190'000}};
    result.verification = {.passed = true, .message = "all equal", .saturated_share = {}};
    result.output_hash = 0x0123456789abcdef;
    return result;
}

class Replay : public testing::Test {
 protected:
    void record(const Mapped& ran, const RunResult& result, std::uint64_t seed = 7) const {
        for (const auto& [name, content] :
             recording_files(ran.schedule, ran.problem.device, result, seed))
            folder_.write(name, content);
    }
    [[nodiscard]] RunResult replay(const Mapped& asked, const RunOptions& options = {}) const {
        return make_replay_backend(folder_.path())
            ->run(asked.schedule, asked.problem.device, options);
    }
    [[nodiscard]] std::string refusal(const Mapped& asked, const RunOptions& options = {}) const {
        return input_error([&] { return replay(asked, options); });
    }
    TemporaryFolder folder_;
};

TEST_F(Replay, GivesWhatWasRecorded) {
    const Mapped gemm = mapped("gemm_teaching.yaml");
    record(gemm, measured());
    const RunResult result = replay(gemm);
    EXPECT_EQ(result.backend, "replay");
    EXPECT_EQ(result.device, gemm.problem.device.name);
    EXPECT_EQ(result.repeated->runs, 20);
    EXPECT_DOUBLE_EQ(result.time().count(), 150'250);
    EXPECT_DOUBLE_EQ(result.repeated->min.count(), 140'000);
    EXPECT_DOUBLE_EQ(result.repeated->max.count(), 190'000);
    EXPECT_FALSE(result.cycles || result.npu_time || result.dispatch);
    // 2 x 64 x 128 x 128 operations.
    EXPECT_NEAR(result.tops.value(), 2.0 * 64 * 128 * 128 / 150'250 * 1e-3, 1e-12);
}

TEST_F(Replay, KeepsTheTimesOfASimulation) {
    const Mapped gemm = mapped("gemm_teaching.yaml");
    RunResult result;
    result.backend = "systemc";
    result.cycles = arch::Cycles{12'345};
    result.npu_time = arch::Nanoseconds{12'345.5};
    result.dispatch = arch::Nanoseconds{1'000};
    record(gemm, result);
    const RunResult replayed = replay(gemm);
    EXPECT_EQ(replayed.cycles, result.cycles);
    EXPECT_DOUBLE_EQ(replayed.time().count(), 13'345.5);
    EXPECT_FALSE(replayed.verification || replayed.output_hash);
}

TEST_F(Replay, GivesRatesOfWhatIsNoGemm) {
    const Mapped transfer = mapped("transfer_memcpy.yaml");
    record(transfer, measured());
    const RunResult result = replay(transfer);
    double bytes = 0;  // each buffer is read or written once
    for (const schedule::HostBuffer& buffer : transfer.schedule.host_buffers)
        bytes += static_cast<double>(buffer.size.count());
    EXPECT_DOUBLE_EQ(result.rates->wall_gbps, bytes / 150'250);
    EXPECT_FALSE(result.rates->array_gbps);
}

TEST_F(Replay, NamesTheFieldOfAnotherProblemAndBothValues) {
    record(mapped("gemm_xdna2_int8.yaml"), measured());
    EXPECT_THAT(
        refusal(mapped("gemm_xdna2_int8.yaml", {{"gemm.size.m", "4608"}})),
        HasSubstr("manifest.json' is of another problem: gemm.size.m is 4032; needed: 4608"));
    EXPECT_THAT(refusal(mapped("gemm_xdna_int8.yaml")),
                HasSubstr("device is xdna2-krackan; needed: xdna-phoenix"));
}

TEST_F(Replay, IsOfTheSameTypes) {
    record(mapped("gemm_teaching.yaml"), measured());
    EXPECT_THAT(refusal(mapped("gemm_teaching.yaml", {{"gemm.types.c", "int32"}})),
                HasSubstr("gemm.types.c is int16; needed: int32"));
}

TEST_F(Replay, TakesTheRecordedVerificationOfTheSameSeedAlone) {
    const Mapped gemm = mapped("gemm_teaching.yaml");
    record(gemm, measured(), 7);
    const RunResult verified = replay(gemm, {.verify = true, .seed = 7});
    EXPECT_TRUE(verified.verification->passed);
    EXPECT_EQ(verified.verification->message, "all equal");
    EXPECT_EQ(verified.output_hash, 0x0123456789abcdef);
    EXPECT_THAT(refusal(gemm, {.verify = true, .seed = 8}),
                HasSubstr("other inputs than those of seed 8; allowed: seed 7"));
    RunResult unverified = measured();
    unverified.verification.reset();
    record(gemm, unverified);
    EXPECT_THAT(refusal(gemm, {.verify = true, .seed = 7}), HasSubstr("was recorded without"));
}

TEST_F(Replay, LeavesAVerificationAsideThatWasNotAskedFor) {
    const Mapped gemm = mapped("gemm_teaching.yaml");
    RunResult failed = measured();
    failed.verification = {.passed = false, .message = "3 outputs differ", .saturated_share = {}};
    record(gemm, failed, 7);
    const RunResult replayed = replay(gemm, {.seed = 8});
    EXPECT_FALSE(replayed.verification || replayed.output_hash);
    EXPECT_FALSE(replay(gemm, {.verify = true, .seed = 7}).verification->passed);
}

class TracedReplay : public Replay {
 protected:
    void SetUp() override {
        RunResult result = measured();
        result.trace = {.words = {1, 2, 0xffffffff}, .buffer_full = true, .overruns = {}};
        record(traced_, result);
    }
    Mapped traced_ = mapped("elementwise_vector_scalar.yaml", {{"trace.buffer_bytes", "1024"}});
};

TEST_F(TracedReplay, GivesTheWords) {
    const RunResult result = replay(traced_);
    EXPECT_EQ(result.trace->words, (std::vector<std::uint32_t>{1, 2, 0xffffffff}));
    EXPECT_TRUE(result.trace->buffer_full);
}

TEST_F(TracedReplay, LeavesThemOutWhenTheProblemDoesNotTrace) {
    EXPECT_FALSE(replay(mapped("elementwise_vector_scalar.yaml")).trace);
}

TEST_F(TracedReplay, IsRefusedForAnotherTrace) {
    EXPECT_THAT(refusal(mapped("elementwise_vector_scalar.yaml", {{"trace.buffer_bytes", "2048"}})),
                HasSubstr("the size of the trace's buffer is 1024; needed: 2048"));
}

TEST_F(TracedReplay, IsRefusedWhenItsWordsAreCutOff) {
    const auto words = folder_.path() / "trace.bin";
    std::filesystem::resize_file(words, 8);
    EXPECT_THAT(refusal(traced_), HasSubstr("trace.bin' has 8 bytes; it was written with 12"));
    std::filesystem::remove(words);
    EXPECT_THAT(refusal(traced_), HasSubstr("cannot read '"));
}

TEST_F(Replay, IsOfTheSameClock) {
    record(mapped("gemm_teaching.yaml"), measured());
    EXPECT_THAT(refusal(mapped("gemm_teaching.yaml",
                               {{"device", "{base: teaching-2x1, set: {array.clock_ghz: 0.5}}"}})),
                HasSubstr("clock_ghz is 1; needed: 0.5"));
}

Mapped teaching_with(const char* number, const char* value) {
    return mapped(
        "gemm_teaching.yaml",
        {{"device", fmt::format("{{base: teaching-2x1, set: {{{}: {}}}}}", number, value)}});
}

TEST_F(Replay, OfASimulationIsOfTheSameNumbersOfTheDevice) {
    RunResult simulated = measured();
    simulated.backend = "systemc";
    record(mapped("gemm_teaching.yaml"), simulated);
    EXPECT_THAT(refusal(teaching_with("dram.read", "3")),
                HasSubstr("manifest.json' is of another problem: device dram.read is 28.1; needed: "
                          "3"));
    EXPECT_THAT(refusal(teaching_with("timing.core_call", "13")),
                HasSubstr("device timing.core_call is 2; needed: 13"));
    EXPECT_THAT(refusal(teaching_with("core.matrix.int8-int8-int16.macs_per_cycle", "150")),
                HasSubstr("macs_per_cycle is 192; needed: 150"));
    EXPECT_TRUE(replay(teaching_with("array.clock_ghz", "1")).timed());  // as it was: 1.0
}

TEST_F(Replay, OfAnNpuIsOfTheNumbersThatItsDesignIsMadeOf) {
    record(mapped("gemm_teaching.yaml"), measured());
    EXPECT_TRUE(replay(teaching_with("dram.read", "3")).timed());
    EXPECT_THAT(refusal(teaching_with("comp_tile.memory", "32768")),
                HasSubstr("device comp_tile.memory is 65536; needed: 32768"));
}

TEST_F(Replay, IsOfTheSameKernels) {
    Mapped gemm = mapped("gemm_teaching.yaml");
    record(gemm, measured());
    gemm.schedule.kernels[1].cycles = arch::Cycles{77};
    EXPECT_THAT(refusal(gemm), HasSubstr("kernels[1].cycles is not set; needed: 77"));
}

TEST_F(Replay, IsOfTheSameReconfiguration) {
    const Mapped gemm = mapped("gemm_teaching.yaml");
    RunResult simulated = measured();
    record(gemm, simulated);
    EXPECT_THAT(refusal(gemm, {.reconfigure = true}),
                HasSubstr("recording.json' is of another problem: reconfiguration is not counted; "
                          "needed: 3400 us"));
    simulated.reconfiguration = gemm.problem.device.reconfiguration;
    record(gemm, simulated);
    EXPECT_TRUE(replay(gemm, {.reconfigure = true}).timed());
    EXPECT_THAT(refusal(gemm), HasSubstr("reconfiguration is 3400 us; needed: not counted"));
}

TEST_F(Replay, TakesARecordingThatDoesNotSayAllThis) {
    const Mapped gemm = mapped("gemm_teaching.yaml");
    record(gemm, measured());
    std::string text = content_of(folder_.path() / "manifest.json");
    for (const std::string_view part : {"\"device_numbers\": {", "\"kernels\": ["}) {
        const std::size_t begin = text.find(part);
        ASSERT_NE(begin, std::string::npos);
        const std::size_t end = text.find(part.ends_with('{') ? "\n  }" : "\n  ]", begin) + 4;
        const std::size_t next = text.find_first_not_of(",\n ", end);
        // The last one has a comma before it, the others behind.
        if (text[next] == '}')
            text.erase(text.rfind(',', begin), end - text.rfind(',', begin));
        else
            text.erase(begin, next - begin);
    }
    folder_.write("manifest.json", text);
    EXPECT_TRUE(replay(teaching_with("comp_tile.memory", "32768")).timed());
}

class PlacedReplay : public Replay {
 protected:
    /// Of a recording whose words are said to lie in `path`.
    [[nodiscard]] std::string refusal_of(const std::string& path) const {
        RunResult result = measured();
        result.trace = {.words = {1, 2}, .buffer_full = false, .overruns = {}};
        const Mapped gemm =
            mapped("elementwise_vector_scalar.yaml", {{"trace.buffer_bytes", "1024"}});
        record(gemm, result);
        std::string text = content_of(folder_.path() / "recording.json");
        const std::string_view name = "trace.bin";
        folder_.write("recording.json", text.replace(text.find(name), name.size(), path));
        return refusal(gemm);
    }
};

TEST_F(PlacedReplay, MayNotReachOutOfItsFolder) {
    for (const std::string& path :
         {std::string{"../trace.bin"}, (folder_.path() / "trace.bin").string(),
          std::string{"a/../../trace.bin"}, std::string{}, std::string(5000, 'x')})
        EXPECT_THAT(refusal_of(path),
                    HasSubstr("' is not a path of a file here; allowed: a path from"))
            << path;
    EXPECT_THAT(refusal_of("trace.bin\\u0000x"), HasSubstr(": a NUL in a text"));
}

TEST_F(Replay, SaysWhatIsWrongWithARecording) {
    const Mapped gemm = mapped("gemm_teaching.yaml");
    EXPECT_THAT(refusal(gemm), HasSubstr("recording.json: no such file"));
    record(gemm, measured());
    const std::string good = content_of(folder_.path() / "recording.json");
    const auto refused_with = [&](std::string_view part, std::string_view replacement) {
        std::string text = good;
        folder_.write("recording.json", text.replace(text.find(part), part.size(), replacement));
        return refusal(gemm);
    };
    EXPECT_THAT(
        refused_with("\"runs\": 20", "\"runs\": 0"),
        HasSubstr("recording.json:9:13: '0' is out of range; allowed: whole numbers from 1 to"));
    EXPECT_THAT(refused_with("\"mean_us\": 150.25", "\"mean_us\": -1"),
                HasSubstr("'-1' is out of range; allowed: numbers from 0.001 to 1000000000000"));
    EXPECT_THAT(refused_with("\"mean_us\": 150.25", "\"mean_us\": 1e300"),
                HasSubstr("'1e300' is out of range; allowed: numbers from 0.001 to 1000000000000"));
    EXPECT_THAT(refused_with("\"mean_us\": 150.25", "\"mean_us\": 130"),
                HasSubstr("out of order; allowed: min_us <= mean_us <= max_us"));
    EXPECT_THAT(refused_with("\"max_us\": 190", "\"max_us\": 145"),
                HasSubstr("out of order; allowed: min_us <= mean_us <= max_us"));
    EXPECT_THAT(refused_with("\"npu_time_us\": null", "\"npu_time_us\": 0"),
                HasSubstr("'0' is out of range; allowed: numbers from 0.001 to 1000000000000"));
    EXPECT_THAT(refused_with("\"repeated\"", "\"repeatet\""),
                HasSubstr("did you mean 'repeated'?"));
    EXPECT_THAT(refused_with("\"seed\": 7", "\"seed\": 1.5"),
                HasSubstr("'1.5' is not a whole number; allowed: whole numbers from 0"));
    folder_.write("recording.json", good.substr(0, good.size() / 2));
    EXPECT_THAT(refusal(gemm), HasSubstr(": not valid JSON: "));
    folder_.write("recording.json", good);
    std::filesystem::remove(folder_.path() / "manifest.json");
    EXPECT_THAT(refusal(gemm), HasSubstr("manifest.json: no such file"));
}

}  // namespace
}  // namespace xdnasim::backends
