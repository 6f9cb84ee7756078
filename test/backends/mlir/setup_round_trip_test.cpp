// Parameters and locks that a sequence writes, exported and read back.

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "backends/mlir/design_files.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "test/backends/mlir/example_problems.hpp"
#include "test/backends/mlir/schedule_objects.hpp"
#include "test/support/input_error.hpp"
#include "test/support/matches.hpp"
#include "workloads/design/design_workload.hpp"

namespace xdnasim::mlir {
namespace {

class SetupRoundTrip : public testing::TestWithParam<Release> {
 protected:
    SetupRoundTrip()
        : problem_{load({"AddOne", "elementwise_add_one.yaml", {}})},
          schedule_{problem::map_problem(problem_)} {
        for (const schedule::TileProgram& program : schedule_.tiles) {
            if (program.core.empty()) continue;
            const schedule::BufferRef buffer{program.tile, 0};
            const schedule::Lock& lock = program.locks.front();
            schedule_.sequence.insert(
                schedule_.sequence.begin(),
                {{schedule::WriteMemory{buffer, arch::Bytes{8}, {0x80000001}}},
                 {schedule::WriteMemory{buffer, arch::Bytes{12}, {5, 0xFFFFFFFF, 7}}},
                 {schedule::WriteMemory{buffer, arch::Bytes{4}, {0x12345678}, 0xF0F0F0F0}},
                 {schedule::SetLock{{program.tile, lock.id}, lock.initial}}});
            return;
        }
    }

    problem::Problem problem_;
    schedule::Schedule schedule_;
};

TEST_P(SetupRoundTrip, IsTheSameScheduleAndTakesTheSameTime) {
    ASSERT_TRUE(std::holds_alternative<schedule::SetLock>(schedule_.sequence[3].op));
    const std::string text = write(schedule_, problem_.device, GetParam());
    const schedule::Schedule read_back =
        design::read_design(text, "aie.mlir", problem_.device, {}).schedule;
    EXPECT_EQ(first_difference(schedule_, read_back), std::nullopt);
    const auto cycles = [&](const schedule::Schedule& schedule) {
        return backends::make_systemc_backend()->run(schedule, problem_.device, {}).cycles;
    };
    EXPECT_EQ(cycles(read_back), cycles(schedule_));
}

TEST_P(SetupRoundTrip, DefinesNoValueOfTheSequenceTwice) {
    // Names like those that the text makes itself.
    constexpr std::array kNames{"v0", "v1", "block_0", "0", "1"};
    for (std::size_t i = 0; i < schedule_.host_buffers.size(); ++i)
        schedule_.host_buffers[i].name = kNames.at(i);
    const std::string text = write(schedule_, problem_.device, GetParam());
    const std::string sequence = text.substr(text.find("aie.runtime_sequence"));
    std::set<std::string> defined;
    for (const RegexMatch& definition : matches_of(sequence, "(%[A-Za-z0-9_$.-]+)(:| = )"))
        EXPECT_TRUE(defined.insert(definition[1]).second) << definition[1];
    EXPECT_GE(defined.size(), schedule_.host_buffers.size());
}

TEST_P(SetupRoundTrip, WritesOneRegisterOfABdAsOne) {
    // Behind all else, changes the first BD's length register alone, to half of its length.
    const auto first = std::ranges::find_if(schedule_.sequence, [](const auto& step) {
        return std::holds_alternative<schedule::WriteBd>(step.op);
    });
    ASSERT_NE(first, schedule_.sequence.end());
    schedule::WriteBd changed = std::get<schedule::WriteBd>(first->op);
    changed.bd.length = changed.bd.length / 2;
    changed.changes_one_register = true;
    schedule_.sequence.push_back({changed});
    const schedule::Schedule read_back =
        design::read_design(write(schedule_, problem_.device, GetParam()), "aie.mlir",
                            problem_.device, {})
            .schedule;
    const auto& last = std::get<schedule::WriteBd>(read_back.sequence.back().op);
    EXPECT_TRUE(last.changes_one_register);
    EXPECT_EQ(last.bd.length, changed.bd.length);
    EXPECT_EQ(read_back.sequence.size(), schedule_.sequence.size());
}

TEST_P(SetupRoundTrip, PatchesABdThatIsAsItWasButForItsAddress) {
    const auto first = std::ranges::find_if(schedule_.sequence, [](const auto& step) {
        return std::holds_alternative<schedule::WriteBd>(step.op);
    });
    ASSERT_NE(first, schedule_.sequence.end());
    schedule::WriteBd moved = std::get<schedule::WriteBd>(first->op);
    moved.offset.base += 64;
    moved.keeps_iteration = true;
    schedule_.sequence.push_back({moved});
    const schedule::Schedule read_back =
        design::read_design(write(schedule_, problem_.device, GetParam()), "aie.mlir",
                            problem_.device, {})
            .schedule;
    const auto& last = std::get<schedule::WriteBd>(read_back.sequence.back().op);
    EXPECT_TRUE(last.keeps_iteration);
    EXPECT_FALSE(last.changes_one_register);
    EXPECT_EQ(last.offset.base, moved.offset.base);
    EXPECT_EQ(read_back.sequence.size(), schedule_.sequence.size());
}

TEST_P(SetupRoundTrip, RefusesControlPackets) {
    schedule_.control_ports.push_back({arch::TileId{0, 2}, {}});
    EXPECT_NE(input_error([&] {
                  return write(schedule_, problem_.device, GetParam());
              }).find("the design sends control packets"),
              std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Releases, SetupRoundTrip, testing::ValuesIn(kReleases),
                         [](const auto& release) {
                             return release.param == Release::Current ? "Current" : "V1_3_4";
                         });

}  // namespace
}  // namespace xdnasim::mlir
