// A cascade that is restored from a snapshot while a core waits at either end.

#include <gtest/gtest.h>

#include "sim/cascade.hpp"
#include "sim/simulation_context.hpp"
#include "test/support/stock_device.hpp"

namespace xdnasim::sim {
namespace {

using arch::Cycles;

class CoreAtAnEnd : public CascadeClient {
 public:
    void cascade_moved() override { ++told; }
    int told = 0;
};

class CascadeState : public testing::Test {
 protected:
    using Words = StateVisitor::Words;

    Words write_down() {
        Words words;
        StateVisitor visitor{environment.clock.now()};
        visitor.begin(words);
        cascade.visit_state(visitor);
        return words;
    }
    void put_back(Words words) {
        const std::vector<Leads> leads(static_cast<std::size_t>(places));
        StateVisitor visitor{environment.clock.now(), leads, {}};
        visitor.begin(words);
        cascade.visit_state(visitor);
    }

    const arch::Device device = xdnasim::test::device_named("versal-ve2802");
    const std::int64_t places = device.core.cascade.words();
    SimulationContext context;
    Environment environment{device};
    schedule::CascadeLink link{{10, 3}, {11, 3}};
    Cascade cascade{link, environment};
    CoreAtAnEnd client;
};

TEST_F(CascadeState, HasTheCoreThatWaitsForAWord) {
    cascade.wait_for_word(client);
    const Words waiting = write_down();
    cascade.put({}, {});
    EXPECT_EQ(client.told, 1);
    EXPECT_NE(write_down(), waiting);
    put_back(waiting);
    EXPECT_EQ(write_down(), waiting);
    EXPECT_EQ(cascade.word(), nullptr);
    cascade.put({}, {});
    EXPECT_EQ(client.told, 2);
}

TEST_F(CascadeState, HasTheCoreThatWaitsForAPlace) {
    for (std::int64_t i = 0; i < places; ++i)
        cascade.put({}, {});
    cascade.wait_for_room(client);
    const Words waiting = write_down();
    static_cast<void>(cascade.get({}));
    EXPECT_EQ(client.told, 1);
    put_back(waiting);
    EXPECT_EQ(cascade.room(), nullptr);
    static_cast<void>(cascade.get({}));
    EXPECT_EQ(client.told, 2);
}

}  // namespace
}  // namespace xdnasim::sim
