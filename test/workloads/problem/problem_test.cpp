#include "workloads/problem/problem.hpp"

#include <initializer_list>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/replaced_text.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/gemm/gemm_workload.hpp"

namespace xdnasim::problem {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::string_view kGemmText = R"(device: xdna2-krackan
workload: gemm
gemm:
  size: {m: 4032, k: 4320, n: 4608}
  types: {a: int8, b: int8, c: int16}
  tile: {m: 128, k: 72, n: 112}
  k_mt: 432
)";

class ProblemFile : public testing::Test {
 protected:
    [[nodiscard]] Problem load(std::string_view text, std::vector<Setting> settings = {}) const {
        return load_problem(folder_.write("problem.yaml", text), settings);
    }
    [[nodiscard]] Problem set(const std::string& key, const std::string& value) const {
        return load(kGemmText, {{key, value}});
    }
    [[nodiscard]] gemm::GemmDesign design_of(std::string_view text,
                                             std::vector<Setting> settings = {}) const {
        return *gemm::design_of(load(text, std::move(settings)).workload.get());
    }
    /// The design of kGemmText with one additional setting.
    [[nodiscard]] gemm::GemmDesign design_with(const std::string& key,
                                               const std::string& value) const {
        return design_of(kGemmText, {{key, value}});
    }
    /// The message with which `text`, with `settings`, is refused.
    [[nodiscard]] std::string refusal(std::string_view text,
                                      std::vector<Setting> settings = {}) const {
        return input_error([&] { return load(text, std::move(settings)); });
    }
    [[nodiscard]] std::string refusal_of(const std::string& key, const std::string& value) const {
        return refusal(kGemmText, {{key, value}});
    }
    [[nodiscard]] static std::string without(std::string_view line_start) {
        std::string text{kGemmText};
        const auto begin = text.find(line_start);
        return text.erase(begin, text.find('\n', begin) + 1 - begin);
    }

    TemporaryFolder folder_;
};

TEST_F(ProblemFile, MayAskForTheArraysReconfiguration) {
    EXPECT_FALSE(load(kGemmText).reconfigure);
    EXPECT_TRUE(set("reconfigure", "true").reconfigure);
    EXPECT_THAT(refusal_of("reconfigure", "sometimes"), HasSubstr("reconfigure"));
}

TEST_F(ProblemFile, GivesDeviceSizesTypesAndTile) {
    EXPECT_EQ(load(kGemmText).device.name, "xdna2-krackan");
    const gemm::GemmDesign design = design_of(kGemmText);
    EXPECT_EQ(design.size, (gemm::Extent{4032, 4320, 4608}));
    EXPECT_EQ(design.a_type, kernels::DataType::Int8);
    EXPECT_EQ(design.c_type, kernels::DataType::Int16);
    EXPECT_EQ(design.tile->k, 72);
    EXPECT_EQ(*design.k_mt, 432);
}

TEST_F(ProblemFile, TakesProductsOfBf16IntoF32) {
    const gemm::GemmDesign design =
        design_of(kGemmText, {{"gemm.types", "{a: bf16, b: bf16, c: f32}"},
                              {"gemm.tile", "{m: 64, k: 48, n: 64}"},
                              {"gemm.k_mt", "96"}});
    EXPECT_EQ(design.a_type, kernels::DataType::Bf16);
    EXPECT_EQ(design.c_type, kernels::DataType::F32);
    EXPECT_THAT(refusal(kGemmText, {{"gemm.types.c", "f32"}}),
                testing::HasSubstr("has no kernel for int8 x int8 -> f32; it has int8 x int8"));
}

TEST_F(ProblemFile, LeavesWhatIsNotAskedForToTheMapping) {
    const gemm::GemmDesign design = design_of(kGemmText);
    EXPECT_FALSE(design.rows.asked());
    EXPECT_EQ(*design.rows, 4);
    EXPECT_FALSE(design.columns.asked());
    EXPECT_EQ(*design.columns, 8);
    EXPECT_FALSE(design.shift.asked());
    EXPECT_FALSE(design.kernel.cycles_per_call.has_value());
    EXPECT_FALSE(design.kernel.macs_per_cycle.has_value());
    EXPECT_EQ(design.rounding, kernels::Rounding::ConvEven);
}

