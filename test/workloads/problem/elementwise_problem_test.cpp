// Problem files of elementwise runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/replaced_text.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::problem {
namespace {

using elementwise::KernelKind;
using testing::AllOf;
using testing::HasSubstr;

constexpr std::string_view kElementwiseText = R"(device: xdna-phoenix
workload: elementwise
elementwise:
  object_bytes: 64
  objects: 8
  kernel: {kind: add_one}
)";

class ElementwiseFile : public testing::Test {
 protected:
    [[nodiscard]] elementwise::ElementwiseDesign load(std::vector<Setting> settings = {}) const {
        const Problem problem =
            load_problem(folder_.write("problem.yaml", kElementwiseText), settings);
        return dynamic_cast<const elementwise::ElementwiseWorkload&>(*problem.workload).design();
    }
    [[nodiscard]] std::string refusal(std::string_view part, std::string_view replacement) const {
        const std::string text = replaced(kElementwiseText, part, replacement);
        return input_error([&] { return load_problem(folder_.write("problem.yaml", text)); });
    }

    TemporaryFolder folder_;
};

TEST_F(ElementwiseFile, TakesTheFirstCoreTwoObjectsAndNoMemTileUnlessItSaysOtherwise) {
    const auto problem = load();
    EXPECT_EQ(problem.core, (arch::TileId{0, 2}));
    EXPECT_EQ(problem.object, arch::Bytes{64});
    EXPECT_EQ(problem.objects, 8);
    EXPECT_EQ(problem.depth, 2);
    EXPECT_FALSE(problem.mem_tile_object.has_value());
    EXPECT_EQ(problem.kernel.kind, KernelKind::AddOne);
    EXPECT_EQ(problem.kernel.name, "add_one");
    EXPECT_EQ(problem.kernel.type, kernels::DataType::Int32);
    EXPECT_FALSE(problem.kernel.cycles_per_call.has_value());
}

TEST_F(ElementwiseFile, GivesWhatItSays) {
    const auto problem =
        load({{"elementwise.column", "3"},
              {"elementwise.row", "5"},
              {"elementwise.depth", "4"},
              {"elementwise.mem_tile", "true"},
              {"elementwise.mem_tile_object_bytes", "128"},
              {"elementwise.kernel",
               "{kind: scale, name: triple, type: int8, factor: -3, cycles_per_call: 70}"}});
    EXPECT_EQ(problem.core, (arch::TileId{3, 5}));
    EXPECT_EQ(problem.depth, 4);
    EXPECT_EQ(problem.mem_tile_object, arch::Bytes{128});
    EXPECT_EQ(problem.kernel.kind, KernelKind::Scale);
    EXPECT_EQ(problem.kernel.name, "triple");
    EXPECT_EQ(problem.kernel.type, kernels::DataType::Int8);
    EXPECT_EQ(problem.kernel.factor, -3);
    EXPECT_EQ(problem.kernel.cycles_per_call, arch::Cycles{70});
}

TEST_F(ElementwiseFile, PutsTheCoresObjectsIntoTheMemTileWhenItsSizeIsLeftOut) {
    EXPECT_EQ(load({{"elementwise.mem_tile", "true"}}).mem_tile_object, arch::Bytes{64});
    EXPECT_FALSE(load({{"elementwise.mem_tile", "false"}}).mem_tile_object.has_value());
}

TEST_F(ElementwiseFile, IsMappedAsAProblem) {
    const auto problem = load_problem(folder_.write("problem.yaml", kElementwiseText));
    EXPECT_EQ(map_problem(problem).workload->name(), "elementwise");
}

TEST_F(ElementwiseFile, NamesThePlaceOfWhatItRefuses) {
    EXPECT_THAT(
        refusal("object_bytes: 64", "object_bytes: 66"),
        HasSubstr("problem.yaml:4:17: elementwise.object_bytes: 66 is not a multiple of 4"));
    EXPECT_THAT(refusal("objects: 8", "objects: 0"), HasSubstr("problem.yaml:5:12: '0'"));
    EXPECT_THAT(refusal("  objects: 8\n", ""), HasSubstr("'elementwise.objects' is missing"));
    EXPECT_THAT(refusal("  objects: 8\n", "  objects: 8\n  column: 4\n"),
                HasSubstr("problem.yaml:6:11: '4' is out of range; allowed: whole numbers from 0 "
                          "to 3, the columns of xdna-phoenix"));
    EXPECT_THAT(refusal("  objects: 8\n", "  objects: 8\n  row: 1\n"),
                HasSubstr("problem.yaml:6:8: '1' is out of range; allowed: whole numbers from 2 "
                          "to 5, the rows of cores of xdna-phoenix"));
    EXPECT_THAT(refusal("  objects: 8\n", "  objects: 8\n  depth: 9\n"),
                HasSubstr("problem.yaml:6:10: elementwise.depth: "));
    EXPECT_THAT(refusal("  objects: 8\n", "  objects: 8\n  mem_tile: 2\n"),
                HasSubstr("problem.yaml:6:13: "));
    EXPECT_THAT(refusal("  objects: 8\n", "  objects: 8\n  mem_tile_object_bytes: 64\n"),
                HasSubstr("problem.yaml:6:26: the mem tile is not used. Set mem_tile: true"));
}

TEST_F(ElementwiseFile, NamesThePlaceInAKernel) {
    EXPECT_THAT(refusal("add_one", "add_oen"),
                AllOf(HasSubstr("problem.yaml:6:18: "), HasSubstr("did you mean 'add_one'?")));
    EXPECT_THAT(refusal("add_one", "scale"), HasSubstr("'elementwise.kernel.factor' is missing"));
    EXPECT_THAT(refusal("add_one", "copy, type: int8"), HasSubstr("6:24: unknown key 'type'"));
    EXPECT_THAT(
        refusal("add_one", "scale, factor: 3"),
        HasSubstr(
            "problem.yaml:6:11: elementwise.kernel: no slot model for a kernel that scales int32"));
    EXPECT_THAT(refusal("add_one", "add_one, cycles_per_call: 0"), HasSubstr("6:44: '0'"));
    EXPECT_THAT(refusal("add_one", "add_one, type: bf16"),
                AllOf(HasSubstr("6:33: "), HasSubstr("allowed: int8, int16, int32")));
    EXPECT_THAT(refusal("add_one", "add_one, name: " + std::string(33, 'n')),
                HasSubstr("a name of 33 bytes; allowed: up to 32"));
}

TEST_F(ElementwiseFile, HasNoSectionOfAnotherWorkload) {
    EXPECT_THAT(refusal("elementwise:\n", "gemm: {}\nelementwise:\n"),
                HasSubstr("problem.yaml:3:1: unknown key 'gemm'"));
    EXPECT_THAT(refusal("workload: elementwise", "workload: elementwse"),
                HasSubstr("did you mean 'elementwise'?"));
}

}  // namespace
}  // namespace xdnasim::problem
