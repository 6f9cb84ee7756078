// aie.event in the program of a core.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kGenerate = "        func.call @generate(%words) : (memref<64xi32>) -> ()\n";
const std::string kLoadWord = "        %v = memref.load %words[%zero] : memref<64xi32>\n";
const std::string kStoreWord = "        memref.store %v, %words[%one] : memref<64xi32>\n";

/// generate.mlir with `code` in place of its core's call.
std::string with_core_code(const std::string& code) {
    return with(text_of("generate.mlir"), kGenerate, code);
}

/// The steps of the core's loop: "acquire", "release", "call", or the number of an event.
std::vector<std::string> steps_of(const Design& design) {
    struct Name {
        std::string operator()(const schedule::Acquire& /*step*/) const { return "acquire"; }
        std::string operator()(const schedule::Release& /*step*/) const { return "release"; }
        std::string operator()(const schedule::Call& /*step*/) const { return "call"; }
        std::string operator()(const schedule::GetCascade& /*step*/) const { return "get"; }
        std::string operator()(const schedule::PutCascade& /*step*/) const { return "put"; }
        std::string operator()(const schedule::TellEvent& told) const {
            return std::to_string(told.event);
        }
        std::string operator()(const schedule::Loop& /*step*/) const { return "loop"; }
    };
    std::vector<std::string> names;
    schedule::for_each_operation<schedule::CoreOp>(
        design.schedule.find({0, 2})->core,
        [&](const schedule::CoreOp& step) { names.push_back(std::visit(Name{}, step.op)); });
    return names;
}

TEST(EventsOfACore, AreToldWhereTheProgramHasThem) {
    const std::string text =
        with_core_code("        aie.event(0)\n" + kGenerate + "        aie.event(1)\n");
    const Design design = read(text);
    EXPECT_THAT(steps_of(design), ElementsAre("loop", "acquire", "0", "call", "1", "release"));
    EXPECT_THAT(design.losses, IsEmpty());
    EXPECT_EQ(cycles_of(text), cycles_of(text_of("generate.mlir")));
}

TEST(EventsOfACore, PartTheCodeAroundThem) {
    const Design design = read(with_core_code(kLoadWord + "        aie.event(1)\n" + kStoreWord));
    EXPECT_THAT(steps_of(design), ElementsAre("loop", "acquire", "call", "1", "call", "release"));
    EXPECT_THAT(steps_of(read(with_core_code(kLoadWord + kStoreWord))),
                ElementsAre("loop", "acquire", "call", "release"));
}

TEST(EventsOfACore, HaveOneOfTwoNumbers) {
    EXPECT_THAT(refusal(with_core_code("        aie.event(2)\n")),
                HasSubstr("design.mlir:18:19: 'val' of aie.event is 2; allowed: 0 to 1"));
}

TEST(EventsOfACore, AreLeftOutWhereDataDecidesTheWay) {
    const Design design =
        read(with_core_code(kLoadWord + "        %c = arith.constant 5 : i32\n"
                                        "        %is = arith.cmpi eq, %v, %c : i32\n"
                                        "        scf.if %is {\n"
                                        "          aie.event(0)\n"
                                        "          memref.store %v, %words[%one] : "
                                        "memref<64xi32>\n"
                                        "        }\n"));
    EXPECT_THAT(steps_of(design), ElementsAre("loop", "acquire", "call", "release"));
    EXPECT_THAT(design.losses,
                Contains(Field(&Finding::what, HasSubstr("in a branch that depends on data"))));
}

}  // namespace
}  // namespace xdnasim::design
