// Activations of each layer, as its cores leave them in buffers and on cascades: they are right,
// and an error in one core is reported.

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/network/network_problem.hpp"

namespace xdnasim::network {
namespace {

using schedule::DataArray;
using schedule::Schedule;
using test::problem_of;
using test::text_of;
using test::verified;
using testing::HasSubstr;

const DataArray& named(const std::vector<DataArray>& arrays, const std::string& name) {
    return *std::ranges::find(arrays, name, &DataArray::name);
}

int int8_at(const DataArray& array, std::int64_t index) {
    return static_cast<std::int8_t>(array.content[static_cast<std::size_t>(index)]);
}

std::int64_t bias_at(const DataArray& array, std::int64_t index) {
    std::int32_t value = 0;
    std::memcpy(&value, array.content.data() + index * 4, sizeof value);
    return value;
}

/// Number of outputs of `layer` that differ from the product of the array `input` and the weights
/// in plain integers, plus the bias if asked, divided by 2^shift and rounded down, saturated to
/// int8, and with a ReLU if asked.
int wrong_values(const std::vector<DataArray>& arrays, const std::string& input, int layer,
                 int shift, bool bias, bool relu) {
    const DataArray& x = named(arrays, input);
    const DataArray& w = named(arrays, fmt::format("layer_{}_weights", layer));
    const DataArray& y = named(arrays, fmt::format("layer_{}", layer));
    const std::int64_t rows = x.shape[0] * x.shape[1];
    const std::int64_t k = w.shape[0];
    const std::int64_t n = w.shape[1];
    EXPECT_EQ(y.shape, (std::vector<std::int64_t>{x.shape[0], x.shape[1], n}));
    int wrong = 0;
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
            std::int64_t sum =
                bias ? bias_at(named(arrays, fmt::format("layer_{}_bias", layer)), j) : 0;
            for (std::int64_t step = 0; step < k; ++step)
                sum += std::int64_t{int8_at(x, i * k + step)} * int8_at(w, step * n + j);
            const std::int64_t value = std::clamp<std::int64_t>(sum >> shift, -128, 127);
            wrong += int8_at(y, i * n + j) != (relu ? std::max<std::int64_t>(value, 0) : value);
        }
    return wrong;
}

TEST(NetworkActivations, AreThoseOfEachLayerByWhateverLinkTheyLeave) {
    int checked = 0;
    for (const Link link : kLinks) {
        // Over the PL, a core receives the activations of one core only.
        const std::string split =
            fmt::format("split: {{a: 2, b: {}, c: 1}}", link == Link::Pl ? 1 : 2);
        const problem::Problem problem = problem_of(
            text_of(13, 21,
                    {"width: 30, bias: true, relu: true, shift: 9, " + split,
                     "width: 20, shift: 8, " + split, "width: 5, bias: true, shift: 7, " + split},
                    fmt::format("  samples: 3\n  rounding: floor\n  link: {}\n", to_string(link))));
        const auto result = verified(map_problem(problem), problem.device);
        ASSERT_TRUE(result.verification->passed) << result.verification->message;
        const std::vector<DataArray>& arrays = result.verification->arrays;
        std::vector<std::string> names;
        for (const DataArray& array : arrays)
            names.push_back(array.name);
        EXPECT_EQ(names, problem.workload->array_names());
        EXPECT_EQ(wrong_values(arrays, "input", 0, 9, true, true), 0);
        EXPECT_EQ(wrong_values(arrays, "layer_0", 1, 8, false, false), 0);
        EXPECT_EQ(wrong_values(arrays, "layer_1", 2, 7, true, false), 0);
        ++checked;
    }
    EXPECT_EQ(checked, 4);
}

TEST(NetworkActivations, OfAnAggregationAreTheSumsOfRows) {
    const problem::Problem problem = problem_of(text_of(
        16, 16, {"width: 16, shift: 12, aggregate: sum", "width: 8"}, "  rounding: floor\n"));
    const auto result = verified(map_problem(problem), problem.device);
    ASSERT_TRUE(result.verification->passed) << result.verification->message;
    const DataArray& layer = named(result.verification->arrays, "layer_0");
    const DataArray& sums = named(result.verification->arrays, "aggregation");
    ASSERT_EQ(sums.shape, (std::vector<std::int64_t>{1, 1, 16}));
    for (std::int64_t column = 0; column < 16; ++column) {
        int sum = 0;
        for (std::int64_t row = 0; row < 16; ++row)
            sum += int8_at(layer, row * 16 + column);
        EXPECT_EQ(int8_at(sums, column), std::clamp(sum, -128, 127));
    }
}

/// Wrong weights in the core that computes the right half of layer 1's outputs.
TEST(NetworkActivations, ThatAreWrongNameTheLayerAndTheCore) {
    const problem::Problem problem = problem_of(text_of(
        16, 32,
        {"width: 32, split: {a: 1, b: 1, c: 1}", "width: 32, link: dma, split: {a: 1, b: 1, c: 2}",
         "width: 16, link: dma, split: {a: 1, b: 1, c: 1}"}));
    Schedule schedule = map_problem(problem);
    const arch::TileId tile = test::network_of(problem).stages()[1].core(0, 0, 1);
    int changed = 0;
    for (schedule::TileProgram& program : schedule.tiles)
        for (schedule::Buffer& buffer : program.buffers)
            if (program.tile == tile && buffer.name == "weights") {
                buffer.content =
                    std::make_shared<const schedule::Content>(buffer.content->size(), std::byte{1});
                ++changed;
            }
    ASSERT_EQ(changed, 1);
    const auto result = verified(schedule, problem.device);
    EXPECT_FALSE(result.verification->passed);
    EXPECT_THAT(result.verification->message,
                testing::AllOf(testing::StartsWith("sample 0, layer 1, row 0, column 1"),
                               HasSubstr(fmt::format("of core {}: expected ", to_string(tile)))));
    EXPECT_FALSE(result.verification->arrays.empty());
}

}  // namespace
}  // namespace xdnasim::network
