#include "sim/lock_bank.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "sim/environment.hpp"
#include "sim/simulation_context.hpp"
#include "test/sim/example_run.hpp"
#include "test/sim/first_column.hpp"

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using schedule::Acquire;
using schedule::LockCondition;
using schedule::LockRef;
using schedule::Release;
using test::kCore;

const LockRef kLock{kCore, 3};

class Client final : public LockClient {
 public:
    explicit Client(const Environment& environment) : environment_{environment} {}
    void lock_granted() override { granted.push_back(environment_.clock.now()); }
    std::vector<Cycles> granted;

 private:
    const Environment& environment_;
};

class LockBankTest : public testing::Test {
 protected:
    LockBankTest()
        : device_{test::teaching_device()},
          environment_{device_, 1.0},
          bank_{"locks", environment_, program()} {}

    static schedule::TileProgram program() {
        schedule::TileProgram program;
        program.tile = kCore;
        program.locks = {{3, "full", 0}};
        return program;
    }

    SimulationContext context_;
    arch::Device device_;
    Environment environment_;
    LockBank bank_;
};

TEST_F(LockBankTest, GrantsAtOnceWhatIsThere) {
    Client client{environment_};
    bank_.release_at(Release{kLock, 2}, Cycles{0});
    sc_core::sc_start();
    EXPECT_TRUE(bank_.acquire(Acquire{kLock, 2}, client));
    EXPECT_EQ(bank_.value(3), 0);
}

TEST_F(LockBankTest, GrantsInTheCycleOfTheReleaseAndNotBefore) {
    Client client{environment_};
    ASSERT_FALSE(bank_.acquire(Acquire{kLock, 1}, client));
    bank_.release_at(Release{kLock, 1}, Cycles{17});
    sc_core::sc_start(sc_core::sc_time{16, sc_core::SC_NS});
    EXPECT_TRUE(client.granted.empty());
    sc_core::sc_start();
    EXPECT_EQ(client.granted, std::vector{Cycles{17}});
}

TEST_F(LockBankTest, GreaterEqualWaitsForTheWholeValue) {
    Client client{environment_};
    ASSERT_FALSE(bank_.acquire(Acquire{kLock, 2}, client));
    bank_.release_at(Release{kLock, 1}, Cycles{5});
    bank_.release_at(Release{kLock, 2}, Cycles{9});
    sc_core::sc_start();
    EXPECT_EQ(client.granted, std::vector{Cycles{9}});
    EXPECT_EQ(bank_.value(3), 1);
}

TEST_F(LockBankTest, EqualWaitsForExactlyTheValueAndLeavesIt) {
    Client client{environment_};
    ASSERT_FALSE(bank_.acquire(Acquire{kLock, 3, LockCondition::Equal}, client));
    bank_.release_at(Release{kLock, 4}, Cycles{5});
    bank_.release_at(Release{kLock, -1}, Cycles{6});
    sc_core::sc_start();
    EXPECT_EQ(client.granted, std::vector{Cycles{6}});
    EXPECT_EQ(bank_.value(3), 3);
    EXPECT_TRUE(bank_.acquire(Acquire{kLock, 3, LockCondition::Equal}, client)) << "as often";
    EXPECT_EQ(bank_.value(3), 3);
}

TEST_F(LockBankTest, EqualMayGetTheValueByWhatAnotherTakes) {
    Client zero{environment_};
    Client one{environment_};
    Client taker{environment_};
    bank_.release_at(Release{kLock, 3}, Cycles{4});
    sc_core::sc_start(sc_core::sc_time{9, sc_core::SC_NS});
    ASSERT_FALSE(bank_.acquire(Acquire{kLock, 0, LockCondition::Equal}, zero));
    ASSERT_FALSE(bank_.acquire(Acquire{kLock, 1, LockCondition::Equal}, one));
    EXPECT_TRUE(bank_.acquire(Acquire{kLock, 2}, taker));
    // `taker` had to wait for the release alone, whichever acquisitions were granted after it.
    EXPECT_EQ(bank_.granted_by().cycle, Cycles{4});
    EXPECT_EQ(one.granted, std::vector{Cycles{9}});
    EXPECT_TRUE(zero.granted.empty());
    EXPECT_EQ(bank_.value(3), 1);
    EXPECT_TRUE(bank_.acquire(Acquire{kLock, 1}, taker));
    EXPECT_EQ(zero.granted, std::vector{Cycles{9}});
    EXPECT_TRUE(taker.granted.empty());
    EXPECT_EQ(bank_.value(3), 0);
}

