// Choices by counters in a core's own memory, which has initial values.

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

/// A design whose core counts in word 1 of %state: 2, 3, then from 0 to 3 again and again. A kernel
/// processes the objects at which the word is 3, the others are copied. `before`: code of the core
/// before its rounds; `outside`: text of the device; `more`: code of each round.
std::string by_state(const std::string& before, const std::string& outside,
                     const std::string& more = "") {
    const std::string body =
        "        %n = memref.load %state[%1] : memref<4xi32>\n"
        "        %is = arith.cmpi eq, %n, %three : i32\n"
        "        %next = arith.addi %n, %one : i32\n"
        "        %new = arith.select %is, %zero, %next : i32\n"
        "        memref.store %new, %state[%1] : memref<4xi32>\n" +
        more +
        "        scf.if %is {\n"
        "          func.call @inc(%in, %out) : (memref<16xi32>, memref<16xi32>) -> ()\n"
        "        } else {\n"
        "          memref.copy %in, %out : memref<16xi32> to memref<16xi32>\n"
        "        }\n";
    return one_core("i32", body,
                    "      %zero = arith.constant 0 : i32\n      %one = arith.constant 1 : i32\n"
                    "      %two = arith.constant 2 : i32\n"
                    "      %three = arith.constant 3 : i32\n" +
                        before,
                    "    func.func private @inc(memref<16xi32>, memref<16xi32>)\n" + outside);
}

std::string in_a_buffer(const std::string& more = "") {
    return with(by_state("", "", more), "    %program = aie.core",
                "    %state = aie.buffer(%core) {sym_name = \"state\"} : memref<4xi32> = "
                "dense<[7, 2, 0, 0]>\n    %program = aie.core");
}

class StateOfACore : public RunWithData {
 protected:
    void expect_second_and_sixth_changed(const std::string& text) const {
        static_cast<void>(folder_.write("kernels.yaml",
                                        "kernels:\n  inc: {work: add_one, bytes: 64, "
                                        "type: int32}\n"));
        std::vector<std::int32_t> input;
        std::vector<std::int32_t> expected;
        for (int i = 0; i < kElements; ++i) {
            input.push_back(5 * i);
            const int object = i / kObject;
            expected.push_back(5 * i + (object == 1 || object == 5 ? 1 : 0));
        }
        expect_all(text, input, expected);
    }
};

TEST_F(StateOfACore, DecidesFromTheInitialValuesOfABufferOn) {
    expect_second_and_sixth_changed(in_a_buffer());
}

TEST_F(StateOfACore, DecidesInMemoryThatTheCodeMakes) {
    expect_second_and_sixth_changed(
        by_state("      %state = memref.alloc() : memref<4xi32>\n"
                 "      memref.store %two, %state[%1] : memref<4xi32>\n",
                 ""));
}

TEST_F(StateOfACore, DecidesFromTheValuesOfAGlobalOn) {
    expect_second_and_sixth_changed(
        by_state("      %state = memref.get_global @state : memref<4xi32>\n",
                 "    memref.global \"private\" @state : memref<4xi32> = dense<[7, 2, 0, 0]>\n"));
}

TEST_F(StateOfACore, DecidesNothingBehindAStoreWhosePlaceIsData) {
    EXPECT_THAT(refusal(in_a_buffer("        %x = memref.load %in[%0] : memref<16xi32>\n"
                                    "        %at = arith.index_cast %x : i32 to index\n"
                                    "        memref.store %one, %state[%at] : memref<4xi32>\n")),
                HasSubstr("this choice depends on data, but contains locks or calls"));
}

}  // namespace
}  // namespace xdnasim::design
