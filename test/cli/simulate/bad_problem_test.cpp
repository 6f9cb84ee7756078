// Bad problem files: wrong values, wrong syntax, and files that cannot be read.

#include <unistd.h>

#include "test/cli/bad_input.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;

class BadProblem : public BadInputTest {};

TEST_P(BadProblem, IsRefusedWithOneMessage) {
    expect_one_message();
}

std::vector<BadInput> bad_keys() {
    const std::string good{kGood};
    const std::string_view size = "{m: 64, k: 128, n: 128}";
    return {
        {"MisspeltKey",
         good + "  titel: 1\n",
         {"p.yaml:8:3: unknown key 'titel'; did you mean 'tile'? allowed: "}},
        {"MisspeltSection",
         with("gemm:\n", "gem:\n"),
         {"p.yaml:1:1: 'gemm' is missing; is 'gem' meant to be it?"}},
        {"DuplicateKey",
         good + "  k_mt: 64\n",
         {"p.yaml:8:3: duplicate key 'k_mt', first on line 7"}},
        {"DuplicateSection", good + "gemm: {}\n", {"p.yaml:8:1: duplicate key 'gemm'"}},
        {"NumberForAMap", with(size, "64"), {"p.yaml:4:9: '64' is not a map"}},
        {"ListForAMap", with(size, "[64, 128, 128]"), {"p.yaml:4:9: a list is not a map"}},
        {"NoValue", with("m: 64", "m:"), {"'gemm.size.m' has no value"}},
        {"UnknownWorkload",
         with("workload: gemm", "workload: conv"),
         {"p.yaml:2:11: 'conv' is not known here; allowed: gemm"}},
        {"UnknownType",
         with("a: int8", "a: int5"),
         {"p.yaml:5:14: 'int5' is not known here", "int8"}},
        {"TypesThatNoKernelMultiplies",
         with("a: int8", "a: bfp16ebs8"),
         {"p.yaml:5:10: gemm.types: teaching-2x1 has no kernel for bfp16ebs8 x int8 -> int16",
          "int8 x int8 -> int8"}},
    };
}

std::vector<BadInput> bad_devices() {
    const auto device = [](std::string_view name) { return with("teaching-2x1", name); };
    return {
        {"UnknownDevice",
         device("xdna2-kraken"),
         {"p.yaml:1:9: unknown device 'xdna2-kraken'; did you mean 'xdna2-krackan'? allowed: "
          "teaching-2x1, versal-ve2302, versal-ve2802, xdna-phoenix"}},
        {"MissingDeviceFile",
         device("./my.yaml"),
         {"p.yaml:1:9: no device file '", "my.yaml'; allowed: "}},
        {"FolderForADevice", device("/"), {"p.yaml:1:9: '/' is not a regular file; allowed: "}},
        {"TerminalForADevice",
         device("/dev/zero"),
         {"p.yaml:1:9: '/dev/zero' is not a regular file; allowed: "}},
        {"ProblemForADevice", device("./p.yaml"), {"p.yaml:1:1: 'description' is missing"}},
        {"ListForADevice", device("[a]"), {"p.yaml:1:9: a list is not a text"}},
    };
}

std::vector<BadInput> bad_sizes() {
    struct BadSize {
        const char* name;
        std::string value;
        std::string complaint;
    };
    const std::string no_number = "is not a whole number";
    const std::string out_of_range = "is out of range";
    std::vector<BadInput> inputs;
    for (const auto& [name, value, complaint] : std::vector<BadSize>{
             {"Zero", "0", out_of_range},
             {"Negative", "-64", out_of_range},
             {"TwoToTheFortieth", "1099511627776", out_of_range},
             {"MoreThan64Bits", "99999999999999999999999", out_of_range},
             {"MoreThanADouble", "1e400", no_number},
             {"Fraction", "1.5", no_number},
             {"Hexadecimal", "0x40", no_number},
             {"Octal", "0100", no_number},
             {"NotANumber", ".nan", no_number},
             {"Word", "many", no_number},
         }) {
        inputs.push_back(
            {name,
             with("m: 64", "m: " + value),
             {fmt::format("p.yaml:4:13: '{}' {}; allowed: whole numbers from 1 to 1048576", value,
                          complaint)}});
    }
    inputs.push_back({"QuotedNumber",
                      with("m: 64", "m: \"64\""),
                      {"p.yaml:4:13: the quoted text '64' is not a whole number"}});
    inputs.push_back({"ListForANumber",
                      with("m: 64", "m: [64]"),
                      {"p.yaml:4:13: a list is not a whole number"}});
    return inputs;
}

