#include "backends/replay/replay_backend.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/analytic/analytic_backend.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "test/backends/replay/replayed_run.hpp"
#include "test/support/input_error.hpp"
#include "test/support/replaced_text.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::backends {
namespace {

using test::Mapped;
using test::mapped;
using test::measured;
using test::Replay;
using testing::HasSubstr;

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

TEST_F(Replay, OfASimulationTakesTheTimeOfItsCycles) {
    const Mapped gemm = mapped("gemm_teaching.yaml");  // at 1 GHz
    RunResult result;
    result.backend = "systemc";
    result.cycles = arch::Cycles{186'397};
    result.npu_time = arch::Nanoseconds{1'000};
    record(gemm, result);
    EXPECT_THAT(refusal(gemm), HasSubstr("recording.json' contradicts itself: npu_time_us is 1; "
                                         "needed: 186.397, which 186397 cycles at 1 GHz take"));
    result.npu_time = arch::Nanoseconds{186'396.4};
    record(gemm, result);
    EXPECT_TRUE(replay(gemm).timed());
    result.backend = "xrt";  // the clock of an NPU may be another
    result.npu_time = arch::Nanoseconds{1'000};
    record(gemm, result);
    EXPECT_TRUE(replay(gemm).timed());
}

TEST_F(Replay, HasTheThroughputOfIterationsThatWereRecorded) {
    const Mapped packs = mapped("gama_int8.yaml", {{"gemm.array", "{rows: 2, size: 2, packs: 1}"},
                                                   {"gemm.iterations", "4"}});
    for (const auto& backend : {make_systemc_backend(), make_analytic_backend()}) {
        const RunResult ran = backend->run(packs.schedule, packs.problem.device, {});
        record(packs, ran);
        const RunResult replayed = replay(packs);
        ASSERT_TRUE(ran.steady && replayed.steady) << ran.backend;
        EXPECT_DOUBLE_EQ(replayed.steady->iteration.count(), ran.steady->iteration.count());
        EXPECT_DOUBLE_EQ(replayed.steady->tops, ran.steady->tops);
        EXPECT_EQ(replayed.steady->bound, ran.steady->bound);
        EXPECT_DOUBLE_EQ(replayed.tops.value(), ran.tops.value());
        EXPECT_DOUBLE_EQ(replayed.peak_fraction.value(), ran.peak_fraction.value());
    }
}

TEST_F(Replay, HasTheLatencyThatWasRecorded) {
    const Mapped network = mapped("network_two_layers.yaml");
    const RunResult ran = make_systemc_backend()->run(network.schedule, network.problem.device, {});
    record(network, ran);
    ASSERT_TRUE(ran.latency);
    EXPECT_DOUBLE_EQ(replay(network).latency.value().count(), ran.latency->count());
    EXPECT_FALSE(replay(network).steady);  // the network has one sample
}

TEST_F(Replay, ThatIsRecordedAgainIsStillOfTheBackendThatRan) {
    // What an NPU does does not depend on the numbers of the device's model: a problem with other
    // numbers is still the same problem.
    record(mapped("gemm_teaching.yaml"), measured());
    record(mapped("gemm_teaching.yaml"), replay(mapped("gemm_teaching.yaml")));
    const Mapped faster =
        mapped("gemm_teaching.yaml", {{"device", "{base: teaching-2x1, set: {dram.read: 11}}"}});
    EXPECT_DOUBLE_EQ(replay(faster).time().count(), 150'250);
}

TEST_F(Replay, MayLackWhatItsBackendDidNotKnow) {
    const Mapped gemm = mapped("gemm_teaching.yaml");
    record(gemm, measured());
    const std::string good = content_of(folder_.path() / "recording.json");
    int keys = 0;
    for (const char* const key :
         {"cycles", "npu_time_us", "dispatch_us", "trace", "steady", "latency_us", "note"}) {
        const std::string known = fmt::format("\"{}\": null", key);
        folder_.write("recording.json",
                      good.find(known) != std::string::npos
                          ? good
                          : replaced(good, "\"backend\"", known + ", \"backend\""));
        EXPECT_EQ(replay(gemm).repeated->runs, 20) << key;
        ++keys;
    }
    EXPECT_EQ(keys, 7);
}

TEST_F(Replay, TakesTheTimeOfASingleCycleAndRefusesARunOfNone) {
    const Mapped gemm = mapped("gemm_teaching.yaml");  // at 1 GHz
    RunResult result;
    result.backend = "systemc";
    result.cycles = arch::Cycles{1};
    result.npu_time = arch::Nanoseconds{1};
    record(gemm, result);
    EXPECT_DOUBLE_EQ(replay(gemm).time().count(), 1);
    result.repeated = {.runs = 1,
                       .mean = arch::Nanoseconds{0.1},
                       .min = arch::Nanoseconds{0.1},
                       .max = arch::Nanoseconds{0.1}};
    record(gemm, result);
    EXPECT_NEAR(replay(gemm).time().count(), 0.1, 1e-12);
    result.cycles = arch::Cycles{0};
    EXPECT_EQ(input_error([&] {
                  record(gemm, result);
                  return 0;
              }),
              "--record: the run takes 0 cycles, so there is nothing to replay");
}

TEST_F(Replay, GivesRatesOfWhatIsNoGemm) {
    const Mapped transfer = mapped("transfer_memcpy.yaml");
    record(transfer, measured());
    const RunResult result = replay(transfer);
    double bytes = 0;  // each buffer is read or written once
    for (const schedule::HostBuffer& buffer : transfer.schedule.host_buffers)
        bytes += static_cast<double>(buffer.size.count());
    EXPECT_DOUBLE_EQ(result.rates->wall.count(), bytes / 150'250);
    EXPECT_FALSE(result.rates->array);
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
    EXPECT_THAT(
        refusal(teaching_with("dram.read", "3")),
        HasSubstr("manifest.json' is of another problem: device dram.read is 30.25; needed: "
                  "3"));
    EXPECT_THAT(refusal(teaching_with("timing.core_call", "13")),
                HasSubstr("device timing.core_call is 2; needed: 13"));
    EXPECT_THAT(refusal(teaching_with("core.matrix.int8-int8-int16.macs_per_cycle", "150")),
                HasSubstr("macs_per_cycle is 192; needed: 150"));
    EXPECT_TRUE(replay(teaching_with("array.clock_ghz", "1")).timed());  // the same as 1.0
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
        // The last entry has a comma before it; the others have one behind them.
        if (text[next] == '}')
            text.erase(text.rfind(',', begin), end - text.rfind(',', begin));
        else
            text.erase(begin, next - begin);
    }
    folder_.write("manifest.json", text);
    EXPECT_TRUE(replay(teaching_with("comp_tile.memory", "32768")).timed());
}

TEST_F(Replay, SaysWhatIsWrongWithARecording) {
    const Mapped gemm = mapped("gemm_teaching.yaml");
    EXPECT_THAT(refusal(gemm), HasSubstr("recording.json: no such file"));
    record(gemm, measured());
    const std::string good = content_of(folder_.path() / "recording.json");
    const auto refused_with = [&](std::string_view part, std::string_view replacement) {
        folder_.write("recording.json", replaced(good, part, replacement));
        return refusal(gemm);
    };
    EXPECT_THAT(
        refused_with("\"runs\": 20", "\"runs\": 0"),
        HasSubstr("recording.json:9:13: '0' is out of range; allowed: whole numbers from 1 to"));
    EXPECT_THAT(refused_with("\"mean_us\": 150.25", "\"mean_us\": -1"),
                HasSubstr("'-1' is out of range; allowed: numbers from 1e-06 to 1000000000000"));
    EXPECT_THAT(refused_with("\"mean_us\": 150.25", "\"mean_us\": 1e300"),
                HasSubstr("'1e300' is out of range; allowed: numbers from 1e-06 to 1000000000000"));
    EXPECT_THAT(refused_with("\"mean_us\": 150.25", "\"mean_us\": 130"),
                HasSubstr("out of order; allowed: min_us <= mean_us <= max_us"));
    EXPECT_THAT(refused_with("\"max_us\": 190", "\"max_us\": 145"),
                HasSubstr("out of order; allowed: min_us <= mean_us <= max_us"));
    EXPECT_THAT(refused_with("\"npu_time_us\": null", "\"npu_time_us\": 0"),
                HasSubstr("'0' is out of range; allowed: numbers from 1e-06 to 1000000000000"));
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
