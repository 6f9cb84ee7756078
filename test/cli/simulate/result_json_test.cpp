#include "cli/simulate/result_json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/cli/simulate/example_result.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/transfer/transfer_workload.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;

json parsed(const backends::RunResult& result) {
    return json::parse(result_json(result));
}

TEST(ResultJson, HasTheKeysOfTheContractAndNoOthers) {
    const json expected = json::parse(R"({
        "schema_version": 1, "device": "xdna2-krackan", "backend": "systemc",
        "workload": null, "gemm": null, "transfer": null, "elementwise": null, "netlist": null, "network": null, "design": null, "buffers": [],
        "time_us": 4115.5, "npu_time_us": 4000.0, "dispatch_us": 115.5, "reconfiguration_us": 0.0,
        "repeated": null, "cycles": 1000,
        "tops": 38.25, "peak_fraction": 0.645, "verified": true, "saturated_share": 0.125,
        "dram": {"read_bytes": 209018880, "write_bytes": 18579456,
                 "read_gbps": 52.5, "write_gbps": 4.75, "operations_per_byte": null},
        "cores": [{"tile": [0, 2], "busy": 900, "lock_stall": 50, "stream_stall": 0,
                   "memory_stall": 0, "cascade_stall": 0, "idle": 50},
                  {"tile": [1, 2], "busy": 800, "lock_stall": 150, "stream_stall": 0,
                   "memory_stall": 0, "cascade_stall": 0, "idle": 50}],
        "core_states": [
            {"key": "busy", "label": "busy", "colour": "#2f6f8f"},
            {"key": "lock_stall", "label": "waiting for locks", "colour": "#e0a33e"},
            {"key": "stream_stall", "label": "waiting for streams", "colour": "#b8a1c9"},
            {"key": "memory_stall", "label": "waiting for memory", "colour": "#8c5a7b"},
            {"key": "cascade_stall", "label": "waiting for cascades", "colour": "#5f9460"},
            {"key": "idle", "label": "idle", "colour": "#d9dee2"}],
        "kernel": {"name": "matmul", "cycles_per_call": 4353, "macs_per_cycle": 343.5,
                   "calls": 53760, "multiplying_cycles": 1550},
        "bottleneck": "compute",
        "bottleneck_why":
            "kernels take 90.0 % of the cores' time; kernels twice as fast would save 45.0 % of the array's time",
        "what_if": null,
        "trace": null, "skipped_share": 0.25, "wall_s": 0.25})");
    EXPECT_EQ(parsed(example_result()), expected);
}

TEST(ResultJson, SaysWhatRanWithAllThatTheProblemLeftOpen) {
    backends::RunResult result = example_result();
    gemm::GemmDesign design{.size = {100, 50, 80}};
    design.c_type = kernels::DataType::Int16;
    design.padded = {200, 50, 80};
    design.tile = {25, 10, 20};
    design.k_mt = 50;
    design.rows = 4;
    design.columns = 4;
    design.stack = arch::Bytes{1024};
    design.shift = 3;
    result.workload = std::make_shared<gemm::GemmWorkload>(design);
    const json parsed_result = parsed(result);
    EXPECT_EQ(parsed_result["workload"], "gemm");
    EXPECT_TRUE(parsed_result["transfer"].is_null());
    EXPECT_EQ(parsed_result["gemm"], json::parse(R"({
        "size": {"m": 100, "k": 50, "n": 80}, "padded": {"m": 200, "k": 50, "n": 80},
        "types": {"a": "int8", "b": "int8", "c": "int16", "partial": null},
        "useful_share": 0.5, "operations_per_byte": 32.0, "tile": {"m": 25, "k": 10, "n": 20}, "rho": 1, "t_ma": null,
        "k_mt": 50, "k_mt_b": null,
        "b_layout": "column-major", "c_buffers": 1, "c_buffers_l2": 1, "stack_bytes": 1024,
        "core_buffers": "A, B, C", "bd_reconfiguration": "overlapped", "rows_per_half": null, "rounding": "conv_even",
        "kernel": {"cycles_per_call": null, "macs_per_cycle": null, "rate": null,
                   "blocking": null, "source": "chess", "native": false},
        "array": {"rows": 4, "columns": 4, "a_columns": null}, "rows": 4, "columns": 4, "shift": 3})"));
    EXPECT_EQ(parsed_result["buffers"], json::parse(R"([
        {"role": "input", "type": "int8", "shape": [200, 50], "layout": "row-major"},
        {"role": "input", "type": "int8", "shape": [50, 80], "layout": "column-major"},
        {"role": "output", "type": "int16", "shape": [200, 80], "layout": "row-major"}])"));
}

TEST(ResultJson, HasRatesInPlaceOfTopsForATransfer) {
    backends::RunResult result = example_result();
    result.tops.reset();
    result.workload = std::make_shared<transfer::TransferWorkload>(transfer::TransferDesign{
        4, 2, {{"B", 4096, arch::Bytes{2048}, arch::Bytes{64}, 32, transfer::Walk::Across}}});
    result.rates = backends::TransferRates{.array = arch::GigabytesPerSecond{12.5},
                                           .wall = arch::GigabytesPerSecond{10.25}};
    EXPECT_EQ(parsed(result)["transfer"], json::parse(R"({
        "columns": 4, "depth": 2, "array_gbps": 12.5, "wall_gbps": 10.25,
        "streams": [{"name": "B", "rows": 4096, "row_bytes": 2048, "run_bytes": 64, "runs": 32,
                     "walk": "across"}]})"));
    EXPECT_TRUE(parsed(result)["tops"].is_null());
}