TEST_F(ProblemFile, SettingsReplaceValues) {
    EXPECT_EQ(design_with("gemm.size.m", "8064").size.m, 8064);
    EXPECT_EQ(design_with("gemm.tile", "{m: 96, k: 72, n: 48}").tile->n, 48);
}

TEST_F(ProblemFile, SettingsAddValues) {
    EXPECT_EQ(design_with("gemm.shift", "9").shift, 9);
    EXPECT_EQ(design_with("gemm.array.columns", "4").columns, 4);
    EXPECT_EQ(design_with("gemm.rounding", "symmetric_inf").rounding,
              kernels::Rounding::SymmetricInf);
    EXPECT_EQ(design_with("gemm.kernel.cycles_per_call", "3000").kernel.cycles_per_call,
              arch::Cycles{3000});
    EXPECT_EQ(design_with("gemm.kernel.macs_per_cycle", "212.5").kernel.macs_per_cycle, 212.5);
}

TEST_F(ProblemFile, ChoosesLayoutBuffersStackAndReconfiguration) {
    EXPECT_EQ(design_with("gemm.b_layout", "row-major").b_layout, kernels::Layout::RowMajor);
    EXPECT_EQ(design_with("gemm.c_buffers_l2", "2").c_buffers_l2, 2);
    EXPECT_EQ(design_with("gemm.stack_bytes", "512").stack, arch::Bytes{512});
    EXPECT_EQ(design_with("gemm.bd_reconfiguration", "sequential").bd_reconfiguration,
              gemm::BdReconfiguration::Sequential);
    EXPECT_EQ(design_with("gemm.bd_reconfiguration", "ping-pong").bd_reconfiguration,
              gemm::BdReconfiguration::PingPong);
    EXPECT_EQ(
        design_of(kGemmText, {{"gemm.c_buffers", "2"}, {"gemm.tile", "{m: 64, k: 72, n: 64}"}})
            .c_buffers,
        2);
}

TEST_F(ProblemFile, LeavesTileAndDepthToTheDevice) {
    EXPECT_FALSE(design_of(without("  k_mt"), {{"gemm.shift", "3"}}).k_mt.asked());
    EXPECT_FALSE(design_of(without("  tile")).tile.asked());
    EXPECT_TRUE(design_of(kGemmText).tile.asked());
}

TEST_F(ProblemFile, SuggestsWhatAMisspeltChoiceMayMean) {
    EXPECT_THAT(refusal_of("gemm.bd_reconfiguration", "pingpong"),
                HasSubstr("did you mean 'ping-pong'"));
    EXPECT_THAT(refusal_of("gemm.types.c", "int61"), HasSubstr("did you mean 'int16'"));
}

TEST_F(ProblemFile, RefusesAStackThatLeavesBuffersUnaligned) {
    EXPECT_THAT(refusal_of("gemm.stack_bytes", "100"), HasSubstr("multiples of 64"));
}

TEST_F(ProblemFile, NamesThePlaceOfATileThatDoesNotFit) {
    const std::string text = replaced(kGemmText, "m: 128", "m: 160");
    EXPECT_THAT(refusal(text),
                AllOf(HasSubstr("problem.yaml:6:9: gemm.tile 160x72x112"),
                      HasSubstr("more than the 64512"), HasSubstr("nearest tile that fits: ")));
}

TEST_F(ProblemFile, NamesTheSectionWhenTheKeyAtFaultIsNotThere) {
    // The tile at fault is the default one: it does not fit with a second buffer of C and the k_mt
    // of the file.
    EXPECT_THAT(refusal(without("  tile"), {{"gemm.c_buffers", "2"}}),
                HasSubstr("problem.yaml:4:3: gemm.tile"));
}

