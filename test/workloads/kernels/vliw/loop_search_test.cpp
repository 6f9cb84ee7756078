#include "workloads/kernels/vliw/loop_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/kernels/vliw/example_slots.hpp"
#include "test/workloads/kernels/vliw/schedule_verifier.hpp"

namespace xdnasim::vliw {
namespace {

using testing::IsEmpty;

constexpr int kPlenty = 1000;

/// A loop with two loads and a product that reads both.
class OneProduct : public testing::Test {
 protected:
    OneProduct() {
        a_ = builder_.add("vld", "A", kVector);
        b_ = builder_.add("vld", "B", kVector);
        vmul_ = builder_.add("vmul", "C", kAccumulator);
        builder_.read(a_, vmul_);
        builder_.read(b_, vmul_);
    }

    arch::SlotModel model_ = example_slots();
    GraphBuilder builder_{model_};
    int a_ = 0;
    int b_ = 0;
    int vmul_ = 0;
};

TEST_F(OneProduct, IsPlacedFromNothing) {
    const Loop loop{builder_.graph(), model_, 1};
    LoopState state{loop};
    ASSERT_TRUE((LoopSearch{loop, state, 8}.run(kPlenty)));
    EXPECT_THAT(verify(builder_.graph(), state.schedule(), model_), IsEmpty());
    EXPECT_EQ(state.schedule().length, 8);
}

TEST_F(OneProduct, DoesNotFitALengthBelowItsLatency) {
    const Loop loop{builder_.graph(), model_, 1};
    LoopState state{loop};
    EXPECT_FALSE((LoopSearch{loop, state, 7}.run(kPlenty)));
}

TEST_F(OneProduct, MovesALoadThatWasPlacedTooEarlyForTheRegisters) {
    model_.registers = {2, 18};
    const Loop loop{builder_.graph(), model_, 2};
    LoopState state{loop};
    state.put(a_, {0, Lda});
    state.put(b_, {5, Ldb});
    state.put(vmul_, {12, Vec});
    ASSERT_TRUE((LoopSearch{loop, state, 13}.run(kPlenty)));
    EXPECT_THAT(verify(builder_.graph(), state.schedule(), model_), IsEmpty());
}

TEST_F(OneProduct, IsGivenUpWithoutARegisterForEachOperand) {
    model_.registers = {1, 18};
    const Loop loop{builder_.graph(), model_, 4};
    LoopState state{loop};
    EXPECT_FALSE((LoopSearch{loop, state, 16}.run(kPlenty)));
}

TEST_F(OneProduct, IsLeftAsItIsWhereItFits) {
    const Loop loop{builder_.graph(), model_, 4};
    LoopState state{loop};
    state.put(a_, {0, Lda});
    state.put(b_, {2, Ldb});
    state.put(vmul_, {9, Vec});
    ASSERT_TRUE((LoopSearch{loop, state, 12}.run(1)));
    EXPECT_EQ(state.placement(a_), (Placement{0, Lda}));
    EXPECT_EQ(state.placement(b_), (Placement{2, Ldb}));
    EXPECT_EQ(state.placement(vmul_), (Placement{9, Vec}));
}

TEST(LoopSearch, ThrowsOutWhatHasAnotherSlotToGoTo) {
    const auto model = example_slots();
    GraphBuilder builder{model};
    const int choosy = builder.add("vlda.acc", "C", kAccumulator);
    const int other = builder.add("vld", "A", kVector);
    const Loop loop{builder.graph(), model, 1};
    LoopState state{loop};
    state.put(other, {0, Lda});
    ASSERT_TRUE((LoopSearch{loop, state, 1}.run(kPlenty)));
    EXPECT_EQ(state.placement(choosy).slot, Lda);
    EXPECT_EQ(state.placement(other).slot, Ldb);
}

}  // namespace
}  // namespace xdnasim::vliw
