#include "workloads/study/study.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kProblem =
    "problem: {device: xdna-phoenix, workload: gemm, gemm: {size: {m: 1, k: 1, n: 1}}}\n";

class StudyFile : public testing::Test {
 protected:
    [[nodiscard]] Study load(const std::string& text) const {
        const std::filesystem::path file = folder_.path() / "study.yaml";
        std::ofstream{file} << text;
        return load_study(file);
    }
    [[nodiscard]] Study with_axes(const std::string& axes) const {
        return load(std::string{kProblem} + "axes: " + axes + "\n");
    }
    [[nodiscard]] std::string refusal(const std::string& text) const {
        return input_error([&] { return load(text); });
    }

    TemporaryFolder folder_;
};

/// Peak resident memory of this process, in KiB.
long peak_memory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/// Settings of a point as text, such as "gemm.k_mt=64 gemm.rho=2".
std::string text_at(const Study& study, std::int64_t point) {
    std::string text;
    for (const problem::Setting& setting : settings_at(study, point))
        text += (text.empty() ? "" : " ") + setting.key + '=' + setting.value.to_flow();
    return text;
}

std::vector<std::string> texts(const Study& study) {
    std::vector<std::string> all;
    for (const std::int64_t point : points_of(study))
        all.push_back(text_at(study, point));
    return all;
}

TEST_F(StudyFile, CrossesItsAxesTheLastOneFastest) {
    EXPECT_THAT(texts(with_axes("[{a: [1, 2]}, {b: [x, y, z]}]")),
                ElementsAre("a=1 b=x", "a=1 b=y", "a=1 b=z", "a=2 b=x", "a=2 b=y", "a=2 b=z"));
}

TEST_F(StudyFile, ChangesTheKeysOfOneAxisTogether) {
    EXPECT_THAT(texts(with_axes("[{a: [1, 2], b: [{m: 3}, {m: 4}]}]")),
                ElementsAre("a=1 b={m: 3}", "a=2 b={m: 4}"));
}

TEST_F(StudyFile, HasRangesWithBothTheirEnds) {
    EXPECT_THAT(texts(with_axes("[{a: {from: 64, to: 200, step: 64}}]")),
                ElementsAre("a=64", "a=128", "a=192"));
    EXPECT_THAT(texts(with_axes("[{a: {from: 64, to: 512, factor: 2}}]")),
                ElementsAre("a=64", "a=128", "a=256", "a=512"));
    EXPECT_THAT(texts(with_axes("[{a: {from: 0.1, to: 0.3, step: 0.1}}]")),
                ElementsAre("a=0.1", "a=0.2", "a=0.3"));
    EXPECT_THAT(texts(with_axes("[{a: {from: -0.2, to: 0.1, step: 0.1}}]")),
                ElementsAre("a=-0.2", "a=-0.1", "a=0", "a=0.1"));
    EXPECT_THAT(texts(with_axes("[{a: {from: -0.3, to: 0, step: 0.1}}]")),
                ElementsAre("a=-0.3", "a=-0.2", "a=-0.1", "a=0"));
    EXPECT_THAT(texts(with_axes("[{a: {from: 1000000000, to: 1000000002, step: 1}}]")),
                ElementsAre("a=1000000000", "a=1000000001", "a=1000000002"));
    EXPECT_THAT(texts(with_axes("[{a: {from: 1000000, to: 1000000.3, step: 0.1}}]")),
                ElementsAre("a=1000000", "a=1000000.1", "a=1000000.2", "a=1000000.3"));
    EXPECT_THAT(texts(with_axes("[{a: {from: 1, to: 1.4, factor: 1.1}}]")),
                ElementsAre("a=1", "a=1.1", "a=1.21", "a=1.331"));
}

TEST_F(StudyFile, HasRangesOfTheSmallestNumbers) {
    EXPECT_THAT(texts(with_axes("[{a: {from: 1e-310, to: 2e-310, factor: 10}}]")),
                ElementsAre("a=1e-310"));
}

