// The device that a design runs on if the user names none.

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string device_of(const std::string& text, const std::optional<std::string>& aie_device = {}) {
    return default_device(text, "f", aie_device);
}
std::string refusal_of(const std::string& text, const std::optional<std::string>& aie_device = {}) {
    return input_error([&] { return device_of(text, aie_device); });
}
std::string for_array(const std::string& array) {
    return fmt::format("module {{\n  aie.device({}) {{\n  }}\n}}\n", array);
}
std::string for_number(const std::string& number) {
    return fmt::format("\"aie.device\"() <{{device = {} : i32}}> ({{\n}}) : () -> ()\n", number);
}

TEST(DefaultDevice, FollowsTheArrayOfTheText) {
    EXPECT_EQ(device_of(text_of("scale_2024.mlir")), "xdna-phoenix");
    for (const char* const array : {"npu1", "npu1_1col", "npu1_4col", "npu", "ipu"})
        EXPECT_EQ(device_of(for_array(array)), "xdna-phoenix") << array;
    for (const char* const array : {"npu2", "npu2_1col", "npu2_7col"})
        EXPECT_EQ(device_of(for_array(array)), "xdna2-strix") << array;
    EXPECT_EQ(device_of(for_array("xcve2802")), "versal-ve2802");
    EXPECT_EQ(device_of(for_array("xcve2302")), "versal-ve2302");
    EXPECT_EQ(device_of(for_number("3")), "versal-ve2802");
    EXPECT_EQ(device_of(for_number("9")), "xdna2-strix");
}

TEST(DefaultDevice, IsRefusedWithThePlaceForArraysThatAreNotSimulated) {
    int refused = 0;
    for (const char* const array :
         {"xcvc1902", "npu9", "npu1_9col", "npu1_0col", "npu11col", "npu1_1colx", "npu1_5col",
          "npu2_8col", "npu2_99999999999col", "npu2_", "npu1_col", "xcve28021", "NPU1", "npu1 x"}) {
        EXPECT_THAT(refusal_of(for_array(array)),
                    HasSubstr(fmt::format(
                        "f:2:14: the design is for '{}', for which there is no device", array)));
        ++refused;
    }
    EXPECT_EQ(refused, 14);
    EXPECT_THAT(refusal_of(for_array("\"npu1\"")),
                HasSubstr("f:2:14: the design is for '\"npu1\"'"));
    // In mlir-aie, 8 was npu1_4col until 2025 and is npu2 since.
    for (const char* const number : {"8", "1", "17", "-4", "99999999999999999999"})
        EXPECT_THAT(refusal_of(for_number(number)),
                    HasSubstr(fmt::format(
                        "f:1:27: the design is for '{}', for which there is no device", number)));
    EXPECT_THAT(refusal_of(for_array("NPUDEVICE")),
                AllOf(HasSubstr("f:2:14: the design is for 'NPUDEVICE', a placeholder that the "
                                "build of mlir-aie replaces"),
                      HasSubstr("or name a device with --device or the key device")));
    EXPECT_THAT(refusal_of(for_array("")), HasSubstr("f:2:3: aie.device names no array"));
    EXPECT_THAT(refusal_of("module {\n}\n"), HasSubstr("f: there is no aie.device in this text"));
}

TEST(DefaultDevice, IsTheSameHoweverTheTextIsSpaced) {
    constexpr const char* kAmongOthers =
        "\"aie.device\"() ({\n  \"x.y\"() {device = 4 : i32} : () -> ()\n}) "
        "{device = 9 : i32} : () -> ()";
    int texts = 0;
    for (const char* const text :
         {"aie.device( npu2 ) { }", "aie.device(\n  npu2\n) { }", "aie.device( // npu1\n npu2) { }",
          "aie.device (npu2) { }", "// aie.device(npu1)\naie.device(npu2) { }",
          "module attributes {url = \"https://x.y\"} { aie.device(npu2) { } }",
          "module attributes {note = \"aie.device(npu1)\"} { aie.device(npu2) { } }",
          "\"aie.device\" () <{device = 9 : i32}> ({ }) : () -> ()",
          "\"aie.device\"() <{device=9:i32}> ({ }) : () -> ()",
          "\"aie.device\"() <{\n  device = 9 : i32}> ({ }) : () -> ()",
          // The generic form before MLIR had properties, in which the attributes come last.
          "\"aie.device\"() ({ }) {device = 9 : i32} : () -> ()", kAmongOthers}) {
        EXPECT_EQ(device_of(text), "xdna2-strix") << text;
        ++texts;
    }
    EXPECT_EQ(texts, 12);
}