std::vector<BadInput> bad_rates() {
    const auto kernel = [](std::string_view text) {
        return fmt::format("{}  kernel: {{{}}}\n", kGood, text);
    };
    return {
        {"RateMoreThanADouble",
         kernel("macs_per_cycle: 1e400"),
         {"p.yaml:8:28: '1e400' is out of range; allowed: numbers from"}},
        {"RateNotANumber", kernel("macs_per_cycle: nan"), {"p.yaml:8:28: 'nan' is not a number"}},
        {"ContradictoryRates",
         kernel("macs_per_cycle: 9, cycles_per_call: 9"),
         {"p.yaml:8:11: 'gemm.kernel' takes one of 'cycles_per_call', 'macs_per_cycle' and "
          "'rate'"}},
    };
}

/// Returns a small text that has 10^20 elements when its aliases are resolved.
std::string alias_bomb() {
    std::string text = "a0: &a0 [x]\n";
    for (int i = 1; i <= 20; ++i) {
        const std::string item = fmt::format("*a{}, ", i - 1);
        text += fmt::format("a{0}: &a{0} [{1}]\n", i, repeated(item, 10));
    }
    return text;
}

std::string every_byte() {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte)
        bytes += static_cast<char>(byte);
    return bytes;
}

std::vector<BadInput> no_text() {
    const std::string allowed = "allowed: UTF-8 without control characters";
    using namespace std::string_literals;
    return {
        {"EmptyFile", "", {"p.yaml: empty; a problem has device, workload and a section"}},
        {"CommentsAlone", "# nothing\n", {"p.yaml: empty; a problem has device, workload"}},
        {"BinaryGarbage", every_byte(), {"p.yaml:1:1: byte 0x00 is not text", allowed}},
        {"NulBytes", kGood.data() + "\0\0"s, {"p.yaml:8:1: byte 0x00 is not text", allowed}},
        {"Utf16",
         "\xff\xfe"
         "d\0"s,
         {"p.yaml:1:1: byte 0xff is not text", allowed}},
    };
}

