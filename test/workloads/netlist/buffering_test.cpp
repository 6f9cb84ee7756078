#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workloads/netlist/liveness.hpp"

namespace xdnasim::netlist {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Netlist cores(int count) {
    Netlist netlist{"cores", "xdna2-strix", {}, {}, {}};
    for (int i = 0; i < count; ++i)
        netlist.cores.push_back({arch::TileKind::CompTile, "k" + std::to_string(i)});
    return netlist;
}

/// Simulates a netlist object by object: a core fires as soon as it can, and an object moves from
/// the source of a net to its sinks as soon as they have room.
class TokenGame {
 public:
    TokenGame(const Netlist& netlist, const std::vector<bool>& is_shared)
        : netlist_{netlist}, is_shared_{is_shared}, fired_(netlist.cores.size()) {
        for (const Net& net : netlist.nets) {
            at_source_.push_back(net.initial_tokens);
            at_sinks_.emplace_back(net.sinks.size());
        }
    }

    /// Returns whether every core can fire `times` times.
    bool runs(int times) {
        for (bool any = true; any;) {
            any = false;
            for (std::size_t net = 0; net < netlist_.nets.size(); ++net)
                any = move(net) || any;
            for (CoreId core = 0; core < netlist_.core_count(); ++core)
                any = fire(core, times) || any;
        }
        return std::ranges::all_of(fired_, [times](int fired) { return fired == times; });
    }

 private:
    bool move(std::size_t number) {
        const Net& net = netlist_.nets[number];
        if (is_shared_[number] || at_source_[number] == 0) return false;
        for (std::size_t i = 0; i < net.sinks.size(); ++i)
            if (at_sinks_[number][i] == net.sink_depth(i)) return false;
        --at_source_[number];
        for (int& held : at_sinks_[number])
            ++held;
        return true;
    }
    bool can_fire(CoreId core) {
        for (std::size_t number = 0; number < netlist_.nets.size(); ++number) {
            const Net& net = netlist_.nets[number];
            const int room = is_shared_[number] ? net.max_depth() : net.depths.front();
            if (net.source == core && at_source_[number] >= room) return false;
            for (std::size_t i = 0; i < net.sinks.size(); ++i)
                if (net.sinks[i] == core && held_for(number, i) == 0) return false;
        }
        return true;
    }
    int& held_for(std::size_t net, std::size_t sink) {
        return is_shared_[net] ? at_source_[net] : at_sinks_[net][sink];
    }
    bool fire(CoreId core, int times) {
        int& fired = fired_[static_cast<std::size_t>(core)];
        if (fired == times || !can_fire(core)) return false;
        ++fired;
        for (std::size_t number = 0; number < netlist_.nets.size(); ++number) {
            const Net& net = netlist_.nets[number];
            for (std::size_t i = 0; i < net.sinks.size(); ++i)
                if (net.sinks[i] == core) --held_for(number, i);
            if (net.source == core) ++at_source_[number];
        }
        return true;
    }

    const Netlist& netlist_;
    const std::vector<bool>& is_shared_;
    std::vector<int> fired_;
    std::vector<int> at_source_;
    std::vector<std::vector<int>> at_sinks_;
};

struct Case {
    Netlist netlist;
    std::vector<bool> is_shared;
};

Case random_case(std::mt19937& random) {
    const auto below = [&](int end) {
        return static_cast<int>(random() % static_cast<unsigned>(end));
    };
    const int count = 2 + below(4);
    Case drawn{cores(count), {}};
    const int nets = 1 + below(7);
    for (int i = 0; i < nets; ++i) {
        Net net;
        net.source = below(count);
        net.sinks = {(net.source + 1 + below(count - 1)) % count};
        const CoreId other = below(count);
        if (below(4) == 0 && other != net.source && other != net.sinks.front())
            net.sinks.push_back(other);
        int shallowest = 3;
        for (std::size_t end = 0; end <= net.sinks.size(); ++end) {
            net.depths.push_back(1 + below(3));
            shallowest = std::min(shallowest, net.depths.back());
        }
        net.object = arch::Bytes{64};
        net.initial_tokens = below(shallowest + 1);
        drawn.is_shared.push_back(!net.is_multicast() && below(2) == 0);
        drawn.netlist.nets.push_back(std::move(net));
    }
    return drawn;
}

TEST(Blockage, IsFoundExactlyWhereObjectsGetStuck) {
    std::mt19937 random{7};
    int stuck = 0;
    int runs = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Case drawn = random_case(random);
        const bool does_run = TokenGame{drawn.netlist, drawn.is_shared}.runs(20);
        const auto blockage = find_blockage(drawn.netlist, drawn.is_shared);
        ASSERT_EQ(!blockage.has_value(), does_run) << "case " << i;
        ++(does_run ? runs : stuck);
    }
    EXPECT_GT(stuck, 2'000);
    EXPECT_GT(runs, 2'000);
}

TEST(Blockage, NamesWhoWaitsForRoomAndWhoForAnObject) {
    Netlist netlist = cores(2);
    netlist.nets = {{1, {0}, {2, 2}, arch::Bytes{64}, 0}, {1, {0}, {1, 1}, arch::Bytes{64}, 1}};
    const auto blockage = find_blockage(netlist, {true, true});
    ASSERT_TRUE(blockage);
    EXPECT_THAT(blockage->text(netlist),
                AllOf(HasSubstr("k0 waits for an object of net 0 (core 1 'k1' to core 0 'k0')"),
                      HasSubstr("k1 waits for room in net 1 (core 1 'k1' to core 0 'k0'), which "
                                "its initial tokens fill")));
    // If net 1 is a stream instead of shared buffers, it has room at its sink.
    EXPECT_FALSE(find_blockage(netlist, {true, false}));
    netlist.nets[1].depths = {1, 2};
    EXPECT_FALSE(find_blockage(netlist, {true, true}));
}

TEST(Blockage, IsNoneOfShallowNetsWithoutInitialTokens) {
    // A chain k0 -> k1 -> ... -> k7, and a net from the first core directly to the last one.
    Netlist netlist = cores(8);
    for (CoreId core = 0; core < 7; ++core)
        netlist.nets.push_back({core, {core + 1}, {1, 1}, arch::Bytes{64}, 0});
    netlist.nets.push_back({0, {7}, {1, 1}, arch::Bytes{64}, 0});
    EXPECT_FALSE(find_blockage(netlist, std::vector<bool>(netlist.nets.size(), true)));
    EXPECT_FALSE(find_blockage(netlist, std::vector<bool>(netlist.nets.size(), false)));
}

}  // namespace
}  // namespace xdnasim::netlist