TEST_F(ProblemFile, NamesTheStackThatLeavesNoRoomForATile) {
    EXPECT_THAT(refusal(without("  tile"), {{"gemm.stack_bytes", "65536"}}),
                testing::EndsWith("; allowed: up to 65152"));
    EXPECT_THAT(refusal(without("  tile") + "  stack_bytes: 65536\n"),
                HasSubstr("problem.yaml:7:16: gemm.stack_bytes 65536 leaves 0 of"));
}

TEST_F(ProblemFile, NamesTheSettingThatMakesATileNotFit) {
    EXPECT_THAT(refusal_of("gemm.tile.m", "256"),
                HasSubstr("--set gemm.tile.m: gemm.tile 256x72x112"));
}

TEST_F(ProblemFile, NamesTheDeviceThatBoundsAValue) {
    EXPECT_THAT(refusal_of("gemm.array.columns", "9"),
                HasSubstr("whole numbers from 1 to 8, the columns of xdna2-krackan"));
    EXPECT_THAT(refusal_of("gemm.array.rows", "5"),
                HasSubstr("whole numbers from 1 to 4, the rows of cores of xdna2-krackan"));
    EXPECT_THAT(refusal_of("gemm.stack_bytes", "65600"),
                HasSubstr("whole numbers from 0 to 65536, the memory of a core of xdna2-krackan"));
}

TEST_F(ProblemFile, SuggestsADeviceFileThatLiesBesideIt) {
    folder_.write("half-strix.yaml", "extends: xdna2-strix\n");
    const std::string text = replaced(kGemmText, "xdna2-krackan", "half-strix");
    EXPECT_THAT(refusal(text), HasSubstr("problem.yaml:1:9: unknown device 'half-strix'; did you "
                                         "mean './half-strix.yaml'? allowed: "));
    EXPECT_THAT(refusal_of("device", "half-strix"),
                AllOf(HasSubstr("--set device: unknown device 'half-strix'; did you mean '"),
                      HasSubstr("/half-strix.yaml'? allowed: ")));
}

TEST_F(ProblemFile, SaysWhatBelongsIntoAnEmptyOne) {
    EXPECT_THAT(refusal("# to do\n"),
                testing::EndsWith("problem.yaml: empty; a problem has device, workload and a "
                                  "section of the workload; see workloads/examples"));
}

TEST_F(ProblemFile, NamesLineAndColumnOfAWrongValue) {
    EXPECT_THAT(refusal(replaced(kGemmText, "432\n", "many\n")), HasSubstr("problem.yaml:7:9: "));
}

TEST_F(ProblemFile, NamesTheNearestOfAMisspeltKey) {
    EXPECT_THAT(refusal(std::string{kGemmText} + "  titel: 3\n"),
                AllOf(HasSubstr("problem.yaml:8:3: "), HasSubstr("'titel'"),
                      HasSubstr("did you mean 'tile'")));
}

TEST_F(ProblemFile, NamesEveryKindOfMissingKey) {
    EXPECT_THAT(refusal(without("device")), HasSubstr("'device'"));
    EXPECT_THAT(refusal(without("workload")), HasSubstr("'workload'"));
    EXPECT_THAT(refusal(without("  size")), HasSubstr("size"));
    EXPECT_THAT(refusal(without("  types")), HasSubstr("types"));
}

TEST_F(ProblemFile, RefusesDuplicateKeys) {
    EXPECT_THAT(refusal(std::string{kGemmText} + "  k_mt: 5\n"),
                AllOf(HasSubstr("problem.yaml:8:3: "), HasSubstr("k_mt")));
}

TEST_F(ProblemFile, BoundsSizes) {
    EXPECT_EQ(design_with("gemm.size.m", "1048576").size.m, 1048576);
    EXPECT_THAT(refusal_of("gemm.size.m", "1048577"), HasSubstr("1048576"));
    EXPECT_THAT(refusal_of("gemm.size.n", "0"), HasSubstr("from 1"));
    EXPECT_THAT(refusal_of("gemm.size.k", "-5"), HasSubstr("from 1"));
}