std::vector<BadInput> bad_yaml() {
    const std::string good{kGood};
    return {
        {"AliasBomb", alias_bomb(), {"p.yaml:1:5: anchors ('&a0') are not supported; allowed: "}},
        {"AliasOfNothing",
         "device: *nothing\n",
         {"p.yaml:1:9: not valid YAML: the referenced anchor is not defined"}},
        {"MergeKey", "<<: {device: x}\n", {"p.yaml:1:1: merge keys (<<) are not supported"}},
        {"Tag", "device: !!python/object:os.system x\n", {"p.yaml:1:9: tag ", " is not supported"}},
        {"DeepLists",
         repeated("- ", 100'000) + "x",
         {"p.yaml:1:65: nested too deep; allowed: 32 levels"}},
        {"DeepFlow", "a: " + repeated("[", 100'000), {"p.yaml:1:"}},
        {"DeepClosedFlow",
         repeated("[", 50'000) + repeated("]", 50'000),
         {"p.yaml:1:33: nested too deep"}},
        {"UnclosedFlow", "device: {a: [b", {"p.yaml:1:13: '[' is not closed"}},
        {"UnclosedQuote", "device: \"teaching", {"not valid YAML"}},
        {"Tab", "gemm:\n\tsize: 1\n", {"not valid YAML"}},
        {"TwoDocuments", good + "---\n" + good, {"p.yaml:8:1: a second YAML document"}},
        {"TextAlone", "hello\n", {"p.yaml:1:1: 'hello' is not a map"}},
    };
}

INSTANTIATE_TEST_SUITE_P(Key, BadProblem, testing::ValuesIn(bad_keys()), kNameOf);
INSTANTIATE_TEST_SUITE_P(Device, BadProblem, testing::ValuesIn(bad_devices()), kNameOf);
INSTANTIATE_TEST_SUITE_P(Size, BadProblem, testing::ValuesIn(bad_sizes()), kNameOf);
INSTANTIATE_TEST_SUITE_P(Rate, BadProblem, testing::ValuesIn(bad_rates()), kNameOf);
INSTANTIATE_TEST_SUITE_P(Text, BadProblem, testing::ValuesIn(no_text()), kNameOf);
INSTANTIATE_TEST_SUITE_P(Yaml, BadProblem, testing::ValuesIn(bad_yaml()), kNameOf);

TEST_F(Command, SaysWhichBufferOfACoreIsMisaligned) {
    expect_refused(run("simulate " XDNASIM_EXAMPLES
                       "/gemm_any.yaml --set 'gemm.core_buffers={A0: 1025, A1: 16384, B0: 32768, "
                       "B1: 49152, C0: 8192}'"),
                   "core_buffers.A0: 1025 is not a multiple of 32, the width of a vector load");
}

TEST_F(Command, SaysThatAPythonProgramIsRunFirst) {
    const fs::path file = folder_.write("design.py", "import numpy as np\nprint(1)\n");
    expect_refused(run("simulate '" + file.string() + "'"),
                   "design.py: this is a Python program; run it and give what it prints: python3 " +
                       file.string() + " | xdnasim simulate -");
}

TEST_F(Command, RefusesAProblemThatCannotBeRead) {
    const std::string folder = folder_.path().string();
    const char* const allowed = "allowed: a text file of at most 1048576 bytes";
    expect_refused(run("simulate '" + folder + "/missing.yaml'"), "missing.yaml: no such file");
    expect_refused(run("simulate '" + folder + "'"), "not a regular file");
    expect_refused(run("simulate /dev/null"), "/dev/null: not a regular file");
    const fs::path file = folder_.write("p.yaml", kGood);
    expect_refused(run("simulate '" + file.string() + "/p.yaml'"), "p.yaml/p.yaml: no such file");
    fs::create_symlink("loop", folder_.path() / "loop");
    expect_refused(run("simulate '" + folder + "/loop'"), allowed);
}

TEST_F(Command, SaysWhatAProblemHasWhenStandardInputIsEmpty) {
    expect_refused(run("simulate - </dev/null"),
                   "standard input: empty; a problem has device, workload and a section of the "
                   "workload; see workloads/examples");
}

// Not a row of the table of bad problems, because every test of this program would make its text.
TEST_F(Command, RefusesAProblemOfTwoMegabytes) {
    const fs::path file = folder_.write("p.yaml", std::string(2'000'000, '0'));
    expect_refused(
        run("simulate '" + file.string() + "'"),
        "p.yaml: 2000000 bytes are too many; allowed: a text file of at most 1048576 bytes");
}

TEST_F(Command, KnowsAKernelProgramInPlaceOfAProblem) {
    const std::string file = XDNASIM_EXAMPLES "/kernels/dot_product.yaml";
    expect_refused(
        run("simulate '" + file + "'"),
        "dot_product.yaml:6:1: this looks like a kernel program: xdnasim kernel --program " + file);
    expect_refused(run("simulate - <'" + file + "'"),
                   "this looks like a kernel program: xdnasim kernel --program FILE");
}

TEST_F(Command, KnowsAStudyOrADeviceFileInPlaceOfAProblem) {
    const std::string study = XDNASIM_VALIDATION "/studies/depth_xdna.yaml";
    expect_refused(run("simulate '" + study + "'"),
                   "this looks like a study: xdnasim sweep " + study);
    for (const char* const name : {"xdna-phoenix", "xdna2-strix-halo"})
        expect_refused(run(fmt::format("simulate '{}/{}.yaml'", XDNASIM_DEVICE_FILES, name)),
                       "this looks like a device file; a problem names it: `device: FILE`");
}

TEST_F(Command, NamesTheKernelThatADeviceHasTooFewRegistersFor) {
    const std::string device =
        "--set device='{base: xdna2-strix, set: {core.slots.vector_registers: 1}}'";
    for (const char* const backend : {"systemc", "analytic"})
        expect_refused(simulate(fmt::format("--backend {} {}", backend, device)),
                       "core.slots of xdna2-strix has no layout for the kernel "
                       "'matmul_int8_int16_32x32x32': operation ld A1.0 needs 2 vector registers; "
                       "available: 1");
}

TEST_F(Command, SaysThatAProblemCannotBeReadToItsEnd) {
    for (const char* const command : {"simulate", "optimise", "packs", "place", "sweep", "devices"})
        expect_refused(run(fmt::format("{} /proc/self/mem", command)),
                       "xdnasim: cannot read '/proc/self/mem' to its end\n");
    for (const char* const option : {"--kernels", "--ports", "--instructions"})
        expect_refused(run(fmt::format("simulate '{}/design_place/aie.mlir' {} /proc/self/mem",
                                       XDNASIM_EXAMPLES, option)),
                       "cannot read '/proc/self/mem' to its end\n");
}

TEST_F(Command, RefusesAProblemThatMayNotBeRead) {
    const fs::path file = folder_.write("p.yaml", kGood);
    fs::permissions(file, fs::perms::none);
    // Root may read every file unless these capabilities are dropped.
    const char* const start =
        ::geteuid() == 0 ? "exec setpriv --bounding-set=-dac_override,-dac_read_search" : "exec";
    const Outcome outcome =
        run_line(fmt::format("{} '{}' simulate '{}'", start, XDNASIM_COMMAND, file.string()));
    expect_refused(outcome, "p.yaml: cannot be read");
}

}  // namespace
}  // namespace xdnasim::cli
