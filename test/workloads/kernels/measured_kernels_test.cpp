// The slot model against measured kernel calls. Nothing is fitted to them: the operand cycles
// are those of the compiler's itineraries.

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "xdnasim/arch/device_catalog.hpp"
#include "xdnasim/arch/device_loader.hpp"
#include "xdnasim/workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

struct MeasuredCall {
    std::string source, device, input, output;
    int m, k, n;
    bool first;       ///< starts from the product
    bool whole_call;  ///< call and return included
    bool transposed_b;
    double cycles;
};

std::vector<MeasuredCall> measured_calls() {
    std::ifstream file{XDNASIM_MEASURED "/kernels.csv"};
    std::vector<MeasuredCall> calls;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#') || line.starts_with("source,")) continue;
        std::vector<std::string> cells;
        std::stringstream text{line};
        for (std::string cell; std::getline(text, cell, ',');)
            cells.push_back(cell);
        calls.push_back({cells.at(0), cells.at(1), cells.at(2), cells.at(3), std::stoi(cells.at(4)),
                         std::stoi(cells.at(5)), std::stoi(cells.at(6)), cells.at(7) == "first",
                         cells.at(8) == "call", cells.at(9) == "column-major",
                         std::stod(cells.at(10))});
    }
    return calls;
}

DataType type_named(const std::string& name) {
    for (const DataType type : {DataType::Int8, DataType::Int16, DataType::Int32, DataType::Bf16})
        if (to_string(type) == name) return type;
    throw std::invalid_argument{name};
}

struct Modelled {
    double kernel = 0;
    double stream = 0;  ///< time to stream in the tile of A, in a running array

    [[nodiscard]] double cycles() const { return std::max(kernel, stream); }
};

Modelled model(const MeasuredCall& call) {
    const arch::Device device = arch::load_device(arch::find_device(call.device));
    Matmul matmul{};
    matmul.a = matmul.b = type_named(call.input);
    matmul.c = type_named(call.output);
    matmul.m = call.m;
    matmul.k = call.k;
    matmul.n = call.n;
    matmul.b_layout = call.transposed_b ? Layout::ColumnMajor : Layout::RowMajor;
    const arch::MatrixRate& rate = matrix_rate(matmul, device);
    matmul.r = rate.r;
    matmul.s = rate.s;
    matmul.t = rate.t;
    const auto schedule =
        vliw::schedule_call(program_of({"", matmul, std::nullopt}, device,
                                       call.first ? CallKind::First : CallKind::Accumulate),
                            device.core.slots);
    const arch::Cycles cycles = call.whole_call ? schedule.cycles() : schedule.kernel_cycles();
    Modelled modelled{.kernel = static_cast<double>(cycles.count())};
    // Rows traced in a running array wait for A and B where those take longer.
    if (!call.whole_call)
        modelled.stream =
            static_cast<double>(std::int64_t{call.m} * call.k * size_of(matmul.a).count()) /
            static_cast<double>(device.stream_width.count());
    return modelled;
}

struct Errors {
    double sum = 0;
    double worst = 0;
    int count = 0;
    void add(double percent) {
        sum += percent;
        worst = std::max(worst, percent);
        ++count;
    }
    [[nodiscard]] double mean() const { return sum / count; }
};

struct Comparison {
    Errors traced, whole;
    std::map<std::string, Errors> by_types;
    std::string table;
};

Comparison compare_all() {
    Comparison all;
    for (const MeasuredCall& call : measured_calls()) {
        const Modelled modelled = model(call);
        const double percent = 100 * (modelled.cycles() - call.cycles) / call.cycles;
        (call.whole_call ? all.whole : all.traced).add(std::abs(percent));
        all.by_types[fmt::format("{} {} -> {}", call.device, call.input, call.output)].add(
            std::abs(percent));
        all.table += fmt::format(
            "{:44} {:14} {:5} {:5} {:>3}x{}x{}: {:.0f} measured, {:.0f} "
            "modelled{}, {:+.1f} %\n",
            call.source, call.device, call.input, call.output, call.m, call.k, call.n, call.cycles,
            modelled.cycles(), modelled.stream > modelled.kernel ? " (stream)" : "", percent);
    }
    return all;
}

TEST(MeasuredKernels, AreMetByTheSlotModel) {
    const Comparison all = compare_all();
    ASSERT_EQ(all.traced.count, 16);
    ASSERT_EQ(all.whole.count, 10);
    EXPECT_LE(all.traced.mean(), 2.5) << all.table;
    EXPECT_LE(all.traced.worst, 10) << all.table;
    EXPECT_LE(all.whole.mean(), 1.5) << all.table;
    fmt::print("{}mean {:.2f} % and {:.2f} %, worst {:.1f} %\n", all.table, all.traced.mean(),
               all.whole.mean(), std::max(all.traced.worst, all.whole.worst));
    // No parameter depends on a row, so leaving a precision out changes no other.
    for (const auto& [types, errors] : all.by_types)
        fmt::print("{:30} {} rows, mean {:.2f} %\n", types, errors.count, errors.mean());
}

TEST(MeasuredKernels, HaveTwoRowsThatAreTheStreamsDoing) {
    int streamed = 0;
    for (const MeasuredCall& call : measured_calls()) {
        const Modelled modelled = model(call);
        if (modelled.stream <= modelled.kernel) continue;
        ++streamed;
        EXPECT_NEAR(call.cycles, modelled.stream, 1);
    }
    EXPECT_EQ(streamed, 2);
}

}  // namespace
}  // namespace xdnasim::kernels
