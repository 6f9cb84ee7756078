// Addresses of buffers that have none of their own, in tiles with an allocation scheme.

#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "test/workloads/design/fifo_designs.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// A design with two buffers of `words` words in core (0,2), whose tile has `attributes`.
std::string two_buffers(const std::string& attributes, int words) {
    const std::string buffer = fmt::format(" = aie.buffer(%a) : memref<{}xi32>\n", words);
    return with(fifo_device("    %first" + buffer + "    %second" + buffer), "aie.tile(0, 2)",
                "aie.tile(0, 2) " + attributes);
}

std::vector<std::int64_t> addresses(const std::string& text) {
    std::vector<std::int64_t> found;
    for (const schedule::Buffer& buffer : read(text).schedule.find({0, 2})->buffers)
        found.push_back(buffer.address.count());
    return found;
}

constexpr const char* kSequential = R"({allocation_scheme = "basic-sequential"})";
constexpr const char* kBanks = R"({allocation_scheme = "bank-aware"})";

TEST(AllocationScheme, IsThatOfTheTile) {
    // The banks have 16 KiB each; without a program, there is no stack.
    EXPECT_THAT(addresses(two_buffers(kSequential, 256)), ElementsAre(0, 1024));
    EXPECT_THAT(addresses(two_buffers(kBanks, 256)), ElementsAre(0, 16384));
    EXPECT_THAT(addresses(two_buffers("", 256)), ElementsAre(0, 16384));
}

TEST(AllocationScheme, StaysWithATileThatGetsItsPlace) {
    const std::string text = with(two_buffers("", 256), "aie.tile(0, 2) ",
                                  std::string{"aie.logical_tile<CoreTile>(0, 2) "} + kSequential);
    EXPECT_THAT(lowered_text(text), HasSubstr(std::string{"%a = aie.tile(0, 2) "} + kSequential));
    EXPECT_THAT(addresses(text), ElementsAre(0, 1024));
}

TEST(AllocationScheme, OfBanksIsRefusedWhereABufferIsLargerThanTheirRoom) {
    EXPECT_THAT(addresses(two_buffers("", 5000)), ElementsAre(0, 20000));
    EXPECT_THAT(refusal(two_buffers(kBanks, 5000)),
                AllOf(HasSubstr("design.mlir:9:5: no bank of core (0,2) has room for the 20000 "
                                "bytes of buffer 'first'"),
                      HasSubstr("allowed: allocation_scheme = \"basic-sequential\", or none")));
}

TEST(AllocationScheme, OfAnotherNameIsRefused) {
    EXPECT_THAT(refusal(two_buffers(R"({allocation_scheme = "basic"})", 256)),
                HasSubstr("'allocation_scheme' of aie.tile is \"basic\"; allowed: bank-aware, "
                          "basic-sequential"));
}

TEST(AllocationAtTheStack, LeavesTheStackWhatABufferWithAnAddressLeaves) {
    const auto text = [](const std::string& address, const std::string& core) {
        return fifo_device("    %pinned = aie.buffer(%a) {address = " + address +
                               " : i32} : memref<8xi32>\n    %open = aie.buffer(%a) : "
                               "memref<256xi32>\n",
                           "    %core = aie.core(%a) {\n      aie.end\n    }" + core + "\n");
    };
    const auto stack = [&](const std::string& address, const std::string& core = "") {
        return read(text(address, core)).schedule.find({0, 2})->stack.count();
    };
    EXPECT_EQ(stack("1024"), 1024);
    EXPECT_EQ(stack("512"), 512);
    EXPECT_EQ(stack("0"), 0);
    EXPECT_THAT(addresses(text("0", "")), ElementsAre(0, 32));
    const std::vector<Finding> losses = read(text("512", "")).losses;
    EXPECT_THAT(losses, Contains(testing::Field(
                            &Finding::what,
                            HasSubstr("buffer 'pinned' lies at byte 512 of (0,2), whose first 1024 "
                                      "are taken for the core's stack: the stack is left 512 "
                                      "bytes"))));
    // A stack size that the design states is kept.
    EXPECT_EQ(stack("512", " {stack_size = 2048 : i32}"), 2048);
}

TEST(AllocationAtTheStack, LeavesTheBytesWhereACoreSaysThatItsStackLies) {
    const auto places = [](const std::string& scheme, const std::string& core) {
        return addresses(with(two_buffers(scheme, 256), "    aie.runtime_sequence",
                              "    %core = aie.core(%a) {\n      aie.end\n    } {" + core +
                                  "}\n    aie.runtime_sequence"));
    };
    // The stack takes the bytes 1,024 to 2,047, so that the second buffer begins behind it.
    EXPECT_THAT(places(kSequential, "stack_address = 1024 : i32, stack_size = 1024 : i32"),
                ElementsAre(0, 2048));
    EXPECT_THAT(places(kSequential, "stack_address = 0 : i32, stack_size = 64 : i32"),
                ElementsAre(64, 1088));
    // The second bank begins at byte 16,384.
    EXPECT_THAT(places(kBanks, "stack_bank = 1 : i32, stack_size = 512 : i32"),
                ElementsAre(0, 16896));
    EXPECT_THAT(places(kBanks, "stack_bank = 0 : i32, stack_size = 512 : i32"),
                ElementsAre(512, 16384));
}

TEST(AllocationAtTheStack, KeepsAStackInsideTheMemory) {
    const auto refused = [](const std::string& core) {
        return refusal(with(two_buffers("", 256), "    aie.runtime_sequence",
                            "    %core = aie.core(%a) {\n      aie.end\n    } {" + core +
                                "}\n    aie.runtime_sequence"));
    };
    EXPECT_THAT(refused("stack_address = 65537 : i32"),
                HasSubstr("'stack_address' of aie.core is 65537; allowed: 0 to 65536"));
    EXPECT_THAT(refused("stack_bank = 4 : i32"),
                HasSubstr("'stack_bank' of aie.core is 4; allowed: 0 to 3"));
}

}  // namespace
}  // namespace xdnasim::design