TEST_F(StudyFile, DrawsTheSameSampleFromTheSameSeed) {
    const std::string study = std::string{kProblem} +
                              "axes: [{a: {from: 1, to: 1000, step: 1}}, {b: {from: 1, to: 1000, "
                              "step: 1}}]\nsample: {points: 300, seed: ";
    const std::vector<std::int64_t> points = points_of(load(study + "1}\n"));
    EXPECT_EQ(points.size(), 300U);
    EXPECT_EQ(std::set<std::int64_t>(points.begin(), points.end()).size(), 300U);
    EXPECT_TRUE(std::ranges::is_sorted(points));
    EXPECT_GE(points.front(), 0);
    EXPECT_LT(points.back(), 1'000'000);
    EXPECT_EQ(points, points_of(load(study + "1}\n")));
    EXPECT_NE(points, points_of(load(study + "2}\n")));
}

TEST_F(StudyFile, DrawsEveryPointAboutAsOften) {
    constexpr int kStudies = 2000;
    std::array<int, 10> drawn{};
    for (int seed = 0; seed < kStudies; ++seed)
        for (const std::int64_t point :
             points_of(load(std::string{kProblem} + "axes: [{a: {from: 1, to: 10, step: 1}}]\n" +
                            "sample: {points: 3, seed: " + std::to_string(seed) + "}\n")))
            ++drawn.at(static_cast<std::size_t>(point));
    // Each value is expected 600 times, with a standard deviation of 20.
    for (const int times : drawn)
        EXPECT_NEAR(times, 0.3 * kStudies, 100);
}

TEST_F(StudyFile, TakesAllPointsWhereASampleWouldHaveMore) {
    EXPECT_EQ(points_of(load(std::string{kProblem} + "axes: [{a: [1, 2]}]\nsample: {points: 5}\n"))
                  .size(),
              2U);
}

TEST_F(StudyFile, LeavesOutCombinationsForWhichAConditionDoesNotHold) {
    EXPECT_THAT(texts(with_axes("[{a: [1, 2, 3]}, {b: [1, 2, 3]}]\nwhere: a * b == 6")),
                ElementsAre("a=2 b=3", "a=3 b=2"));
    EXPECT_THAT(texts(with_axes("[{a: [1, 2, 3]}, {b: [1, 2, 3]}]\nwhere: [a < b, \"b < 3\"]")),
                ElementsAre("a=1 b=2"));
}

TEST_F(StudyFile, DrawsASampleOfWhatConditionsLeave) {
    const std::string few = "[{a: {from: 1, to: 100, step: 1}}, {b: {from: 1, to: 100, step: 1}}]";
    const std::string many =
        "[{a: {from: 1, to: 9999, step: 1}}, {b: {from: 1, to: 9999, step: 1}}]";
    int checked = 0;
    for (const std::string& axes : {few, many})
        for (const char* const method : {"random", "sobol"}) {
            const Study study = with_axes(
                axes + "\nwhere: a > 2 * b\nsample: {points: 50, method: " + method + "}");
            const std::vector<std::int64_t> points = points_of(study);
            EXPECT_EQ(std::set(points.begin(), points.end()).size(), 50U);
            EXPECT_TRUE(std::ranges::is_sorted(points));
            EXPECT_EQ(points_of(study), points) << "the same again";
            for (const std::int64_t point : points) {
                const auto at = settings_at(study, point);
                EXPECT_GT(at[0].value.as_int(1, 9999), 2 * at[1].value.as_int(1, 9999));
                ++checked;
            }
        }
    EXPECT_EQ(checked, 200);
}

TEST_F(StudyFile, SpreadsASampleBySobolEvenly) {
    // The first 2^n points of the sequence after its origin are spread evenly: each interval of an
    // axis and each square of a pair of axes holds its share, here 16 of 256 points in each of 4 x
    // 4 squares.
    const Study study = with_axes(
        "[{a: {from: 0, to: 1023, step: 1}}, {b: {from: 0, to: 1023, step: 1}}]\n"
        "sample: {points: 256, seed: 256, method: sobol}");
    std::array<int, 16> counts{};
    for (const std::int64_t point : points_of(study))
        ++counts[static_cast<std::size_t>(point / 1024 / 256 * 4 + point % 1024 / 256)];
    for (const int count : counts)
        EXPECT_EQ(count, 16);
}

