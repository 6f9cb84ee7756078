#include "workloads/netlist/suite/suite.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/json.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/netlist/netlist_file.hpp"

namespace xdnasim::netlist {
namespace {

/// The SHA-256 digest of `text` in hexadecimal digits, computed by sha256sum of coreutils.
std::string sha256(const std::string& text) {
    TemporaryFolder folder;
    const auto file = folder.write("text", text);
    FILE* pipe = ::popen(fmt::format("sha256sum < '{}'", file.string()).c_str(), "r");
    std::array<char, 64> digits{};
    const std::size_t read = std::fread(digits.data(), 1, digits.size(), pipe);
    ::pclose(pipe);
    return {digits.data(), read};
}

TEST(NetlistSuite, IsByteForByteTheOneOfTheMeasurements) {
    std::string all;
    for (const std::string& name : suite_names())
        all += canonical_json(suite_netlist(name));
    EXPECT_EQ(sha256(all), "babd6c30ba0b1031fff79eb5f09d0658c2eb36512d9fcfc4953900a0c61ce8dc");
}

TEST(NetlistSuite, HasNetlistsOfEachClassThatAreKnownByTheirDigests) {
    const std::map<std::string, std::string> digests{
        {"line_ps_01", "ca2f18b8"}, {"line_ps_02", "57b85fff"}, {"mesh_ps_01", "bf1609cf"},
        {"tree_ps_01", "5c6155e2"}, {"edge_ps_01", "6d79b26c"}, {"gemm_ps_01", "d8765316"}};
    for (const auto& [name, digest] : digests)
        EXPECT_EQ(sha256(canonical_json(suite_netlist(name))).substr(0, digest.size()), digest)
            << name;
}

TEST(NetlistSuite, HasAsManyNetlistsAndNetsOfEachClassAsItsDescription) {
    std::map<std::string, std::pair<int, int>> counts;
    for (const std::string& name : suite_names()) {
        auto& [netlists, nets] = counts[name.substr(0, name.find('_'))];
        ++netlists;
        nets += suite_netlist(name).net_count();
    }
    const std::map<std::string, std::pair<int, int>> expected{
        {"line", {50, 1144}}, {"mesh", {46, 1840}}, {"tree", {59, 1532}},
        {"edge", {7, 155}},   {"gemm", {4, 104}},   {"resnet", {1, 55}}};
    EXPECT_EQ(counts, expected);
}

TEST(NetlistSuite, KnowsTheClassOfEachNetlist) {
    EXPECT_EQ(class_of("line_ps_01"), (SuiteClass{"line", false, false}));
    EXPECT_EQ(class_of("mesh_pl_02"), (SuiteClass{"mesh", false, true}));
    EXPECT_EQ(class_of("tree_fs_03"), (SuiteClass{"tree", true, false}));
    EXPECT_EQ(class_of("line_fl_04"), (SuiteClass{"line", true, true}));
    EXPECT_EQ(class_of("resnet_pl_01"), (SuiteClass{"resnet", false, true}));
    EXPECT_EQ(to_string(class_of("line_fl_04")), "line, feedback, large");
}

TEST(NetlistSuite, HasSmallNetlistsOfUpTo15CoresAndLargeOnesOfUpTo32) {
    int small = 0;
    int large = 0;
    for (const std::string& name : suite_names()) {
        const auto cores =
            std::ranges::count(suite_netlist(name).cores, arch::TileKind::CompTile, &Core::kind);
        if (class_of(name).is_large) {
            EXPECT_GE(cores, 16) << name;
            EXPECT_LE(cores, 32) << name;
            ++large;
        } else {
            EXPECT_LE(cores, 15) << name;
            ++small;
        }
    }
    EXPECT_GT(small, 80);
    EXPECT_GT(large, 60);
}

TEST(NetlistSuite, HasNoClassForANameThatIsNotInIt) {
    int refused = 0;
    for (const char* name : {"line", "", "line_ps_99", "line_fx_01", "hexagon_fl_01"}) {
        EXPECT_THAT(input_error([&] { static_cast<void>(class_of(name)); }),
                    testing::HasSubstr(fmt::format("the suite has no netlist '{}'", name)));
        ++refused;
    }
    EXPECT_EQ(refused, 5);
}

TEST(NetlistSuite, CanBeReadAsItIsWritten) {
    int read = 0;
    for (const std::string& name : suite_names()) {
        const std::string json = canonical_json(suite_netlist(name));
        EXPECT_EQ(canonical_json(read_netlist(base::parse_json(json, name))), json) << name;
        ++read;
    }
    EXPECT_EQ(read, 167);
}

TEST(NetlistSuite, NamesTheNearestNetlistForAMisspeltOne) {
    EXPECT_THAT(input_error([] { static_cast<void>(suite_netlist("line_ps01")); }),
                testing::HasSubstr("did you mean 'line_ps_01'"));
}

}  // namespace
}  // namespace xdnasim::netlist