const std::string kTwo =
    "module {\n  aie.device(npu1) @one {\n    aie.runtime_sequence() {\n    }\n  }\n"
    "  aie.device(npu2) @two {\n    %t = aie.tile(0, 2)\n  }\n}\n";

TEST(DefaultDevice, IsThatOfTheAieDeviceThatRuns) {
    EXPECT_EQ(device_of(kTwo), "xdna-phoenix");
    EXPECT_EQ(device_of(kTwo, "two"), "xdna2-strix");
    EXPECT_EQ(device_of(kTwo, "2"), "xdna2-strix");
    EXPECT_EQ(device_of(with(kTwo, "module {\n", "module {\n  aie.device(npu2) @first {\n  }\n")),
              "xdna-phoenix");
    EXPECT_THAT(refusal_of(kTwo, "three"),
                HasSubstr("f:2:3: there is no aie.device 'three' in this text; allowed: one, two"));
    // Which one runs is not clear, which the reader reports unless a setting says it later.
    EXPECT_EQ(device_of(with(kTwo, "%t = aie.tile(0, 2)", "aie.runtime_sequence() {\n    }")),
              "xdna-phoenix");
}

TEST(DefaultDevice, IsTheOneThatAnExportNotes) {
    const std::string design = "module {\n  aie.device(npu2) {\n  } loc(\"xdna2-krackan\")\n}\n";
    EXPECT_EQ(device_of(design), "xdna2-krackan");
    // As aie-opt prints it with --mlir-print-debuginfo.
    EXPECT_EQ(device_of(with(design, "loc(\"xdna2-krackan\")", "loc(#loc1)") +
                        "#loc1 = loc(\"xdna2-krackan\")\n"),
              "xdna2-krackan");
    EXPECT_EQ(device_of("\"aie.device\"() <{device = 9 : i32}> ({ }) : () -> () "
                        "loc(\"xdna2-krackan\")\n"),
              "xdna2-krackan");
    int others = 0;
    for (const char* const location :
         {"loc(\"my design\")", "loc(\"xdna2-krackan\":1:2)", "loc(#loc1)", "loc(unknown)",
          "// loc(\"xdna2-krackan\")", ""}) {
        EXPECT_EQ(device_of(with(design, "loc(\"xdna2-krackan\")", location)), "xdna2-strix")
            << location;
        ++others;
    }
    EXPECT_EQ(others, 6);
    EXPECT_EQ(device_of(for_array("npu1") + "// loc(\"xdna2-krackan\")\n"), "xdna-phoenix");
    EXPECT_EQ(device_of(with(for_array("npu1"), "{\n  }",
                             "{\n    %t = aie.tile(0, 2) loc(\"xdna2-krackan\")\n  }")),
              "xdna-phoenix");
}

TEST(DefaultDevice, OfAProblemFollowsSettingsThatChooseAnotherAieDevice) {
    const TemporaryFolder folder;
    const std::string text = with(text_of("scale_2026.mlir"), "module {",
                                  "module {\naie.device(npu2) @other {\n"
                                  "%t = aie.tile(0, 0)\naie.runtime_sequence() {\n}\naie.end\n}\n");
    const auto file = folder.write("design.mlir", text);
    const problem::Setting cycles{"design.default_cycles", "100"};
    const problem::Setting main{"design.aie_device", "main"};
    const std::vector<problem::Setting> both{cycles, main};
    EXPECT_EQ(problem::load_problem(file, both).device.name, "xdna-phoenix");
    // As a study reads a design: the settings come later.
    const base::Node root = problem::load_file(file);
    EXPECT_EQ(problem::read_problem(root, folder.path(), both).device.name, "xdna-phoenix");
    const std::vector<problem::Setting> faster{cycles, main, {"device.set.array.clock_ghz", "1.5"}};
    EXPECT_EQ(problem::read_problem(root, folder.path(), faster).device.name, "xdna-phoenix");
    const std::vector<problem::Setting> named{cycles, main, {"device", "xdna2-strix"}};
    EXPECT_EQ(problem::read_problem(root, folder.path(), named).device.name, "xdna2-strix");
    // Another file.
    const auto plain = folder.write("plain.mlir", text_of("scale_2026.mlir"));
    const std::vector<problem::Setting> another{cycles, {"design.file", plain.string()}};
    EXPECT_EQ(problem::load_problem(file, another).device.name, "xdna-phoenix");
    EXPECT_THAT(input_error([&] { return problem::load_problem(file, std::vector{cycles}); }),
                HasSubstr("more than one aie.device: 2, of which 2 have a runtime sequence"));
}

}  // namespace
}  // namespace xdnasim::design