TEST_F(ProblemFile, BoundsShift) {
    EXPECT_EQ(design_with("gemm.shift", "16").shift, 16);
    EXPECT_THAT(refusal_of("gemm.shift", "17"), HasSubstr("at most 16 for int8 inputs"));
    EXPECT_THAT(refusal_of("gemm.shift", "32"), HasSubstr("from 0 to 31"));
}

TEST_F(ProblemFile, BoundsTheArrayByTheDevice) {
    EXPECT_EQ(design_with("gemm.array.columns", "8").columns, 8);
    EXPECT_THAT(refusal_of("gemm.array.columns", "9"), HasSubstr("from 1 to 8"));
    EXPECT_THAT(refusal_of("gemm.array.rows", "5"), HasSubstr("from 1 to 4"));
}

/// 128 x 72 x 112 products, at 512 in a cycle, take 2,016 cycles.
TEST_F(ProblemFile, BoundsTheCyclesOfACall) {
    EXPECT_EQ(design_with("gemm.kernel.cycles_per_call", "2016").tile->m, 128);
    EXPECT_THAT(refusal_of("gemm.kernel.cycles_per_call", "2015"), HasSubstr("allowed: from 2016"));
}

TEST_F(ProblemFile, TakesExactlyOneFigureForTheKernel) {
    EXPECT_THAT(refusal_of("gemm.kernel", "{}"), HasSubstr("takes one of"));
    EXPECT_THAT(refusal_of("gemm.kernel", "{cycles_per_call: 5, macs_per_cycle: 6}"),
                HasSubstr("takes one of"));
}

TEST_F(ProblemFile, NamesTheSettingAtFault) {
    EXPECT_THAT(refusal_of("gemm.size.q", "1"),
                AllOf(HasSubstr("--set gemm.size.q"), HasSubstr("m, k, n")));
}

TEST_F(ProblemFile, NamesTheNearestDevice) {
    const std::string text = replaced(kGemmText, "krackan", "kracken");
    EXPECT_THAT(refusal(text),
                AllOf(HasSubstr("problem.yaml:1:9: "), HasSubstr("'xdna2-krackan'")));
}

TEST_F(ProblemFile, FindsADeviceFileBesideItself) {
    std::filesystem::create_directory(folder_.path() / "devices");
    for (const char* file : {"teaching-2x1.yaml", "architectures"})
        std::filesystem::copy(std::filesystem::path{XDNASIM_DEVICE_FILES} / file,
                              folder_.path() / "devices" / file,
                              std::filesystem::copy_options::recursive);
    const std::string text = replaced(kGemmText, "xdna2-krackan", "devices/teaching-2x1.yaml");
    const Problem problem = load(text);
    EXPECT_EQ(problem.device.name, "teaching-2x1");
    EXPECT_EQ(problem.device.file.parent_path(), folder_.path() / "devices");
}

TEST_F(ProblemFile, ChangesNumbersOfTheDevice) {
    const Problem problem = set("device", "{base: xdna2-krackan, set: {array.clock_ghz: 1.5}}");
    EXPECT_DOUBLE_EQ(problem.device.clock_ghz, 1.5);
}

TEST_F(ProblemFile, RefusesAnUnknownWorkload) {
    EXPECT_THAT(refusal_of("workload", "gem"), HasSubstr("did you mean 'gemm'"));
}

TEST(Examples, AllLoad) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator{XDNASIM_EXAMPLES}) {
        if (!entry.is_regular_file()) continue;
        EXPECT_NO_THROW(static_cast<void>(load_problem(entry.path()))) << entry.path();
        ++count;
    }
    EXPECT_GE(count, 7);
}

}  // namespace
}  // namespace xdnasim::problem
