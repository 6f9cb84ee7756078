// Problems on ports to the programmable logic, exported and read back with the ports.yaml beside
// the text.

#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/mlir/design_files.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "base/yaml.hpp"
#include "test/backends/mlir/schedule_objects.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::mlir {
namespace {

using testing::HasSubstr;

struct PlExample {
    const char* name;
    const char* file;
    std::vector<problem::Setting> settings;
    bool has_sources = true;  ///< whether the export has sources of its kernels
};

void PrintTo(const PlExample& example, std::ostream* stream) {
    *stream << example.name;
}

std::string content_of(const std::vector<DesignFile>& files, const std::string& path) {
    for (const DesignFile& file : files)
        if (file.path == path) return file.content;
    ADD_FAILURE() << "there is no " << path;
    return {};
}

class PlRoundTrip : public testing::TestWithParam<PlExample> {
 protected:
    [[nodiscard]] static design::Design read_back(const std::vector<DesignFile>& files,
                                                  const arch::Device& device) {
        const base::Node ports = base::parse_yaml(content_of(files, "ports.yaml"), "ports.yaml");
        design::Request request;
        request.ports.ports = *ports.find("ports");
        if (const base::Node* const clock = ports.find("pl_clock_ghz"))
            request.ports.clock_ghz = clock->as_double(0, 10);
        return design::read_design(content_of(files, "aie.mlir"), "aie.mlir", device, request);
    }
};

TEST_P(PlRoundTrip, IsTheSameScheduleAndTakesAsLong) {
    const problem::Problem problem = problem::load_problem(
        std::string{XDNASIM_EXAMPLES "/"} + GetParam().file, GetParam().settings);
    const schedule::Schedule before = problem::map_problem(problem);
    ASSERT_GE(before.pl.ports.size(), 2U);
    const std::vector<DesignFile> files = design_files(before, problem.device, {"versal-ve2802"});
    const design::Design read = read_back(files, problem.device);
    EXPECT_EQ(read.missing, std::nullopt);
    EXPECT_TRUE(read.losses.empty());
    EXPECT_EQ(first_difference(before, read.schedule), std::nullopt);
    EXPECT_EQ(write(read.schedule, problem.device), content_of(files, "aie.mlir"));
    EXPECT_EQ(ports_text(read.schedule), content_of(files, "ports.yaml"));
    const auto backend = backends::make_systemc_backend();
    const auto cycles = backend->run(before, problem.device, {}).cycles->count();
    EXPECT_EQ(backend->run(read.schedule, problem.device, {}).cycles->count(), cycles);
    schedule::Schedule checked = read.schedule;
    checked.workload = before.workload;
    const auto result = backend->run(checked, problem.device, {.verify = true});
    ASSERT_TRUE(result.verification);
    EXPECT_TRUE(result.verification->passed) << result.verification->message;
    EXPECT_EQ(result.cycles->count(), cycles);
}

TEST_P(PlRoundTrip, SaysWhichKernelsHaveToBeWritten) {
    const problem::Problem problem = problem::load_problem(
        std::string{XDNASIM_EXAMPLES "/"} + GetParam().file, GetParam().settings);
    const schedule::Schedule schedule = problem::map_problem(problem);
    const std::vector<DesignFile> files = design_files(schedule, problem.device, {"versal-ve2802"});
    const std::string readme = content_of(files, "README.txt");
    int sources = 0;
    for (const DesignFile& file : files) {
        if (!file.path.starts_with("kernels/") || !file.path.ends_with(".cc")) continue;
        ++sources;
        EXPECT_EQ(file.content.find("#error \"") == std::string::npos, GetParam().has_sources);
        EXPECT_EQ(readme.find("\n  " + file.path) == std::string::npos, GetParam().has_sources);
    }
    EXPECT_EQ(sources, static_cast<int>(schedule.kernels.size()));
}

/// Where mlir-aie puts the stack, every core of a pack has its buffer A0.
TEST(StackOfAPack, IsSaidToBeWhereMlirAieHasNone) {
    const auto readme_of = [](const char* file, const std::vector<problem::Setting>& settings) {
        const problem::Problem problem =
            problem::load_problem(std::string{XDNASIM_EXAMPLES "/"} + file, settings);
        return content_of(
            design_files(problem::map_problem(problem), problem.device, {"versal-ve2802"}),
            "README.txt");
    };
    const std::vector<problem::Setting> small{{"gemm.array", "{rows: 1, size: 2, packs: 1}"}};
    const std::string packs = readme_of("gama_int8.yaml", small);
    EXPECT_THAT(packs, testing::ContainsRegex("the stack of core \\([0-9]+,[0-9]+\\) lies\nat byte "
                                              "[0-9]+ of "));
    EXPECT_THAT(packs, HasSubstr("the cores have 0 bytes of stack"));
    EXPECT_THAT(packs, testing::Not(HasSubstr("gemm.stack_bytes")));
    const std::string network = readme_of("network_two_layers.yaml", {});
    EXPECT_THAT(network, HasSubstr("A core has 1024 bytes of stack"));
}

INSTANTIATE_TEST_SUITE_P(
    Examples, PlRoundTrip,
    testing::Values(PlExample{"Packs",
                              "gama_int8.yaml",
                              {{"gemm.array", "{rows: 2, size: 4, packs: 2, stagger: 2}"},
                               {"gemm.iterations", "3"}},
                              false},
                    PlExample{"Network", "network_two_layers.yaml", {}},
                    PlExample{"NetworkOfThreeSamples",
                              "network_jsc_m.yaml",
                              {{"network.samples", "3"}, {"network.pl_clock_ghz", "0.33"}}},
                    PlExample{"NetworkWithLinksOverThePl", "network_deepsets_32.yaml", {}}),
    [](const auto& example) { return std::string{example.param.name}; });

}  // namespace
}  // namespace xdnasim::mlir