TEST_F(StudyFile, WithoutPointsIsRefused) {
    EXPECT_THAT(input_error([&] { return points_of(with_axes("[{a: [1, 2]}]\nwhere: a > 2")); }),
                HasSubstr("study.yaml:3:8: where: no combination meets the condition"));
    EXPECT_THAT(input_error([&] {
                    return points_of(
                        with_axes("[{a: {from: 1, to: 9999, step: 1}}, {b: {from: 1, to: "
                                  "9999, step: 1}}]\nwhere: a + b == 2\nsample: {points: 3}"));
                }),
                HasSubstr("study.yaml:4:9: sample: only 0 distinct points found in 3000 draws"));
    // A large sample is given up sooner.
    EXPECT_THAT(input_error([&] {
                    return points_of(
                        with_axes("[{a: {from: 1, to: 9999, step: 1}}, {b: {from: 1, to: "
                                  "9999, step: 1}}]\nwhere: a < 1\nsample: {points: 1000000}"));
                }),
                HasSubstr("only 0 distinct points found in 100000 draws"));
}

TEST_F(StudyFile, NamesAProblemCountedFromItsFolder) {
    std::ofstream{folder_.path() / "p.yaml"} << "device: xdna-phoenix\n";
    const Study study = load("problem: p.yaml\naxes: [{a: [1]}]\n");
    EXPECT_EQ(study.problem.to_flow(), "{device: xdna-phoenix}");
    EXPECT_EQ(study.folder, folder_.path());
    EXPECT_EQ(study.title, "study");
}

TEST_F(StudyFile, HasFigures) {
    const Study study = load(std::string{kProblem} +
                             "axes: [{a: [1]}]\n"
                             "figures: [{title: T, kind: lines, x: a, y: tops, series: b}, "
                             "{title: U, kind: map, x: a, y: b, colour: tops}]\n");
    ASSERT_EQ(study.figures.size(), 2U);
    EXPECT_EQ(study.figures[0].series, "b");
    EXPECT_EQ(study.figures[1].kind, FigureKind::Map);
    EXPECT_EQ(study.figures[1].colour, "tops");
}

TEST_F(StudyFile, NamesThePlaceOfAProblemThatIsMissing) {
    EXPECT_THAT(refusal("problem: none.yaml\naxes: [{a: [1]}]\n"),
                testing::AllOf(testing::HasSubstr("study.yaml:1:10: '"),
                               testing::HasSubstr("none.yaml': no such file")));
}

TEST_F(StudyFile, IsNotADesignInMlir) {
    try {
        static_cast<void>(load_study(XDNASIM_EXAMPLES "/design_place/aie.mlir"));
        FAIL();
    } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("aie.mlir: this is MLIR"));
        EXPECT_THAT(error.what(), testing::HasSubstr("a file with problem: aie.mlir, and axes"));
    }
}

TEST_F(StudyFile, IsNotAProblemItself) {
    EXPECT_THAT(refusal("device: xdna-phoenix\nworkload: gemm\n"),
                testing::HasSubstr("study.yaml:1:1: this is a problem, not a study. Write a file "
                                   "with problem: study.yaml, and axes"));
}

