// Elementwise runs from the command line: their summary, and how wrong ones are refused.

#include <nlohmann/json.hpp>

#include "test/cli/bad_input.hpp"

namespace xdnasim::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kElementwise = R"(device: teaching-2x1
workload: elementwise
elementwise:
  object_bytes: 64
  objects: 8
  mem_tile: true
  mem_tile_object_bytes: 128
  kernel: {kind: scale, name: triple, type: int16, factor: 3, cycles_per_call: 70}
)";

class ElementwiseCommand : public Command {
 protected:
    [[nodiscard]] Outcome elementwise(const std::string& arguments) const {
        const auto file = folder_.write("elementwise.yaml", kElementwise);
        return run(fmt::format("simulate '{}' {}", file.string(), arguments));
    }
};

TEST_F(ElementwiseCommand, SaysWhatRanAndAtWhatRate) {
    const Outcome outcome = elementwise("");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_THAT(outcome.output, AllOf(HasSubstr("teaching-2x1, 1 core at"),
                                      HasSubstr("8 objects of 64 bytes through core (0,2)"),
                                      HasSubstr("through the mem tile, in objects of 128 bytes"),
                                      HasSubstr("triple: 70 cycles a call, 8 calls"),
                                      HasSubstr("GB/s read and written"), Not(HasSubstr("TOPS"))));
}

TEST_F(ElementwiseCommand, VerifiesEveryByte) {
    const Outcome outcome = elementwise("--verify --seed 3");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output,
                HasSubstr("yes: every byte of 8 objects is what triple makes of its input"));
}

TEST_F(ElementwiseCommand, GivesTheRunAsJson) {
    const auto result = nlohmann::json::parse(elementwise("--json -").output);
    EXPECT_TRUE(result["tops"].is_null());
    EXPECT_TRUE(result["transfer"].is_null());
    EXPECT_EQ(result["elementwise"]["core"], nlohmann::json::parse("[0, 2]"));
    EXPECT_EQ(result["elementwise"]["objects"], 8);
    EXPECT_EQ(result["elementwise"]["mem_tile_object_bytes"], 128);
    EXPECT_EQ(result["kernel"]["calls"], 8);
}

TEST_F(ElementwiseCommand, RunsItsExamples) {
    for (const char* example : {"elementwise_vector_scalar.yaml", "elementwise_add_one.yaml"}) {
        const Outcome outcome =
            run(fmt::format("simulate '{}/{}' --verify", XDNASIM_EXAMPLES, example));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
        EXPECT_THAT(outcome.output, HasSubstr("yes: every byte"));
    }
}

}  // namespace
}  // namespace xdnasim::cli
