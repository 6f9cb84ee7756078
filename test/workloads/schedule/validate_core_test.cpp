#include "test/workloads/schedule/validation_fixture.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Bytes;

class ValidateCore : public Validation {
 protected:
    /// The core's first call, a copy. It is operation 3, after the loop and two acquires.
    Call& copy() { return copy_call(); }
    const std::string where = "core (0,2) op 3";
};

TEST_F(ValidateCore, NamesAProgramWhereThereIsNoCore) {
    program(kMem).core = {{Release{.lock = {kMem, 0}}}};
    EXPECT_TRUE(only_breach("mem tile (0,1)", "no core in this tile"));
}

TEST_F(ValidateCore, NamesACallOfAKernelThatDoesNotExist) {
    copy().kernel = {1};
    EXPECT_TRUE(only_breach(where, "calls kernel 1; there are 1"));
}

TEST_F(ValidateCore, NamesAnEventThatCoresHaveNot) {
    CoreBody& body = std::get<Loop>(program(kCore).core.front().op).body;
    body.push_back({TellEvent{1}});
    EXPECT_TRUE(is_valid());
    std::get<TellEvent>(body.back().op).event = 2;
    EXPECT_TRUE(only_breach("core (0,2) op 11", "signals event 2; a core has 0 to 1"));
}

TEST_F(ValidateCore, NamesAWrongNumberOfArguments) {
    copy().arguments.pop_back();
    EXPECT_TRUE(only_breach(where, "calls 'copy' with 1 arguments; it takes 2"));
}

TEST_F(ValidateCore, NamesAnArgumentOfTheWrongSize) {
    copy().arguments[1].length = Bytes{1020};
    EXPECT_TRUE(only_breach(where, "passes 1020 bytes as argument 1 of 'copy'; it takes 1024"));
}

TEST_F(ValidateCore, KnowsTheArgumentsOfAMatrixProduct) {
    using enum kernels::DataType;
    schedule.kernels.push_back(
        {"mm", kernels::Matmul{Int8, Int8, Int16, 16, 8, 24, 8, 8, 8, 0, kernels::Rounding::Floor},
         std::nullopt});
    copy() = {
        {1},
        {{{kCore, 0}, {}, Bytes{128}}, {{kCore, 1}, {}, Bytes{192}}, {{kCore, 2}, {}, Bytes{768}}}};
    EXPECT_TRUE(is_valid());
    copy().arguments[2].length = Bytes{384};
    EXPECT_TRUE(only_breach(where, "passes 384 bytes as argument 2 of 'mm'; it takes 768"));
}

TEST_F(ValidateCore, KnowsTheArgumentsOfABlockFloatingPointProduct) {
    using enum kernels::DataType;
    schedule.kernels.push_back({"mm",
                                kernels::Matmul{Bfp16ebs8, Bfp16ebs8, Bf16, 16, 8, 24, 8, 8, 8, 0,
                                                kernels::Rounding::Floor},
                                std::nullopt});
    copy() = {
        {1},
        {{{kCore, 0}, {}, Bytes{144}}, {{kCore, 1}, {}, Bytes{216}}, {{kCore, 2}, {}, Bytes{768}}}};
    EXPECT_TRUE(is_valid());
    copy().arguments[0].length = Bytes{128};
    EXPECT_TRUE(only_breach(where, "passes 128 bytes as argument 0 of 'mm'; it takes 144"));
}

TEST_F(ValidateCore, NamesASliceThatLeavesItsBuffer) {
    copy().arguments[0].offset = Bytes{4};
    EXPECT_TRUE(only_breach(where, "1024 bytes from byte 4 of buffer 'in0', which has 1024"));
}

TEST_F(ValidateCore, NamesABufferThatDoesNotExist) {
    copy().arguments[0].buffer.index = 4;
    EXPECT_TRUE(only_breach(where, "buffer 4 of core (0,2), which does not exist"));
}

TEST_F(ValidateCore, NamesABufferOutOfReach) {
    copy().arguments[0].buffer = {kMem, 0};
    EXPECT_TRUE(only_breach(where, "a buffer of mem tile (0,1), which core (0,2) cannot reach"));
}

