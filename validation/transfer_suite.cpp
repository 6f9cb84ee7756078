#include <array>

#include <fmt/format.h>

#include "arch/device_ranges.hpp"
#include "validation/csv_table.hpp"
#include "validation/data_files.hpp"
#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"
#include "workloads/transfer/transfer_workload.hpp"

namespace xdnasim::validation {
namespace {

using transfer::TransferDesign;
using transfer::Walk;

constexpr std::array<std::string_view, 16> kMatrixColumns{
    "source",       "device",      "columns", "depth",  "matrix_rows", "matrix_bytes",
    "a_run",        "a_runs",      "b_run",   "b_runs", "b_layout",    "time_min_us",
    "time_mean_us", "time_max_us", "how",     "split"};
constexpr std::array<std::string_view, 9> kCopyColumns{
    "source", "device", "clock_ghz", "columns", "streams", "bytes", "time_us", "how", "split"};

constexpr int kMaxDepth = 64;
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 40;

/// Tile of a contiguous copy: not published, but large enough that a change of tiles costs no time.
constexpr arch::Bytes kCopyTile{8192};
constexpr int kCopyDepth = 2;

constexpr int kMebibyteBits = 20;

double microseconds(const CsvRow& row, std::string_view column) {
    return row[column].as_double(0, kMaxMicroseconds);
}

/// Returns the bytes that are read plus the bytes that are written.
arch::Bytes all_bytes(const TransferDesign& problem) {
    arch::Bytes sum{};
    for (const transfer::MatrixStream& stream : problem.streams)
        sum += stream.size() * std::int64_t{2};
    return sum;
}

double gbps(const TransferDesign& problem, double time_us) {
    return arch::rate_of(all_bytes(problem), arch::from_microseconds(time_us)).count();
}

Simulation simulate(const TransferDesign& problem, const arch::Device& device, double measured_us) {
    const backends::RunResult result = run(transfer::map_transfer(problem, device), device);
    const double time_us = arch::in_microseconds(result.time());
    Details details = details_of(result);
    details.emplace_back("columns", static_cast<double>(problem.columns));
    details.emplace_back("depth", static_cast<double>(problem.depth));
    details.emplace_back("gbps_measured", gbps(problem, measured_us));
    details.emplace_back("gbps_simulated", gbps(problem, time_us));
    return {.value = time_us, .bound = bound_of(result), .details = std::move(details)};
}

transfer::MatrixStream gemm_stream(const CsvRow& row, const std::string& name, Walk walk) {
    return {.name = name,
            .rows = extent(row, "matrix_rows"),
            .row = arch::Bytes{extent(row, "matrix_bytes")},
            .run = arch::Bytes{extent(row, name == "A" ? "a_run" : "b_run")},
            .runs = extent(row, name == "A" ? "a_runs" : "b_runs"),
            .walk = walk};
}

Case gemm_case(const CsvRow& row) {
    const bool row_major = layout(row, "b_layout") == kernels::Layout::RowMajor;
    const TransferDesign problem{
        .columns = static_cast<int>(row["columns"].as_int(1, arch::kMaxColumns)),
        .depth = static_cast<int>(row["depth"].as_int(1, kMaxDepth)),
        .streams = {gemm_stream(row, "A", Walk::Along),
                    gemm_stream(row, "B", row_major ? Walk::Bands : Walk::Along)}};
    const double time = microseconds(row, "time_min_us");
    const std::string what =
        fmt::format("{0}x{1} B, runs of {2} and {3} B, B {4}, depth {5}", problem.streams[0].rows,
                    problem.streams[0].row.count(), problem.streams[0].run.count(),
                    problem.streams[1].run.count(), row.text("b_layout"), problem.depth);
    const auto run_case = [problem, time, name = row.text("device"),
                           layout_of_b = row.text("b_layout")](const Devices& devices) {
        Simulation result = simulate(problem, devices.named(name), time);
        result.details.emplace_back("run_a", static_cast<double>(problem.streams[0].run.count()));
        result.details.emplace_back("run_b", static_cast<double>(problem.streams[1].run.count()));
        result.details.emplace_back("layout", layout_of_b);
        return result;
    };
    return {measurement_of(row, what, time), run_case};
}

/// Returns the case of a copy in which every column copies one contiguous part of each stream.
Case copy_case(const CsvRow& row) {
    const std::int64_t columns = row["columns"].as_int(1, arch::kMaxColumns);
    const std::int64_t streams = row["streams"].as_int(1, 2);
    const std::int64_t bytes = row["bytes"].as_int(1, kMaxBytes);
    TransferDesign problem{
        .columns = static_cast<int>(columns), .depth = kCopyDepth, .streams = {}};
    for (int i = 0; i < streams; ++i)
        problem.streams.push_back({.name = fmt::format("copy {}", i),
                                   .rows = columns,
                                   .row = arch::Bytes{bytes / streams / columns},
                                   .run = kCopyTile,
                                   .runs = 1,
                                   .walk = Walk::Along});
    const double time = microseconds(row, "time_us");
    const auto clock = arch::kClocks.read<double>(row["clock_ghz"]);
    const std::string what = fmt::format("copy of {} MiB, columns x channels {} x {}, {} GHz",
                                         bytes >> kMebibyteBits, columns, streams, clock);
    return {measurement_of(row, what, time),
            [problem, time, clock, name = row.text("device")](const Devices& devices) {
                return simulate(problem, devices.at(name, clock), time);
            }};
}

}  // namespace

std::vector<Case> transfer_cases() {
    std::vector<Case> cases;
    for (const CsvRow& row : load_csv(measured_file("ddr_bandwidth.csv"), kMatrixColumns))
        cases.push_back(gemm_case(row));
    for (const char* file : {"jdominick05_copies.csv", "andrej_copies.csv"})
        for (const CsvRow& row : load_csv(measured_file(file), kCopyColumns))
            cases.push_back(copy_case(row));
    return cases;
}

}  // namespace xdnasim::validation
