// Bad settings, and options that contradict each other, for a good problem file.

#include "test/cli/bad_input.hpp"

namespace xdnasim::cli {
namespace {

class BadSetting : public BadInputTest {};

TEST_P(BadSetting, IsRefusedWithOneMessage) {
    expect_one_message();
}

std::vector<BadInput> bad_settings() {
    const std::string good{kGood};
    return {
        {"SettingWithoutValue",
         good,
         {"'gemm.size.m' is not KEY=VALUE; an example: gemm.size.m=4032"},
         "--set gemm.size.m"},
        {"SettingWithoutKey", good, {"'=64' is not KEY=VALUE"}, "--set =64"},
        {"SettingOfNothing", good, {"--set gemm.size.m: empty; allowed: "}, "--set gemm.size.m="},
        {"SettingWithAHole",
         good,
         {"--set gemm..m: a key of the path is empty; allowed: "},
         "--set gemm..m=64"},
        {"SettingInsideANumber",
         good,
         {"--set gemm.k_mt.x: 'x' cannot be set inside '64' (", "p.yaml:7:9); allowed: "},
         "--set gemm.k_mt.x=1"},
        {"SettingThatIsDeep",
         good,
         {"is too deep; allowed: at most 32 keys"},
         "--set " + repeated("a.", 100) + "a=1"},
        {"SettingWithAnOpenBrace",
         good,
         {"--set gemm.size: '{' is not closed"},
         "--set 'gemm.size={m: 64, k: 64, n: 64'"},
        {"SettingOfNoYaml", good, {"--set gemm.size.m: "}, "--set 'gemm.size.m={'"},
        {"SettingOfAnUnknownKey",
         good,
         {"--set gemm.size.q: unknown key 'q'; allowed: m, k, n"},
         "--set gemm.size.q=1"},
        {"SettingWithoutSpaceAfterTheColon",
         good,
         {"--set gemm.tile: 'gemm.tile.m' is missing; in 'm:32' a space must follow the colon"},
         "--set 'gemm.tile={m:32,k:32,n:32}'"},
        {"SettingWithoutItsSection",
         good,
         {"--set m: unknown key 'm'; did you mean 'gemm.size.m' or 'gemm.tile.m'? allowed: device"},
         "--set m=32"},
        {"SettingOfAnItemOfNoList",
         good,
         {"--set trace.units.0.tile: trace.units is not in the file; set the whole list, as in "
          "--set trace.units=[...]"},
         "--set 'trace.units.0.tile=[0, 2]'"},
        {"SettingOfAWorkloadWithoutItsSection",
         good,
         {"--set workload: the file has a section 'gemm', but the workload is transfer; allowed: "
          "gemm"},
         "--set workload=transfer"},
        {"SettingOfNoWorkload",
         good,
         {"--set workload: 'gem' is not known here"},
         "--set workload=gem"},
        {"SettingOfALongKey",
         good,
         {"--set gemm." + std::string(54, 'x') + "...: unknown key '" + std::string(59, 'x') +
          "...'; allowed: "},
         "--set gemm." + std::string(1000, 'x') + "=1"},
        {"LongTextThatIsNoSetting",
         good,
         {"'" + std::string(59, 'x') + "...' is not KEY=VALUE"},
         "--set " + std::string(1000, 'x')},
        {"SettingWithASpaceForTheEqualsSign",
         good,
         {"unexpected argument '32'; did you mean --set gemm.tile.m=32?"},
         "--set gemm.tile.m 32"},
    };
}

std::vector<BadInput> bad_values() {
    const std::string good{kGood};
    return {
        {"SettingThatDoesNotFit",
         good,
         {"--set gemm.tile.m: gemm.tile 16384x32x32"},
         "--set gemm.tile.m=16384"},
        {"SettingWhoseKeyTheMessageBeginsWith",
         good,
         {"--set gemm.kernel.macs_per_cycle: 4000 is more than a core of teaching-2x1 can do"},
         "--set gemm.kernel.macs_per_cycle=4000"},
        {"SettingOfTheStartOfADevice",
         good,
         {"--set device: unknown device 'xdna2'; did you mean 'xdna2-krackan', 'xdna2-strix' or "
          "'xdna2-strix-halo'?"},
         "--set device=xdna2"},
        {"SettingOutOfRange",
         good,
         {"--set gemm.size.m: '0' is out of range; allowed: whole numbers from 1 to 1048576"},
         "--set gemm.size.m=0"},
        {"SettingThatReplacesAnother",
         good,
         {"--set gemm.size: replaces gemm.size.m, which is set before it. Set gemm.size first, or "
          "only one of the two"},
         "--set gemm.size.m=64 --set 'gemm.size={m: 32, k: 64, n: 64}'"},
        {"SettingsThatContradict",
         good,
         {"takes one of"},
         "--set gemm.kernel.cycles_per_call=5 --set gemm.kernel.macs_per_cycle=5"},
    };
}

std::vector<BadInput> bad_options() {
    const std::string good{kGood};
    return {
        {"TwoResults",
         good,
         {"--json: at most one is allowed, 2 were given"},
         "--json - --json result.json"},
        {"OptionWithoutItsValue",
         good,
         {"--json=: nothing follows the equals sign; allowed: --json=VALUE or --json VALUE"},
         "--json= result.json"},
        {"TwoSeeds", good, {"--seed: at most one is allowed"}, "--seed 1 --seed 2"},
        {"SeedOfMoreThan64Bits",
         good,
         {"allowed: whole numbers from 0 to 18446744073709551615"},
         "--seed 18446744073709551616"},
        {"TwoBackends",
         good,
         {"--backend: at most one is allowed"},
         "--backend systemc --backend xrt"},
        {"TwoProblems", good, {"unexpected argument 'p.yaml'"}, "p.yaml"},
        {"ProblemAndDevices", good, {"unexpected argument 'devices'"}, "devices"},
        {"OptionAfterTheLast", good, {"unexpected argument '--verify'"}, "-- --verify"},
    };
}

INSTANTIATE_TEST_SUITE_P(Setting, BadSetting, testing::ValuesIn(bad_settings()), kNameOf);
INSTANTIATE_TEST_SUITE_P(Value, BadSetting, testing::ValuesIn(bad_values()), kNameOf);
INSTANTIATE_TEST_SUITE_P(Option, BadSetting, testing::ValuesIn(bad_options()), kNameOf);

}  // namespace
}  // namespace xdnasim::cli