TEST_F(ValidateCore, NamesALockOutOfReach) {
    first_on_lock<Acquire>(core_loop().body, lock(kCore, "in full")).lock = {kMem, 0};
    EXPECT_TRUE(
        only_breach("core (0,2) op 1", "lock 0 of mem tile (0,1), which core (0,2) cannot"));
}

TEST_F(ValidateCore, NamesALockThatIsNotDeclared) {
    first_on_lock<Release>(core_loop().body, lock(kCore, "in free")).lock.id = 12;
    EXPECT_TRUE(only_breach("core (0,2) op 4", "lock 12 of core (0,2), which is not declared"));
}

TEST_F(ValidateCore, NamesANegativeLoopCount) {
    core_loop().count = -1;
    EXPECT_TRUE(only_breach("core (0,2) op 0", "runs -1 times"));
}

TEST_F(ValidateCore, NamesAnEndlessLoopThatTakesNoTime) {
    program(kCore).core = {{Loop{}}};
    EXPECT_TRUE(only_breach("core (0,2) op 0", "for ever without taking time"));
    program(kCore).core = {{Loop{std::nullopt, {{Loop{0, {{Release{}}}}}}}}};
    EXPECT_TRUE(has_breach("core (0,2) op 0", "for ever without taking time"));
}

TEST_F(ValidateCore, NamesWhatFollowsAnEndlessLoop) {
    program(kCore).core.push_back({Release{.lock = {kCore, 0}}});
    EXPECT_TRUE(only_breach("core (0,2) op 11", "never reached"));
}

TEST_F(ValidateCore, NamesWhatFollowsAnEndlessLoopInsideACountedOne) {
    program(kCore).core = {{Loop{.count = 2, .body = program(kCore).core}},
                           {Release{.lock = {kCore, 0}}}};
    EXPECT_TRUE(only_breach("core (0,2) op 12", "never reached"));
}

TEST_F(ValidateCore, NamesAKernelWhoseShapeIsNoMultipleOfTheInstruction) {
    using enum kernels::DataType;
    schedule.kernels.push_back(
        {"mm", kernels::Matmul{Int8, Int8, Int8, 12, 8, 8, 8, 8, 0, 0, kernels::Rounding::Floor},
         std::nullopt});
    EXPECT_TRUE(has_breach("kernel 'mm'", "m is 12; it must be a positive multiple of r = 8"));
    EXPECT_TRUE(has_breach("kernel 'mm'", "t is 0; it must be positive"));
}

TEST_F(ValidateCore, NamesAKernelThatTakesNoCycles) {
    schedule.kernels[0].cycles = arch::Cycles{0};
    EXPECT_TRUE(only_breach("kernel 'copy'", "takes 0 cycles"));
}

/// Locks that core (1,3) reaches: its own, and those of the four cores around it. Each of the five
/// has a lock 0.
class CoreReach : public testing::Test {
 protected:
    CoreReach() {
        device.columns = 3;
        device.row_kinds = {arch::TileKind::Shim, arch::TileKind::MemTile, arch::TileKind::CompTile,
                            arch::TileKind::CompTile, arch::TileKind::CompTile};
        device.shim_has_dma = {true, true, true};
        device.comp_tile.memory = Bytes{65536};
        device.comp_tile.locks = 16;
        device.comp_tile.max_lock_value = 63;
        device.comp_tile.lock_change_bits = 7;
        for (const arch::TileId tile : {arch::TileId{0, 3}, {1, 2}, {1, 3}, {1, 4}, {2, 3}}) {
            TileProgram& program = schedule.tiles.emplace_back();
            program.tile = tile;
            program.locks = {{0, "lock", 0}};
        }
    }

    [[nodiscard]] bool reaches(arch::TileId other) {
        schedule.find({1, 3})->core = {{Release{.lock = {other, 0}}}};
        return validate(schedule, device).empty();
    }

    arch::Device device;
    Schedule schedule;
};

TEST_F(CoreReach, IsOwnWestNorthAndSouth) {
    EXPECT_TRUE(reaches({1, 3}));
    EXPECT_TRUE(reaches({0, 3}));
    EXPECT_TRUE(reaches({1, 4}));
    EXPECT_TRUE(reaches({1, 2}));
}

TEST_F(CoreReach, IsNotEast) {
    EXPECT_FALSE(reaches({2, 3}));
}

}  // namespace
}  // namespace xdnasim::schedule::test