TEST_F(StudyFile, IsRefusedWithItsPlace) {
    struct Bad {
        std::string rest;
        std::string message;
    };
    const std::vector<Bad> all{
        {"", "'axes' is missing; allowed: a list of axes"},
        {"axes: [{a: {to: 2}}]\n", "'axes.0.a.from' is missing; allowed: a number"},
        {"axes: [{a: {m: [2]}}]\n",
         "axes.0.a: a map here is a range: from, to, and either step or "
         "factor. A key of the problem is written with dots"},
        {"axes: {a: [1]}\n", "study.yaml:2:7: axes is a list of axes: write '- ' before each"},
        {"axes: [{a: [1]}]\nsample: {seed: 1}\n",
         "'sample.points' is missing; allowed: 1 to 1000000"},
        {"axes: [{a: [1]}]\nfigures: [{title: T}]\n",
         "'figures.0.kind' is missing; allowed: lines, points, map"},
        {"axes: [{a: [1]}]\nfigures: [{title: T, kind: lines, x: a}]\n",
         "'figures.0.y' is missing; allowed: a column of the table"},
        {"axes: []\n", "study.yaml:2:7: axes: a study needs at least one axis"},
        {"axes: [{}]\n", "study.yaml:2:8: axes.0: an axis needs at least one key of the problem"},
        {"axes: [{a: []}]\n", "axes.0.a: no values"},
        {"axes: [{a: 5}]\n", "study.yaml:2:12"},
        {"axes: [{a: [1, 2], b: [1]}]\n", "2 values of a, but 1 of b"},
        {"axes: [{a: [1]}, {a: [2]}]\n", "a is in two axes"},
        {"axes: [{gemm.size.m: [1]}, {gemm.size: [{m: 2}]}]\n",
         "study.yaml:2:29: gemm.size replaces gemm.size.m, which is set before it. Set gemm.size "
         "first, or only one of the two"},
        {"axes: [{device.set.dram.total: [1], device: [xdna-phoenix]}]\n",
         "study.yaml:2:37: device replaces device.set.dram.total"},
        {"axes: [{a: {from: 1, to: 2}}]\n", "either step or factor"},
        {"axes: [{a: {from: 1, to: 2, step: 1, factor: 2}}]\n", "either step or factor"},
        {"axes: [{a: {from: 0, to: 2, factor: 2}}]\n", "begins above 0"},
        {"axes: [{a: {from: 3, to: 2, step: 1}}]\n", "study.yaml:2:26"},
        {"axes: [{a: {from: 1, to: 2, step: 0}}]\n", "study.yaml:2:35"},
        {"axes: [{a: {from: 1, to: 1e9, step: 0.1}}]\n", "more than 1000000 values"},
        {"axes: [{a: {from: 1, to: 2000, step: 1}}, {b: {from: 1, to: 2000, step: 1}}]\n",
         "4000000 combinations; allowed: up to 1000000, or a sample"},
        {"axes: [{a: {from: 1, to: 1000, step: 1}}, {b: []}]\n", "axes.1.b: no values"},
        {"axes: [{a: {from: 1, to: 1000, step: 1}}, {b: {from: 1, to: 2}}]\n",
         "axes.1.b: a range has from, to, and either step or factor"},
        {"axes: [{a: [1]}]\nsample: {points: 0}\n", "study.yaml:3:18"},
        {"axes: [{a: [1]}]\nsample: {points: 2, method: dice}\n", "random, sobol"},
        {"axes: [{a: [1]}]\nwhere: a =\n", "study.yaml:3:8: 'a =' is not a condition"},
        {"axes: [{a: [1]}]\nwhere: {a: 1}\n", "study.yaml:3:8"},
        {"axes: [{a: [1]}]\nfigures: [{title: T, kind: pie, x: a, y: b}]\n", "lines, points, map"},
        {"axes: [{a: [1]}]\nfigures: [{title: T, kind: map, x: a, y: b}]\n", "colour"},
        {"axes: [{a: [1]}]\naxis: 1\n", "unknown key 'axis'"},
    };
    for (const Bad& bad : all)
        EXPECT_THAT(refusal(kProblem + bad.rest), HasSubstr(bad.message)) << bad.rest;
    EXPECT_THAT(refusal(""), HasSubstr("a study has problem and axes"));
    EXPECT_THAT(refusal("problem: none.yaml\naxes: [{a: [1]}]\n"), HasSubstr("none.yaml"));
}

