#include <string>

#include <gtest/gtest.h>

#include "base/yaml.hpp"
#include "test/support/input_error.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::problem {
namespace {

constexpr const char* kGemm = "{device: d, workload: gemm, gemm: {size: {m: 1}}}";
constexpr const char* kTransfer =
    "{device: d, workload: transfer, transfer: {streams: [{rows: 1}, {rows: 2, depht: 3}]}}";

/// The message with which a setting of `key` is refused; empty if it is accepted.
std::string refusal(const char* file, const std::string& key) {
    return input_error_if_any([&] {
        refuse_partial_path({key, "72"}, base::parse_yaml(file, "p.yaml"), known_workloads());
    });
}

TEST(SettingPath, IsSuggestedForAKeyWithoutIt) {
    EXPECT_EQ(refusal(kGemm, "m"),
              "--set m: unknown key 'm'; did you mean 'gemm.size.m' or 'gemm.tile.m'? allowed: "
              "device, reconfigure, workload, gemm, placement, trace");
}

TEST(SettingPath, IsSuggestedForAPartOfIt) {
    EXPECT_EQ(refusal(kGemm, "tile.m"),
              "--set tile.m: unknown key 'tile'; did you mean 'gemm.tile.m'? allowed: device, "
              "reconfigure, workload, gemm, placement, trace");
    const std::string in_gemm = refusal(kGemm, "gemm.columns");
    EXPECT_TRUE(
        in_gemm.starts_with("--set gemm.columns: unknown key 'columns'; did you mean "
                            "'gemm.array.columns'? allowed: mapping, size, types, tile, "))
        << in_gemm;
}

TEST(SettingPath, IsOfTheMappingThatTheFileNames) {
    const std::string whole_array = refusal(kGemm, "gemm.columns");
    EXPECT_NE(whole_array.find("k_mt"), std::string::npos) << whole_array;
    EXPECT_EQ(whole_array.find("mmul"), std::string::npos) << whole_array;
    const std::string packs =
        refusal("{device: d, workload: gemm, gemm: {mapping: packs}}", "gemm.stagger");
    EXPECT_NE(packs.find("'gemm.array.stagger'? allowed: mapping, "), std::string::npos) << packs;
    EXPECT_NE(packs.find("mmul"), std::string::npos) << packs;
    EXPECT_EQ(packs.find("k_mt"), std::string::npos) << packs;
}

TEST(SettingPath, IsOfTheWorkloadThatTheFileNames) {
    const std::string error = refusal(kTransfer, "columns");
    EXPECT_TRUE(
        error.starts_with("--set columns: unknown key 'columns'; did you mean "
                          "'transfer.columns'? allowed: "))
        << error;
}

TEST(SettingPath, LeadsToTheItemsThatTheFileHas) {
    const std::string error = refusal(kTransfer, "rows");
    EXPECT_TRUE(
        error.starts_with("--set rows: unknown key 'rows'; did you mean "
                          "'transfer.streams.0.rows' or 'transfer.streams.1.rows'? "))
        << error;
}

TEST(SettingPath, IsLeftAloneWhereTheKeyMayStand) {
    for (const char* key :
         {"device", "reconfigure", "placement.seed", "gemm", "gemm.size", "gemm.size.m",
          "gemm.k_mt", "device.set.dram.read", "trace.units.0.tile", "trace.units.0.tile.1"})
        EXPECT_EQ(refusal(kGemm, key), "") << key;
    EXPECT_EQ(refusal(kTransfer, "transfer.streams.1.rows"), "");
}

TEST(SettingPath, IsLeftToTheReaderOfTheFileWhereNothingIsLikeIt) {
    for (const char* key : {"", ".", "gemm..m", "colour", "gemm.size.q", "m.size", "size.m.gemm"})
        EXPECT_EQ(refusal(kGemm, key), "") << key;
    EXPECT_EQ(refusal("text", "m"), "");
}

TEST(SettingPath, IsSuggestedForAKeyOfTheDevice) {
    const auto device_refusal = [](const char* file, const std::string& key) -> std::string {
        return input_error_if_any([&] {
            refuse_path_of_device({key, "40"}, base::parse_yaml(file, "p.yaml"), "");
        });
    };
    constexpr const char* kNamed = "{device: teaching-2x1, workload: gemm}";
    constexpr const char* kChanged =
        "{device: {base: teaching-2x1, set: {dram.read: 4}}, workload: gemm}";
    for (const char* const file : {kNamed, kChanged}) {
        EXPECT_EQ(device_refusal(file, "dram.read"),
                  "--set dram.read: unknown key 'dram'; did you mean 'device.set.dram.read'? "
                  "allowed: device, reconfigure, workload, gemm, placement, trace");
        EXPECT_EQ(device_refusal(file, "device.dram.read"),
                  "--set device.dram.read: unknown key 'dram'; did you mean "
                  "'device.set.dram.read'? allowed: base, set");
        for (const char* const key :
             {"device", "device.base", "device.set", "device.set.dram.total", "dram.colour",
              "gemm.size.m", "device.colour", "trace.units", ""})
            EXPECT_EQ(device_refusal(file, key), "") << key;
    }
}

/// The message with which `key` is refused; empty if the file may have it.
std::string key_refusal(const char* file, const std::string& key) {
    const base::Node root = base::parse_yaml(file, "p.yaml");
    return input_error_if_any([&] { require_key(key, root.place(), root, keys_of(root, "")); });
}

constexpr const char* kTeaching = "{device: teaching-2x1, workload: gemm, gemm: {size: {m: 1}}}";

TEST(KeyOfAProblem, IsRefusedWhereNoProblemHasIt) {
    EXPECT_EQ(key_refusal(kTeaching, "gemm.size.q"),
              "p.yaml:1:1: gemm.size.q: unknown key 'q'; allowed: k, m, n");
    EXPECT_EQ(
        key_refusal(kTeaching, "colour"),
        "p.yaml:1:1: colour: unknown key 'colour'; allowed: device, gemm, placement, reconfigure, "
        "trace, workload");
    EXPECT_TRUE(key_refusal(kTeaching, "transfer.columns").ends_with("workload"));
    EXPECT_TRUE(
        key_refusal(kTeaching, "size.m")
            .starts_with(
                "p.yaml:1:1: size.m: unknown key 'size'; did you mean 'gemm.size.m'? allowed: "));
    EXPECT_TRUE(key_refusal(kTeaching, "device.set.dram.reed")
                    .starts_with("p.yaml:1:1: device.set.dram.reed: unknown key 'reed'; did you "
                                 "mean 'read'? allowed: "));
    EXPECT_TRUE(key_refusal(kTeaching, "device.set.clock").ends_with("timing, trace"));
}

TEST(KeyOfAProblem, MayLeadToWhatTheFileDoesNotHave) {
    for (const char* key :
         {"device", "device.base", "device.set.dram.read", "device.set.array.clock_ghz", "workload",
          "gemm", "gemm.size", "gemm.size.m", "gemm.array.a_columns", "gemm.core_buffers.A0",
          "trace.units.0.tile.1"})
        EXPECT_EQ(key_refusal(kTeaching, key), "") << key;
    EXPECT_EQ(key_refusal(kTransfer, "transfer.streams.1.rows"), "");
    // Only the reader of the problem reports that there is no device `d`.
    EXPECT_EQ(key_refusal(kGemm, "device.set.dram.reed"), "");
}

}  // namespace
}  // namespace xdnasim::problem
