#include <algorithm>

#include "test/workloads/schedule/validation_fixture.hpp"

namespace xdnasim::schedule {
namespace {

class LockBalance : public test::Validation {
 protected:
    [[nodiscard]] Bd& first_with_acquire(arch::TileId tile) {
        return *std::ranges::find_if(program(tile).bds,
                                     [](const Bd& some) { return some.acquire.has_value(); });
    }
    /// Returns whether the schedule has a breach in a lock whose text contains `what`.
    [[nodiscard]] bool unbalanced(const std::string& what) const {
        return std::ranges::any_of(validate(schedule, device), [&](const Breach& breach) {
            return breach.where.find("lock") != std::string::npos &&
                   breach.what.find(what) != std::string::npos;
        });
    }
};

TEST_F(LockBalance, HoldsInARightSchedule) {
    EXPECT_TRUE(is_valid());
}

TEST_F(LockBalance, NamesALockThatARingTakesTooSeldom) {
    first_with_acquire(kMem).acquire.reset();
    EXPECT_TRUE(unbalanced("does not balance with "));
}

TEST_F(LockBalance, NamesALockThatIsReleasedTwice) {
    first_with_acquire(kMem).release->value = 2;
    EXPECT_TRUE(unbalanced("does not balance with "));
}

TEST_F(LockBalance, KnowsTheTileOfALock) {
    first_with_acquire(kMem).release->value = 2;
    int locks = 0;
    for (const Breach& breach : validate(schedule, device)) {
        if (breach.kind != BreachKind::Balance) continue;
        ASSERT_TRUE(breach.tile);
        EXPECT_TRUE(breach.where.starts_with(device.name_of(*breach.tile) + " lock "))
            << breach.where;
        ++locks;
    }
    EXPECT_GT(locks, 0);
}

TEST_F(LockBalance, NamesALockThatACoreNeverReleases) {
    CoreBody& body = core_loop().body;
    const auto release = std::ranges::find_if(
        body, [](const CoreOp& some) { return std::holds_alternative<Release>(some.op); });
    const LockRef lock = std::get<Release>(release->op).lock;
    std::erase_if(body, [&](const CoreOp& some) {
        const auto* other = std::get_if<Release>(&some.op);
        return other != nullptr && other->lock == lock;
    });
    EXPECT_TRUE(unbalanced("is acquired in every round and never released"));
}

TEST_F(LockBalance, NamesALockThatNobodyAcquires) {
    CoreBody& body = core_loop().body;
    const auto acquire = std::ranges::find_if(
        body, [](const CoreOp& some) { return std::holds_alternative<Acquire>(some.op); });
    const LockRef lock = std::get<Acquire>(acquire->op).lock;
    std::erase_if(body, [&](const CoreOp& some) {
        const auto* other = std::get_if<Acquire>(&some.op);
        return other != nullptr && other->lock == lock;
    });
    EXPECT_TRUE(unbalanced("is released in every round and never acquired"));
}

TEST_F(LockBalance, NamesLocksThatHandOutMoreBuffersThanThereAre) {
    const LockRef lock = first_with_acquire(kMem).acquire->lock;
    TileProgram& mem = program(kMem);
    ++mem.lock(lock.id)->initial;
    EXPECT_TRUE(unbalanced("start with 3 together, but guard 2 buffers"));
}

TEST_F(LockBalance, AllowsFewerTokensThanBuffers) {
    const LockRef lock = first_with_acquire(kMem).acquire->lock;
    TileProgram& mem = program(kMem);
    --mem.lock(lock.id)->initial;
    EXPECT_TRUE(is_valid());
}

TEST_F(LockBalance, SurvivesLoopsTooLongToCount) {
    Loop& loop = core_loop();
    CoreBody inner = loop.body;
    loop.body = {{Loop{std::int64_t{1} << 62, {{Loop{std::int64_t{1} << 62, inner}}}}}};
    for (const Breach& breach : validate(schedule, device))
        ADD_FAILURE() << breach.where << ": " << breach.what;
}

}  // namespace
}  // namespace xdnasim::schedule