TEST_F(StudyFile, CountsItsPointsBeforeItMakesTheValuesOfItsAxes) {
    // The values of the forty axes would take 8 GB of memory.
    std::string axes;
    for (int i = 0; i < 40; ++i)
        axes += fmt::format("  - {{k{}: {{from: 1, to: 1000000, step: 1}}}}\n", i);
    const auto before = peak_memory();
    EXPECT_THAT(refusal(kProblem + ("axes:\n" + axes + "sample: {points: 3}\n")),
                HasSubstr("study.yaml:3:3: axes: too many combinations to count"));
    EXPECT_THAT(refusal(kProblem + ("axes:\n" + axes)), HasSubstr("too many combinations"));
    constexpr long kMebibytes = 100;
    EXPECT_LT(peak_memory() - before, kMebibytes * 1024);
}

TEST_F(StudyFile, MayHaveAxesOfKeysThatItsOtherAxesBring) {
    const auto refused = [&](const std::string& axes) {
        const Study study = with_axes(axes);
        return input_error([&] { require_keys(study); });
    };
    EXPECT_THAT(refused("[{a: [1]}]"),
                HasSubstr("study.yaml:2:9: a: unknown key 'a'; did you mean 'gemm.types.a'? "));
    EXPECT_THAT(refused("[{gemm.k_mt: [1]}, {gemm.mt: [1]}]"),
                HasSubstr("study.yaml:2:27: gemm.mt"));
    EXPECT_THAT(refused("[{transfer.columns: [1]}]"), HasSubstr("unknown key 'transfer'"));
    EXPECT_NO_THROW(require_keys(with_axes("[{workload: [transfer]}, {transfer.columns: [1]}]")));
    EXPECT_NO_THROW(require_keys(with_axes(
        "[{device: [versal-ve2802]}, {device.set.pl.clock_ghz: [0.3]}, {gemm.size.m: [8]}]")));
}

class FilesOfAStudy : public StudyFile {
 protected:
    [[nodiscard]] std::vector<std::string> named(const std::string& rest) const {
        std::vector<std::string> names;
        for (const auto& file : named_files(load(
                 "problem: {workload: design, design: {file: a/d.mlir, kernels: {scale: {cycles: "
                 "5}}}}\naxes: " +
                 rest + "\n")))
            names.push_back(file.lexically_relative(folder_.path()).string());
        return names;
    }
};

TEST_F(FilesOfAStudy, FollowFromSeveralAxesTogether) {
    EXPECT_THAT(
        named("[{design.file: [b/d.mlir]}, {design.kernels: [{scale: {program: p.yaml}}]}]"),
        ElementsAre("a/d.mlir", "b/d.mlir", "b/p.yaml"));
    EXPECT_THAT(named("[{workload: [netlist]}, {netlist.result: [r.json, s.json]}]"),
                ElementsAre("a/d.mlir", "r.json", "s.json"));
}

TEST_F(FilesOfAStudy, AreThoseOfItsPoints) {
    const std::string kernels = "{design.kernels.scale.program: [p.yaml, q.yaml]}";
    const std::string of_b =
        "(design.file == 'b/d.mlir' and design.kernels.scale.program == 'p.yaml')";
    const std::string of_c =
        "(design.file == 'c/d.mlir' and design.kernels.scale.program == 'q.yaml')";
    EXPECT_THAT(
        named("[{design.file: [b/d.mlir, c/d.mlir]}, " + kernels +
              ", {design.default_cycles: [1, 2]}]\nwhere: design.default_cycles == 2 and (" + of_b +
              " or " + of_c + ")"),
        ElementsAre("a/d.mlir", "b/d.mlir", "b/p.yaml", "c/d.mlir", "c/q.yaml"));
}

TEST(Studies, ThatComeWithXdnasimHaveKeysPointsAndFigures) {
    int checked = 0;
    for (const auto& entry : std::filesystem::directory_iterator{XDNASIM_VALIDATION "/studies"}) {
        const Study study = load_study(entry.path());
        EXPECT_NO_THROW(require_keys(study)) << entry.path();
        EXPECT_FALSE(points_of(study).empty()) << entry.path();
        EXPECT_FALSE(study.figures.empty()) << entry.path();
        EXPECT_NE(study.title, entry.path().stem()) << entry.path();
        ++checked;
    }
    EXPECT_GE(checked, 30);
}

}  // namespace
}  // namespace xdnasim::study