TEST_F(LockBankTest, EqualIsGrantedByTheLastRelease) {
    Client client{environment_};
    bank_.release_at(Release{kLock, 1}, Cycles{4});
    bank_.release_at(Release{kLock, 1}, Cycles{7});
    ASSERT_FALSE(bank_.acquire(Acquire{kLock, 2, LockCondition::Equal}, client));
    sc_core::sc_start();
    EXPECT_EQ(client.granted, std::vector{Cycles{7}});
    EXPECT_EQ(bank_.granted_by().cycle, Cycles{7});
}

TEST_F(LockBankTest, ServesThoseThatWaitInOrder) {
    Client first{environment_};
    Client second{environment_};
    ASSERT_FALSE(bank_.acquire(Acquire{kLock, 1}, first));
    ASSERT_FALSE(bank_.acquire(Acquire{kLock, 1}, second));
    bank_.release_at(Release{kLock, 1}, Cycles{8});
    bank_.release_at(Release{kLock, 1}, Cycles{4});
    sc_core::sc_start();
    EXPECT_EQ(first.granted, std::vector{Cycles{4}});
    EXPECT_EQ(second.granted, std::vector{Cycles{8}});
}

TEST_F(LockBankTest, LetsNobodyWaitBehindOneWhoseConditionDoesNotHold) {
    Client two{environment_};
    Client one{environment_};
    Client other{environment_};
    bank_.release_at(Release{kLock, 1}, Cycles{0});
    sc_core::sc_start();
    ASSERT_FALSE(bank_.acquire(Acquire{kLock, 2}, two));
    EXPECT_TRUE(bank_.acquire(Acquire{kLock, 1}, one));
    ASSERT_FALSE(bank_.acquire(Acquire{kLock, 1}, other));
    bank_.release_at(Release{kLock, 1}, Cycles{5});
    bank_.release_at(Release{kLock, 2}, Cycles{9});
    sc_core::sc_start();
    EXPECT_EQ(other.granted, std::vector{Cycles{5}});
    EXPECT_EQ(two.granted, std::vector{Cycles{9}});
}

TEST_F(LockBankTest, SetsAValueWhateverTheLockHas) {
    Client client{environment_};
    bank_.release_at(Release{kLock, 5}, Cycles{0});
    ASSERT_FALSE(bank_.acquire(Acquire{kLock, 2, LockCondition::Equal}, client));
    sc_core::sc_start(sc_core::sc_time{12, sc_core::SC_NS});
    bank_.set({kLock, 2}, {}, {});
    EXPECT_EQ(client.granted, std::vector{Cycles{12}});
    EXPECT_EQ(bank_.value(3), 2);
    bank_.set({kLock, 63}, {}, {});
    EXPECT_EQ(bank_.value(3), 63);
    bank_.set({kLock, 0}, {}, {});
    EXPECT_EQ(bank_.value(3), 0);
    EXPECT_FALSE(environment_.fault.message());
}

TEST_F(LockBankTest, ReportsAValueThatItsRegisterCannotHold) {
    bank_.release_at(Release{kLock, 63}, Cycles{0});
    EXPECT_FALSE(bank_.try_acquire(Acquire{kLock, 0, LockCondition::Equal}));
    EXPECT_FALSE(environment_.fault.message());
    bank_.release_at(Release{kLock, 1}, Cycles{0});
    EXPECT_FALSE(bank_.try_acquire(Acquire{kLock, 0, LockCondition::Equal}));
    ASSERT_TRUE(environment_.fault.message());
    EXPECT_NE(environment_.fault.message()->find("lock 3 'full' would become 64"),
              std::string::npos);
}

TEST_F(LockBankTest, ReportsAValueBelowZero) {
    bank_.release_at(Release{kLock, -1}, Cycles{0});
    EXPECT_FALSE(bank_.try_acquire(Acquire{kLock, 1}));
    ASSERT_TRUE(environment_.fault.message());
    EXPECT_NE(environment_.fault.message()->find("lock 3 'full' would become -1"),
              std::string::npos);
}

TEST_F(LockBankTest, ChangesOfOneCycleTakeEffectInTheOrderTheyWereAskedFor) {
    bank_.release_at(Release{kLock, 63}, Cycles{0});
    bank_.release_at(Release{kLock, -1}, Cycles{5});
    bank_.release_at(Release{kLock, 1}, Cycles{5});
    sc_core::sc_start(sc_core::sc_time{6, sc_core::SC_NS});
    EXPECT_TRUE(bank_.try_acquire(Acquire{kLock, 63, LockCondition::Equal}));
    EXPECT_FALSE(environment_.fault.message());
}

}  // namespace
}  // namespace xdnasim::sim
