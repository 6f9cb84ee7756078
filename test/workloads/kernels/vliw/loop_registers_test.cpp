#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/kernels/vliw/example_slots.hpp"
#include "workloads/kernels/vliw/loop_search.hpp"

namespace xdnasim::vliw {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// A loop with a load and a store of the loaded value, on a core with one vector register.
class OneLoadOneStore : public testing::Test {
 protected:
    OneLoadOneStore() {
        model_.registers = {1, 18};
        load_ = builder_.add("vld", "A", kVector);
        store_ = builder_.add("vst", "store");
        builder_.read(load_, store_);
    }

    arch::SlotModel model_ = example_slots();
    GraphBuilder builder_{model_};
    int load_ = 0;
    int store_ = 0;
};

TEST_F(OneLoadOneStore, TakeARegisterFromTheWriteToTheRead) {
    const Loop loop{builder_.graph(), model_, 4};
    LoopRegisters registers{loop};
    registers.place(load_, 0);
    EXPECT_EQ(registers.taken_by(load_), 1);
    registers.place(store_, 10);
    EXPECT_EQ(registers.taken_by(load_), 4);
    EXPECT_EQ(registers.taken_by(store_), 4);
    EXPECT_EQ(registers.missing(), 0);
}

TEST_F(OneLoadOneStore, MissARegisterForEachCycleBeyondTheInterval) {
    const Loop loop{builder_.graph(), model_, 4};
    LoopRegisters registers{loop};
    registers.place(load_, 0);
    registers.place(store_, 12);
    EXPECT_EQ(registers.missing(), 2);
    registers.place(store_, 14);
    EXPECT_EQ(registers.missing(), 4);
    EXPECT_THAT(registers.at_fault(), UnorderedElementsAre(load_, store_));
}

TEST_F(OneLoadOneStore, CountTheSameWhereverTheyCameFrom) {
    const Loop loop{builder_.graph(), model_, 4};
    LoopRegisters moved{loop};
    moved.place(store_, 30);
    moved.place(load_, 0);
    moved.place(load_, 40);
    moved.place(load_, 17);
    moved.place(store_, 29);
    LoopRegisters placed{loop};
    placed.place(load_, 17);
    placed.place(store_, 29);
    EXPECT_EQ(moved.missing(), placed.missing());
    EXPECT_EQ(moved.taken_by(load_), placed.taken_by(load_));
}

TEST_F(OneLoadOneStore, TakeNothingOnceTheLoadIsRemoved) {
    const Loop loop{builder_.graph(), model_, 4};
    LoopRegisters registers{loop};
    registers.place(load_, 0);
    registers.place(store_, 30);
    ASSERT_GT(registers.missing(), 0);
    registers.remove(load_);
    EXPECT_EQ(registers.missing(), 0);
    EXPECT_EQ(registers.taken_by(store_), 0);
    EXPECT_THAT(registers.at_fault(), IsEmpty());
}

TEST_F(OneLoadOneStore, HoldTheValueForNoReaderThatIsRemoved) {
    const Loop loop{builder_.graph(), model_, 4};
    LoopRegisters registers{loop};
    registers.place(load_, 0);
    registers.place(store_, 30);
    registers.remove(store_);
    EXPECT_EQ(registers.missing(), 0);
    EXPECT_EQ(registers.taken_by(load_), 1);
}

}  // namespace
}  // namespace xdnasim::vliw
