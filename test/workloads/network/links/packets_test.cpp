// Links in packets: cores receive activations from more cores than their DMA has channels.

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/support/input_error.hpp"
#include "test/workloads/network/network_problem.hpp"

namespace xdnasim::network {
namespace {

using schedule::FlowMode;
using schedule::Schedule;
using test::problem_of;
using test::text_of;
using test::verified;

struct PacketCase {
    /// Splits a, b and c of layers of 128 x 128, one after the other: "211 811".
    const char* splits;
    /// Numbers of cores from which cores of later layers receive packets, over all such cores.
    std::set<std::size_t> gathered;
};

void PrintTo(const PacketCase& example, std::ostream* stream) {
    *stream << example.splits;
}

std::string layer_of(const std::string& split) {
    return fmt::format(
        "width: 128, bias: true, relu: true, link: dma, split: {{a: {}, b: {}, c: {}}}", split[0],
        split[1], split[2]);
}

std::string splits_text(const std::string& splits, const std::string& more = "") {
    std::vector<std::string> layers;
    for (std::size_t at = 0; at < splits.size(); at += 4)
        layers.push_back(layer_of(splits.substr(at, 3)));
    layers.front().replace(layers.front().find(", link: dma"), 11, "");
    return text_of(64, 128, layers, more);
}

problem::Problem problem_of_splits(const std::string& splits, const std::string& more = "") {
    return problem_of(splits_text(splits, more));
}

/// For each core that receives activations in packets, the cores of other layers that send them.
std::map<arch::TileId, std::set<arch::TileId>> givers_of_packets(const problem::Problem& problem,
                                                                 const Schedule& schedule) {
    std::map<arch::TileId, std::size_t> stage_of;
    const std::vector<Stage>& stages = test::network_of(problem).stages();
    for (std::size_t i = 0; i < stages.size(); ++i)
        for (int a = 0; a < stages[i].split.a; ++a)
            for (int b = 0; b < stages[i].split.b; ++b)
                for (int c = 0; c < stages[i].split.c; ++c)
                    stage_of[stages[i].core(a, b, c)] = i;
    std::map<arch::TileId, std::set<arch::TileId>> givers;
    for (const schedule::Flow& flow : schedule.flows)
        if (flow.mode == FlowMode::Packet)
            for (const arch::Port& sink : flow.sinks)
                if (stage_of.at(sink.tile) != stage_of.at(flow.source.tile))
                    givers[sink.tile].insert(flow.source.tile);
    return givers;
}

std::set<std::size_t> gathered(const problem::Problem& problem, const Schedule& schedule) {
    std::set<std::size_t> counts;
    for (const auto& [taker, givers] : givers_of_packets(problem, schedule))
        counts.insert(givers.size());
    return counts;
}

class PacketLinks : public testing::TestWithParam<PacketCase> {};

TEST_P(PacketLinks, GiveWhatTheReferenceGivesForOneSampleAndForMany) {
    for (const int samples : {1, 12}) {
        const problem::Problem problem =
            problem_of_splits(GetParam().splits, fmt::format("  samples: {}\n", samples));
        const Schedule schedule = map_problem(problem);
        EXPECT_EQ(gathered(problem, schedule), GetParam().gathered);
        const auto result = verified(schedule, problem.device);
        EXPECT_TRUE(result.verification->passed) << result.verification->message;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Networks, PacketLinks,
    testing::Values(
        PacketCase{"811 211", {4}},         // rows of four cores
        PacketCase{"811 111", {8}},         // rows of all eight cores
        PacketCase{"118 111", {8}},         // columns of eight cores
        PacketCase{"114 211", {4}},         // columns of four, for each half of the rows
        PacketCase{"214 111", {8}},         // rows of two, columns of four
        PacketCase{"411 141", {4}},         // rows of four, for each part of the columns
        PacketCase{"411 114", {4}},         // rows of four, for four cores that need the same
        PacketCase{"811 211 811", {1, 4}},  // then one core to four: tokens leave beside
        PacketCase{"811 411 111", {2, 4}},  // rows of two: tokens arrive beside them
        PacketCase{"411 112 221", {1, 4}},  // then halves of the rows: tokens leave beside
        PacketCase{"811 211 111", {4}},     // packets, then circuits
        PacketCase{"114 114 114", {4}}));   // a link in packets after another

/// A core of the second layer takes the rows of four cores of the first.
TEST(PacketsOfNetworks, LeadWhereACoreHasFewerChannelsThanStreams) {
    const problem::Problem problem = problem_of_splits("811 211");
    const std::vector<Stage>& stages = test::network_of(problem).stages();
    arch::Device device = problem.device;
    device.comp_tile.dma.s2mm_channels = 3;
    EXPECT_TRUE(packet_links_of(stages, device)[1]);
    device.comp_tile.dma.s2mm_channels = 4;
    EXPECT_FALSE(packet_links_of(stages, device)[1]);
}

/// `text` for a device whose cores have enough BDs to send to eight cores.
std::string with_more_bds(const std::string& text) {
    return replaced(text, "versal-ve2802", "{base: versal-ve2802, set: {comp_tile.dma.bds: 40}}");
}

TEST(PacketsOfNetworks, LeadToMoreCoresThanAPortHasMatchSlots) {
    for (const auto& [first, gathers] : {std::pair{"411", 4U}, {"118", 8U}, {"214", 8U}}) {
        SCOPED_TRACE(first);
        const problem::Problem problem =
            problem_of(with_more_bds(splits_text(fmt::format("{} 118", first), "  samples: 5\n")));
        ASSERT_LT(problem.device.comp_tile.stream_switch.packet_slots, 8);
        const Schedule schedule = map_problem(problem);
        EXPECT_EQ(gathered(problem, schedule), std::set<std::size_t>{gathers});
        const auto result = verified(schedule, problem.device);
        EXPECT_TRUE(result.verification->passed) << result.verification->message;
    }
}

TEST(PacketsOfNetworks, AreRefusedWhereNoRoutesHaveTheMatchSlots) {
    const problem::Problem problem = problem_of(with_more_bds(splits_text("811 118")));
    EXPECT_THAT(input_error([&] { static_cast<void>(map_problem(problem)); }),
                testing::HasSubstr("match slots that tell its packet flows apart: 4"));
}

TEST(PacketsOfNetworks, WaitForNoBufferWhenInputsComeAtDifferentRates) {
    const problem::Problem problem = problem_of_splits("811 211", "  samples: 10\n");
    Schedule schedule = map_problem(problem);
    int slowed = 0;
    for (schedule::PlPort& port : schedule.pl.ports)
        if (port.name == "in 0.0") {
            port.width = arch::Bytes{4};
            ++slowed;
        }
    ASSERT_EQ(slowed, 1);
    const auto result = verified(schedule, problem.device);
    EXPECT_TRUE(result.verification->passed) << result.verification->message;

    // Without tokens, the faster rows send so many packets that those of the slowest find no way.
    int locks = 0;
    for (schedule::TileProgram& program : schedule.tiles)
        for (schedule::Lock& lock : program.locks)
            if (lock.name.ends_with(" and token")) {
                lock.initial = 30;
                ++locks;
            }
    EXPECT_EQ(locks, 16);
    bool fails = false;
    try {
        fails = !verified(schedule, problem.device).verification->passed;
    } catch (const base::Error&) {
        fails = true;
    }
    EXPECT_TRUE(fails);
}

TEST(PacketsOfNetworks, OverlapSamples) {
    const problem::Problem problem = problem_of_splits("811 211", "  samples: 20\n");
    const auto result = verified(map_problem(problem), problem.device);
    ASSERT_TRUE(result.verification->passed) << result.verification->message;
    ASSERT_TRUE(result.latency && result.steady);
    EXPECT_LT(result.steady->iteration.count(), 0.6 * result.latency->count());
}

template <class Change>
bool is_found(Schedule schedule, const arch::Device& device, const Change& change) {
    change(schedule);
    if (!validate(schedule, device).empty()) return true;
    try {
        return !verified(schedule, device).verification->passed;
    } catch (const base::Error&) {
        return true;
    }
}

/// BDs that send packets of activations.
std::vector<schedule::Bd*> senders(Schedule& schedule) {
    std::vector<schedule::Bd*> bds;
    for (schedule::TileProgram& program : schedule.tiles)
        for (schedule::Bd& bd : program.bds)
            if (bd.packet) bds.push_back(&bd);
    return bds;
}

TEST(PacketsOfNetworks, AreFoundWrongWhenTheirScheduleIsChanged) {
    using Mutation = std::function<void(Schedule&)>;
    const std::map<std::string, Mutation> mutations{
        {"two packets change places",
         [](Schedule& s) {
             const auto bds = senders(s);
             std::swap(bds.front()->packet->sink_bd, bds.back()->packet->sink_bd);
         }},
        {"a packet names no BD", [](Schedule& s) { senders(s).front()->packet->sink_bd.reset(); }},
        {"a packet names a BD that is none of the channel's",
         [](Schedule& s) { senders(s).front()->packet->sink_bd = 15; }},
        {"a packet of another id", [](Schedule& s) { senders(s).front()->packet->id ^= 31; }},
        {"a channel in order",
         [](Schedule& s) {
             for (schedule::TileProgram& program : s.tiles)
                 for (schedule::Channel& channel : program.channels)
                     channel.out_of_order = false;
         }},
        {"a circuit for packets",
         [](Schedule& s) {
             for (schedule::Flow& flow : s.flows)
                 flow.mode = FlowMode::Circuit;
         }},
        {"one part is not counted",
         [](Schedule& s) {
             for (schedule::TileProgram& program : s.tiles)
                 for (const schedule::Channel& channel : program.channels)
                     if (channel.out_of_order) return program.bds.front().release.reset();
         }},
        {"no first token",
         [](Schedule& s) {
             for (schedule::TileProgram& program : s.tiles)
                 for (schedule::Lock& lock : program.locks)
                     if (lock.name.ends_with(" and token")) lock.initial = 0;
         }},
    };
    const problem::Problem problem = problem_of_splits("811 211", "  samples: 3\n");
    const Schedule legal = map_problem(problem);
    ASSERT_FALSE(is_found(legal, problem.device, [](Schedule&) {}));
    int found = 0;
    for (const auto& [name, mutate] : mutations) {
        EXPECT_TRUE(is_found(legal, problem.device, mutate)) << name;
        ++found;
    }
    EXPECT_EQ(found, 8);
}

}  // namespace
}  // namespace xdnasim::network
