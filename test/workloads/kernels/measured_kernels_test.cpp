// The slot model against measured kernel calls. Nothing is fitted to them: the operand cycles
// are those of the compiler's itineraries.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "workloads/kernels/measured_calls.hpp"

namespace xdnasim::kernels {
namespace {

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

double error_in_percent(const MeasuredCall& call, const ModelledCall& modelled) {
    return 100 * (modelled.cycles() - call.cycles) / call.cycles;
}

std::string row(const MeasuredCall& call, const ModelledCall& modelled) {
    const Matmul& matmul = call.matmul;
    return fmt::format(
        "{:44} {:14} {:5} {:5} {:>3}x{}x{}: {:.0f} measured, {:.0f} modelled, {:.0f} "
        "of them in banks{}, {:+.1f} %\n",
        call.source, call.device, to_string(matmul.a), to_string(matmul.c), matmul.m, matmul.k,
        matmul.n, call.cycles, modelled.cycles(), modelled.stalls,
        modelled.cycles() == modelled.stream ? " (stream)" : "", error_in_percent(call, modelled));
}

struct Comparison {
    Errors traced, alone;
    std::map<std::string, Errors> by_precision;
    std::string table;
};

Comparison compare(const std::string& file) {
    Comparison all;
    for (const MeasuredCall& call : measured_calls(file)) {
        const ModelledCall modelled = model(call);
        const double error = std::abs(error_in_percent(call, modelled));
        (call.running_array ? all.traced : all.alone).add(error);
        all.by_precision[fmt::format("{} {} -> {}", call.device, to_string(call.matmul.a),
                                     to_string(call.matmul.c))]
            .add(error);
        all.table += row(call, modelled);
    }
    return all;
}

TEST(MeasuredKernels, AreMetByTheSlotModel) {
    const Comparison all = compare("kernels.csv");
    ASSERT_EQ(all.traced.count, 16);
    ASSERT_EQ(all.alone.count, 10);
    EXPECT_LE(all.traced.mean(), 2.5) << all.table;
    EXPECT_LE(all.traced.worst, 10) << all.table;
    EXPECT_LE(all.alone.mean(), 1.5) << all.table;
    fmt::print("{}mean {:.2f} % and {:.2f} %, worst {:.1f} %\n", all.table, all.traced.mean(),
               all.alone.mean(), std::max(all.traced.worst, all.alone.worst));
    fmt::print(
        "Leaving a precision out: no parameter is fitted, so none changes, and its error is "
        "that of its rows below. The layout rules (vliw/README.md) were chosen with all of "
        "these rows in view.\n");
    for (const auto& [precision, errors] : all.by_precision)
        fmt::print("{:30} {} rows, mean {:.2f} %, worst {:.2f} %\n", precision, errors.count,
                   errors.mean(), errors.worst);
}

TEST(MeasuredKernels, HaveTwoRowsThatAreTheStreamsDoing) {
    int streamed = 0;
    for (const MeasuredCall& call : measured_calls("kernels.csv")) {
        const ModelledCall modelled = model(call);
        if (modelled.cycles() > modelled.stream) continue;
        ++streamed;
        EXPECT_NEAR(call.cycles, modelled.stream, 1);
    }
    EXPECT_EQ(streamed, 2);
}

/// How these kernels are written is not published: blocks of C may start and end otherwise.
TEST(MeasuredKernels, WithBiasAndReluAreMetRoughly) {
    const Comparison all = compare("kernels_bias_relu.csv");
    ASSERT_EQ(all.alone.count, 6);
    EXPECT_LE(all.alone.mean(), 15) << all.table;
    fmt::print("{}mean {:.1f} %, worst {:.1f} %\n", all.table, all.alone.mean(), all.alone.worst);
}

TEST(MeasuredKernels, TakeLongerWithBiasAndRelu) {
    for (MeasuredCall call : measured_calls("kernels_bias_relu.csv")) {
        const double with = model(call).cycles();
        call.kind = CallKind::First;
        EXPECT_GT(with, model(call).cycles()) << call.cycles;
    }
}

}  // namespace
}  // namespace xdnasim::kernels
