#include "workloads/gemm/gemm_parameters.hpp"

#include <memory>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/base/parameters/value_lines.hpp"
#include "test/base/parsed_yaml.hpp"
#include "test/support/input_error.hpp"
#include "test/support/replaced_text.hpp"
#include "workloads/gemm/gemm_choice.hpp"

namespace xdnasim::gemm {
namespace {

using parameters::test::lines;
using testing::ElementsAre;

class GemmParameters : public testing::Test {
 protected:
    [[nodiscard]] GemmDesign read(const base::Node& section) const {
        GemmDesign design;
        parameter_table(npu2).read(section, "gemm", design);
        return design;
    }
    /// The section of a problem file that gives all `values` that are set.
    [[nodiscard]] static base::Node section_of(const parameters::Values& values) {
        const base::Place place{std::make_shared<const std::string>("values"), 0, 0};
        base::Node section = base::Node::null(place);
        for (const parameters::NamedValue& named : values)
            if (parameters::is_set(named.value))
                section = section.with(
                    named.path, base::Node::scalar(place, parameters::test::spelling(named.value)));
        return section;
    }

    /// The InputError's message for a section with every key and `keys` in its `kernel` section.
    [[nodiscard]] std::string refusal_of_kernel(const std::string& keys) const;

    const arch::Device npu2 = arch::load_device(arch::find_device("xdna2-krackan"));
};

constexpr const char* kEveryKey = R"(
size: {m: 1000, k: 1500, n: 700}
types: {a: int8, b: int8, c: int32}
tile: {m: 32, k: 64, n: 48}
rho: 2
k_mt: 128
b_layout: row-major
c_buffers: 2
c_buffers_l2: 2
stack_bytes: 2048
bd_reconfiguration: ping-pong
rows_per_half: 1
array: {rows: 2, columns: 3}
shift: 7
rounding: floor
core_buffers: [C, B, A]
)";

std::string GemmParameters::refusal_of_kernel(const std::string& keys) const {
    const std::string text = std::string{kEveryKey} + "kernel: {" + keys + "}\n";
    return input_error([&] { static_cast<void>(read(test::parse(text))); });
}

TEST_F(GemmParameters, HaveATextEach) {
    std::set<std::string> paths;
    for (const parameters::Description& key : parameter_table(npu2).descriptions()) {
        EXPECT_NE(key.help.text, "") << key.path;
        paths.insert(key.path);
    }
    // 5 groups, the 19 keys in them, and 14 keys outside of groups.
    EXPECT_EQ(paths.size(), 38u);
}

TEST_F(GemmParameters, AreGivenAsTheProblemFileSaysThem) {
    EXPECT_THAT(
        lines(values_of(read(test::parse(kEveryKey)))),
        ElementsAre("size.m: 1000", "size.k: 1500", "size.n: 700", "types.a: int8", "types.b: int8",
                    "types.c: int32", "types.partial: (open)", "tile.m: 32", "tile.k: 64",
                    "tile.n: 48", "rho: 2", "t_ma: (open)", "k_mt: 128", "k_mt_b: (open)",
                    "b_layout: row-major", "c_buffers: 2", "c_buffers_l2: 2", "stack_bytes: 2048",
                    "core_buffers: C, B, A", "bd_reconfiguration: ping-pong", "rows_per_half: 1",
                    "array.rows: 2", "array.columns: 3", "array.a_columns: (open)", "shift: 7",
                    "rounding: floor", "kernel.cycles_per_call: (open)",
                    "kernel.macs_per_cycle: (open)", "kernel.rate: (open)",
                    "kernel.blocking: (open)", "kernel.source: chess", "kernel.native: false"));
}

TEST_F(GemmParameters, AreTheSameWhenTheirValuesAreReadBack) {
    int checked = 0;
    for (const char* const kernel :
         {"cycles_per_call: 777", "macs_per_cycle: 0.1", "rate: slots", "rate: measured",
          "blocking: 1x2", "source: peano", "native: true"}) {
        const std::string text = std::string{kEveryKey} + "kernel: {" + kernel + "}\n";
        const parameters::Values values = values_of(read(test::parse(text)));
        const GemmDesign again = read(section_of(values));
        EXPECT_EQ(lines(values_of(again)), lines(values)) << kernel;
        EXPECT_THAT(lines(values), testing::Contains(std::string{"kernel."} + kernel));
        EXPECT_TRUE(again.tile.asked() && again.rows.asked() && again.shift.asked());
        ++checked;
    }
    EXPECT_EQ(checked, 7);
}

TEST_F(GemmParameters, SayWhereACoresBuffersLie) {
    const std::string addresses =
        "{A0: 1024, A1: 16384, B0: 32768, B1: 49152, C0: 8192, C1: 24576}";
    const std::string text = replaced(kEveryKey, "[C, B, A]", addresses);
    const parameters::Values values = values_of(read(test::parse(text)));
    EXPECT_THAT(lines(values), testing::Contains(std::string{
                                   "core_buffers: A0: 1024, A1: 16384, B0: 32768, B1: 49152, C0: "
                                   "8192, C1: 24576"}));
    EXPECT_EQ(lines(values_of(read(section_of(values)))), lines(values));
}

TEST_F(GemmParameters, RefuseWhatIsNoPlaceOfACoresBuffers) {
    struct Bad {
        const char* places;
        const char* message;
    };
    int refused = 0;
    for (const auto& [places, message] :
         {Bad{"[A, B]", "this is not an order of A, B and C. List each once, as in [C, B, A]"},
          Bad{"[A, A, C]", "this is not an order of A, B and C. List each once, as in [C, B, A]"},
          Bad{"[A, B, X]", "'X' is not known here; allowed: A, B, C"},
          Bad{"{A0: 1024}", "core_buffers.A1' is missing"}}) {
        const std::string text = replaced(kEveryKey, "[C, B, A]", places);
        EXPECT_THAT(input_error([&] { static_cast<void>(read(test::parse(text))); }),
                    testing::HasSubstr(message))
            << places;
        ++refused;
    }
    EXPECT_EQ(refused, 4);
}

TEST_F(GemmParameters, RefuseAKernelWrittenInAWayThatItsFigureLeavesNoRoomFor) {
    const auto needs_slots = testing::HasSubstr("'blocking' and 'source' need the slot model");
    EXPECT_THAT(refusal_of_kernel("cycles_per_call: 777, blocking: 2x2"), needs_slots);
    EXPECT_THAT(refusal_of_kernel("macs_per_cycle: 1, source: peano"), needs_slots);
    EXPECT_THAT(refusal_of_kernel("rate: measured, blocking: 2x2"), needs_slots);
}

TEST_F(GemmParameters, RefuseAKernelOfWhichNothingIsSaidOrWhatIsNoValue) {
    const auto no_blocking = testing::HasSubstr(
        "is not ROWSxCOLUMNS; allowed: 2 whole numbers from "
        "1 to 16 with x between them");
    EXPECT_THAT(refusal_of_kernel("blocking: 2"), no_blocking);
    EXPECT_THAT(refusal_of_kernel("blocking: 0x2"), no_blocking);
    EXPECT_THAT(refusal_of_kernel("source: gcc"),
                testing::HasSubstr("'gcc' is not known here; allowed: chess, peano"));
    EXPECT_THAT(refusal_of_kernel(""), testing::HasSubstr("takes one of"));
}

TEST_F(GemmParameters, NameTheColumnsThatAEntersBy) {
    const char* const text =
        "{size: {m: 8, k: 8, n: 8}, types: {a: int8, b: int8, c: int8}, array: {a_columns: %}}";
    const auto with = [&](const std::string& columns) {
        std::string problem = text;
        return read(test::parse(problem.replace(problem.find('%'), 1, columns)));
    };
    EXPECT_EQ(with("[0, 1, 1, 7]").a_columns, (std::vector{0, 1, 1, 7}));
    EXPECT_THAT(lines(values_of(with("[0, 1]"))),
                testing::Contains(std::string{"array.a_columns: [0, 1]"}));
    for (const char* const wrong : {"[]", "[1, 0]", "[8]", "[-1]", "3"})
        EXPECT_THROW(static_cast<void>(with(wrong)), base::InputError) << wrong;
}

TEST_F(GemmParameters, OfAChosenDesignCanBeAskedFor) {
    const GemmDesign chosen =
        choose(read(test::parse("{size: {m: 512, k: 512, n: 512}, types: {a: int8, b: int8, c: "
                                "int16}}")),
               npu2);
    ASSERT_FALSE(chosen.tile.asked());
    const GemmDesign asked = read(section_of(values_of(chosen)));
    EXPECT_TRUE(asked.tile.asked());
    EXPECT_EQ(lines(values_of(asked)), lines(values_of(chosen)));
}

}  // namespace
}  // namespace xdnasim::gemm
