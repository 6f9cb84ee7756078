#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/workloads/schedule/example_schedule.hpp"
#include "test/workloads/schedule/validation_fixture.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Bytes;

/// Cascades between the fixture's core and the cores around it, which have no programs.
class ValidateCascades : public Validation {
 protected:
    ValidateCascades() {
        device = arch::load_device(arch::find_device("xdna-phoenix"));
        schedule = copy_chain(device);
    }

    static constexpr arch::TileId kEast{1, 2};
    static constexpr arch::TileId kNorth{0, 3};

    KernelRef add_chain_sum(bool gets, bool puts) {
        schedule.kernels.push_back({"sum", kernels::ChainSum{Bytes{128}, gets, puts}, {}});
        return {static_cast<int>(schedule.kernels.size()) - 1};
    }
    BufferSlice first_bytes(std::int64_t count) {
        BufferSlice slice = copy_call().arguments.front();
        slice.length = Bytes{count};
        return slice;
    }
    /// Replaces the core's first copy, which is its operation 3.
    void put_in_place_of_the_copy(CoreOp op) {
        op_calling(program(kCore).core, copy_call().kernel) = std::move(op);
    }
    const std::string where = "core (0,2) op 3";
};

TEST_F(ValidateCascades, TakesLinksToTheEastAndToTheSouth) {
    schedule.cascades = {{kCore, kEast}, {kNorth, kCore}};
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateCascades, NamesALinkThatIsTurned) {
    schedule.cascades = {{kEast, kCore}};
    EXPECT_TRUE(only_breach("cascade from (1,2) to (0,2)",
                            "does not lead to a neighbour; allowed are those to the east and to "
                            "the south"));
}

TEST_F(ValidateCascades, NamesALinkToWhereNoCoreIs) {
    schedule.cascades = {{kCore, kMem}};
    EXPECT_TRUE(only_breach("cascade from (0,2) to (0,1)",
                            "ends at mem tile (0,1), where there is no core"));
}

TEST_F(ValidateCascades, NamesASecondLinkOutOfACoreAndIntoOne) {
    schedule.cascades = {{kNorth, kCore}, {kNorth, {1, 3}}};
    EXPECT_TRUE(only_breach("cascade from (0,3) to (1,3)", "is the second one out of core (0,3)"));
    schedule.cascades = {{{1, 3}, kEast}, {kCore, kEast}};
    EXPECT_TRUE(only_breach("cascade from (0,2) to (1,2)", "is the second one into core (1,2)"));
}

TEST_F(ValidateCascades, NamesAKernelOnACoreWithoutACascade) {
    put_in_place_of_the_copy({Call{add_chain_sum(false, true), {first_bytes(128)}}});
    EXPECT_TRUE(
        only_breach(where, "puts words to the cascade, but no cascade leads away from core (0,2)"));
    schedule.cascades = {{kCore, kEast}};
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateCascades, NamesStepsOnACoreWithoutACascade) {
    put_in_place_of_the_copy({GetCascade{}});
    EXPECT_TRUE(
        only_breach(where, "gets words from the cascade, but no cascade leads to core (0,2)"));
    schedule.cascades = {{kNorth, kCore}};
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateCascades, NamesAWordOfAnotherSize) {
    schedule.cascades = {{kCore, kEast}};
    put_in_place_of_the_copy({PutCascade{first_bytes(32)}});
    EXPECT_TRUE(only_breach(where, "moves 32 bytes over the cascade; a word has 64"));
}

TEST_F(ValidateCascades, NamesAKernelOfAPartOfAWordOrOfNoWords) {
    schedule.kernels.push_back({"sum", kernels::ChainSum{Bytes{100}, true, true}, {}});
    EXPECT_TRUE(only_breach("kernel 'sum'", "size is 100 bytes; it must be a multiple of 64"));
    schedule.kernels.back().work = kernels::ChainSum{Bytes{64}, false, false};
    EXPECT_TRUE(only_breach("kernel 'sum'", "neither gets words from the cascade nor puts them"));
}

TEST_F(ValidateCascades, NamesMoreWordsThanCycles) {
    schedule.kernels.push_back(
        {"fast", kernels::External{{}, {.gets = 11, .puts = 3}}, arch::Cycles{10}});
    EXPECT_TRUE(only_breach("kernel 'fast'",
                            "moves 11 words one way over the cascade in 10 cycles; at most one a "
                            "cycle"));
}

TEST_F(ValidateCascades, NamesContentOfAnotherSizeThanItsBuffer) {
    Buffer& buffer = program(kCore).buffers.front();
    buffer.content = std::make_shared<const Content>(static_cast<std::size_t>(buffer.size.count()));
    EXPECT_TRUE(is_valid());
    buffer.content = std::make_shared<const Content>(Content(12));
    EXPECT_TRUE(
        only_breach("core (0,2) buffer '" + buffer.name + "'", "begins with 12 bytes of content"));
}

}  // namespace
}  // namespace xdnasim::schedule::test
