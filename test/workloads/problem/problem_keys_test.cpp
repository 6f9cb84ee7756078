#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::problem {
namespace {

const parameters::Description& described(const std::vector<Section>& sections,
                                         const std::string& section, const std::string& path) {
    const auto& keys = std::ranges::find(sections, section, &Section::name)->keys;
    return *std::ranges::find(keys, path, &parameters::Description::path);
}

TEST(ProblemKeys, TakeAnyClockOfProgrammableLogicThatADeviceMayHave) {
    const arch::Device device = arch::load_device(arch::find_device("versal-ve2802"));
    const std::string& allowed =
        std::ranges::find(device.quantities, "pl.clock_ghz", &arch::Quantity::path)->allowed;
    const auto sections = describe_problem(device);
    for (const char* const section : {"gemm", "network", "design"})
        EXPECT_EQ(described(sections, section, "pl_clock_ghz").allowed, allowed) << section;
}

TEST(ProblemKeys, AreDescribedSectionBySection) {
    const auto sections = describe_problem(arch::load_device(arch::find_device("teaching-2x1")));
    std::vector<std::string> names;
    for (const Section& section : sections)
        names.push_back(section.name);
    EXPECT_THAT(names, testing::ElementsAre("", "gemm", "transfer", "elementwise", "network",
                                            "netlist", "design", "placement", "trace"));
    EXPECT_EQ(described(sections, "", "workload").allowed,
              "gemm, transfer, elementwise, network, netlist or design");
    EXPECT_TRUE(described(sections, "", "device.base").required);
    EXPECT_FALSE(described(sections, "", "placement").required);
    EXPECT_FALSE(described(sections, "", "trace").required);
    EXPECT_EQ(described(sections, "gemm", "array.columns").allowed, "whole numbers from 1 to 2");
    EXPECT_EQ(described(sections, "placement", "method").allowed,
              "naive, snake, sa-bb, sa, sa-channel or sa-router");
    EXPECT_EQ(described(sections, "trace", "route").allowed, "streams, share or ideal");
    EXPECT_TRUE(described(sections, "trace", "units.N.events").required);
}

/// Expects that no two keys of a table have the same description: one of them would be a copy and
/// wrong. Returns the number of descriptions.
int expect_different_texts(const std::string& table,
                           const std::vector<parameters::Description>& keys) {
    std::map<std::string, std::string> paths;  // by description
    int texts = 0;
    for (const parameters::Description& key : keys) {
        if (key.help.text.empty()) continue;
        const auto [known, is_new] = paths.try_emplace(key.help.text, key.path);
        EXPECT_TRUE(is_new) << table << ": " << known->second << " and " << key.path
                            << " are both described as: " << key.help.text;
        ++texts;
    }
    return texts;
}

TEST(ProblemKeys, SayEachSomethingElseInTheirSection) {
    int texts = expect_different_texts("kernel program", kernels::describe_kernel_program());
    for (const char* const device : {"versal-ve2802", "xdna2-strix"})
        for (const Section& section :
             describe_problem(arch::load_device(arch::find_device(device))))
            texts += expect_different_texts(section.name, section.keys);
    EXPECT_GT(texts, 250);
}

TEST(ProblemKeys, OfDesignsAreNamedInTheOrderInWhichTheyAreDescribed) {
    const auto sections = describe_problem(arch::load_device(arch::find_device("xdna-phoenix")));
    std::vector<std::string> keys;
    for (const auto& key : std::ranges::find(sections, "design", &Section::name)->keys)
        keys.push_back(key.path);
    EXPECT_EQ(keys.size(), 12U);
    const TemporaryFolder folder;
    folder.write("aie.mlir", "module {}\n");
    const auto file = folder.write("p.yaml",
                                   "device: xdna-phoenix\nworkload: design\n"
                                   "design: {file: aie.mlir, colour: red}\n");
    try {
        static_cast<void>(load_problem(file));
        FAIL() << "colour is taken";
    } catch (const base::InputError& error) {
        EXPECT_THAT(
            error.what(),
            testing::AllOf(testing::HasSubstr("p.yaml:3:26: unknown key 'colour'"),
                           testing::EndsWith(fmt::format(" allowed: {}", fmt::join(keys, ", ")))));
    }
}

}  // namespace
}  // namespace xdnasim::problem