TEST(ResultJson, HasRatesInPlaceOfTopsForAnElementwiseRun) {
    backends::RunResult result = example_result();
    result.tops.reset();
    elementwise::ElementwiseDesign design;
    design.core = {1, 3};
    design.object = arch::Bytes{64};
    design.objects = 8;
    design.kernel.name = "copied";
    result.workload = std::make_shared<elementwise::ElementwiseWorkload>(design);
    result.rates = backends::TransferRates{.array = arch::GigabytesPerSecond{12.5},
                                           .wall = arch::GigabytesPerSecond{10.25}};
    EXPECT_EQ(parsed(result)["elementwise"], json::parse(R"({
        "column": 1, "row": 3, "core": [1, 3], "object_bytes": 64, "objects": 8, "depth": 2,
        "mem_tile": false, "mem_tile_object_bytes": null,
        "kernel": {"kind": "copy", "name": "copied", "cycles_per_call": null, "inlined": false},
        "array_gbps": 12.5, "wall_gbps": 10.25})"));
    EXPECT_TRUE(parsed(result)["tops"].is_null());
}

TEST(ResultJson, IsNullWhereTheBackendDoesNotKnow) {
    const json result = parsed({});
    for (const char* key : {"time_us", "npu_time_us", "dispatch_us", "repeated", "cycles", "tops",
                            "skipped_share", "peak_fraction", "verified", "saturated_share", "dram",
                            "kernel", "bottleneck", "bottleneck_why", "what_if"}) {
        ASSERT_TRUE(result.contains(key)) << key;
        EXPECT_TRUE(result[key].is_null()) << key;
    }
}

TEST(ResultJson, TellsCoresThatItDoesNotKnowFromNone) {
    EXPECT_TRUE(parsed({})["cores"].is_null());
    backends::RunResult without_cores;
    without_cores.knows_cores = true;
    EXPECT_EQ(parsed(without_cores)["cores"], json::array());
}

TEST(ResultJson, IsNullForWhatTheBackendDoesNotKnowOfAKernel) {
    backends::RunResult result = example_result();
    result.kernel->multiplying.reset();
    result.steady = {
        .iteration = arch::Nanoseconds{1}, .tops = 1, .bound = backends::SteadyLimit::Port};
    EXPECT_TRUE(parsed(result)["kernel"].at("multiplying_cycles").is_null());
    EXPECT_TRUE(parsed(result)["kernel"].at("mean_cycles").is_null());
    result.kernel->mean_cycles = 4'400.5;
    EXPECT_EQ(parsed(result)["kernel"]["mean_cycles"], 4'400.5);
}

TEST(ResultJson, HasANoteWhereThereIsOne) {
    backends::RunResult result = example_result();
    EXPECT_FALSE(parsed(result).contains("note"));
    result.note = "it is of another day";
    EXPECT_EQ(parsed(result)["note"], "it is of another day");
}

TEST(ResultJson, ListsThePortsToTheProgrammableLogicWhereThereAreAny) {
    backends::RunResult result = example_result();
    EXPECT_FALSE(parsed(result).contains("ports"));
    backends::PortFigures& port = result.ports.emplace_back();
    port.name = "A0";
    port.is_input = true;
    port.words = 1200;
    port.first = arch::Nanoseconds{500};
    port.last = arch::Nanoseconds{1500};
    port.frame_ends = {arch::Nanoseconds{1000}, port.last};
    EXPECT_EQ(parsed(result)["ports"], json::parse(R"([{"name": "A0", "direction": "in",
        "words": 1200, "first_us": 0.5, "last_us": 1.5, "gbps": 4.8,
        "frame_ends_us": [1.0, 1.5]}])"));
}

TEST(ResultJson, ListsWhatRelaxedLimitsSave) {
    auto result = example_result();
    result.what_if = {{schedule::Limit::Commands, arch::Nanoseconds{900}, 0.25},
                      {schedule::Limit::Dram, arch::Nanoseconds{1500}, 0.0}};
    EXPECT_EQ(parsed(result)["what_if"], json::parse(R"([
        {"limit": "commands", "time_us": 0.9, "gain": 0.25},
        {"limit": "DRAM", "time_us": 1.5, "gain": 0.0}])"));
}

TEST(ResultJson, TakesTheTimeOfMeasuredRunsToBeTheirMean) {
    backends::RunResult result;
    result.repeated = {.runs = 10,
                       .mean = arch::Nanoseconds{120'500},
                       .min = arch::Nanoseconds{100'000},
                       .max = arch::Nanoseconds{250'000}};
    EXPECT_EQ(parsed(result)["repeated"], json::parse(R"({
        "runs": 10, "mean_us": 120.5, "min_us": 100.0, "max_us": 250.0})"));
    EXPECT_EQ(parsed(result)["time_us"], 120.5);
}

TEST(ResultJson, SaysFalseForAFailedVerification) {
    auto result = example_result();
    result.verification->passed = false;
    EXPECT_EQ(parsed(result)["verified"], false);
}

TEST(ResultJson, EndsWithANewline) {
    EXPECT_TRUE(result_json({}).ends_with("}\n"));
}

TEST(ResultJson, SurvivesNamesThatAreNoUtf8) {
    auto result = example_result();
    result.device = std::string{"\xff"};
    EXPECT_EQ(parsed(result)["device"], "\ufffd");
}

}  // namespace
}  // namespace xdnasim::cli
