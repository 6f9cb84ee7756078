#include <limits>

#include "base/error.hpp"
#include "test/workloads/schedule/example_schedule.hpp"
#include "test/workloads/schedule/validation_fixture.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Bytes;

constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
constexpr auto kMaxInt = std::numeric_limits<int>::max();
constexpr auto kMinInt = std::numeric_limits<int>::min();

using Validate = Validation;

TEST_F(Validate, AcceptsARightSchedule) {
    EXPECT_TRUE(is_valid());
}

TEST_F(Validate, AcceptsTheSameScheduleInAnotherColumn) {
    schedule = copy_chain(device, {.object = Bytes{64}, .objects = 3, .column = 1});
    EXPECT_TRUE(is_valid());
}

TEST_F(Validate, AcceptsAnEmptySchedule) {
    EXPECT_TRUE(validate({}, device).empty());
}

TEST_F(Validate, ReportsEveryBreachAtOnceInTheOrderOfTheSchedule) {
    lock_named(program(kMem), "in free").initial = 64;
    bd(kMem, 2).length = Bytes{1022};
    buffer_named(program(kCore), "out1").size = Bytes{0};
    route("in").hops[0] = 9;
    op<AwaitToken>(4).channel = 2;
    std::vector<std::string> wheres;
    for (const Breach& breach : validate(schedule, device))
        wheres.push_back(breach.where);
    const std::vector<std::string> expected{"mem tile (0,1) lock 0",
                                            "mem tile (0,1) BD 2",
                                            "core (0,2) buffer 'out1'",
                                            "core (0,2) BD 3",  // uses out1
                                            "core (0,2) op 8",  // uses out1
                                            "flow 'in' at (0,1) master DMA:0",
                                            "sequence op 4"};
    EXPECT_EQ(wheres, expected);
}

TEST_F(Validate, RequireValidThrowsAllBreachesInOneMessage) {
    EXPECT_NO_THROW(require_valid(schedule, device));
    lock_named(program(kMem), "in free").initial = 64;
    bd(kCore, 2).length = Bytes{1022};
    try {
        require_valid(schedule, device);
        FAIL() << "nothing thrown";
    } catch (const base::InputError& error) {
        EXPECT_STREQ(error.what(),
                     "the schedule breaks 2 limits of teaching-2x1:\n"
                     "  mem tile (0,1) lock 0: initial value is 64; allowed are 0 to 63\n"
                     "  core (0,2) BD 2: length is 1022 bytes; it must be a multiple of 4");
    }
}

TEST_F(Validate, RequireValidListsTheFirstBreachesAndCountsTheRest) {
    for (int i = 0; i < 30; ++i)
        schedule.tiles.emplace_back().tile = {9, 9 + i};
    std::string message;
    try {
        require_valid(schedule, device);
    } catch (const MappingError& error) {
        EXPECT_EQ(error.key(), "device");
        message = error.what();
    }
    EXPECT_EQ(std::ranges::count(message, '\n'), 11);
    EXPECT_TRUE(message.starts_with("the schedule breaks 30 limits of ")) << message;
    EXPECT_TRUE(message.ends_with("\n  and 20 more")) << message;
}

TEST_F(Validate, SaysThatADeviceHasNone) {
    device.comp_tile.locks = 0;
    int of_locks = 0;
    for (const Breach& breach : validate(schedule, device)) {
        EXPECT_EQ(breach.what.find("0 to -1"), std::string::npos) << breach.what;
        of_locks += breach.what.ends_with("; the device has room for none") ? 1 : 0;
    }
    EXPECT_GT(of_locks, 0);
}

TEST_F(Validate, NamesATileOutsideTheArray) {
    schedule.tiles.emplace_back().tile = {9, 9};
    EXPECT_TRUE(only_breach("tile (9,9)", "outside the array"));
}

TEST_F(Validate, NamesASecondProgramOfATile) {
    schedule.tiles.emplace_back().tile = kCore;
    EXPECT_TRUE(only_breach("core (0,2)", "more than one program"));
}

TEST_F(Validate, NamesAProgramOutOfOrder) {
    std::swap(program(kMem), program(kCore));
    EXPECT_TRUE(only_breach("mem tile (0,1)", "sorted by tile"));
}

TEST_F(Validate, NamesAHostBufferWithoutBytes) {
    schedule.host_buffers.push_back({"empty", Bytes{0}});
    EXPECT_TRUE(only_breach("host buffer 'empty'", "size in bytes is 0"));
}

/// A workload that names a given host buffer and a given kernel as its own.
class Claim final : public Workload {
 public:
    Claim(HostBufferRef buffer, KernelRef kernel) : buffer_{buffer}, kernel_{kernel} {}

    [[nodiscard]] std::string name() const override { return "claim"; }
    [[nodiscard]] Schedule map(const arch::Device&) const override { return {}; }
    [[nodiscard]] parameters::Values parameters() const override { return {}; }
    [[nodiscard]] parameters::Values derived() const override { return {}; }
    [[nodiscard]] std::vector<Line> summary() const override { return {}; }
    [[nodiscard]] std::string array_text() const override { return {}; }
    [[nodiscard]] Operands operands() const override { return {}; }
    [[nodiscard]] Work work() const override { return {.kernel = kernel_}; }
    [[nodiscard]] std::vector<BufferContent> buffers() const override {
        return {{buffer_, BufferRole::Output, "bytes", {1}}};
    }
    void fill(HostMemory&, std::uint64_t) const override {}
    [[nodiscard]] Verification check(HostMemory&, const DataRun&) const override { return {}; }
    [[nodiscard]] std::string size_key() const override { return {}; }
    [[nodiscard]] Estimate estimate(const Schedule&, const arch::Device&,
                                    const KernelCycles&) const override {
        return {};
    }

 private:
    HostBufferRef buffer_;
    KernelRef kernel_;
};

TEST_F(Validate, NamesWhatAWorkloadSaysOfThingsThatAreNotThere) {
    schedule.workload = std::make_shared<Claim>(HostBufferRef{7}, KernelRef{5});
    EXPECT_TRUE(has_breach("workload claim", "host buffer 7; there are 2"));
    EXPECT_TRUE(has_breach("workload claim", "kernel 5; there are"));
    EXPECT_EQ(validate(schedule, device).size(), 2U);
}

class ValidateNonsense : public Validation {
 protected:
    /// Expects that validate() returns, and finds breaches.
    void expect_breaches() const { EXPECT_FALSE(validate(schedule, device).empty()); }

    /// Puts the whole sequence into a loop of `count` rounds.
    void put_into_loop(std::int64_t count) {
        SequenceLoop loop{.count = count, .body = std::move(schedule.sequence)};
        schedule.sequence.clear();
        schedule.sequence.emplace_back().op = std::move(loop);
    }
};

TEST_F(ValidateNonsense, SurvivesExtremeNumbersInBds) {
    for (const std::int64_t number : {kMax, kMin, std::int64_t{0}, std::int64_t{-4}}) {
        Bd& broken = bd(kMem, 2);
        broken.offset = broken.length = Bytes{number};
        broken.dimensions.assign(4, {number, Bytes{number}});
        broken.padding.assign(5, {kMaxInt, kMinInt});
        broken.iteration = Iteration{kMaxInt, Bytes{number}};
        broken.packet = PacketHeader{kMinInt, kMaxInt};
        broken.next = kMaxInt;
        op<WriteBd>(0).bd = broken;
        expect_breaches();
    }
}

TEST_F(ValidateNonsense, SurvivesExtremeIndices) {
    for (const int number : {kMaxInt, kMinInt, -1}) {
        schedule = copy_chain(device);
        bd(kMem, 2).id = number;
        bd(kMem, 3).buffer = BufferRef{{number, number}, number};
        bd(kMem, 0).acquire->lock = {{number, 1}, number};
        channel_of(program(kMem), arch::Direction::S2MM, 0).channel = number;
        copy_call().kernel = {number};
        flow("in").source.channel = number;
        flow("to core").sinks.at(0) = {
            {number, number}, arch::PortSide::Master, static_cast<arch::Bundle>(200), number};
        route("from core").connections.at(0).slave.bundle = static_cast<arch::Bundle>(99);
        op<PushTask>(1).channel = number;
        op<WriteBd>(0).tile = {number, number};
        expect_breaches();
    }
}

TEST_F(ValidateNonsense, SurvivesExtremeAddresses) {
    for (const std::int64_t number : {kMax, kMin}) {
        buffer_named(program(kCore), "in1").address = Bytes{number};
        buffer_named(program(kCore), "out0").size = Bytes{number};
        program(kCore).stack = Bytes{number};
        copy_call().arguments.at(0).offset = Bytes{number};
        copy_call().arguments.at(1).length = Bytes{number};
        host_buffer_named(schedule, "in").size = Bytes{number};
        expect_breaches();
    }
}

TEST_F(ValidateNonsense, SurvivesExtremeSequences) {
    for (const std::int64_t number : {kMax, kMin}) {
        op<WriteBd>(0).offset = {
            .base = number, .terms = {{0, number, number, number, number}, {-1, 1, 0, -1, -1}}};
        op<PushTask>(1).bd = {.base = number, .terms = {}};
        for (int i = 0; i < 2; ++i)
            put_into_loop(number);
        expect_breaches();
        schedule = copy_chain(device);
    }
}

TEST_F(ValidateNonsense, SurvivesMissingTilesAndRoutes) {
    schedule.tiles.clear();
    schedule.routes.resize(1);
    schedule.kernels.clear();
    schedule.host_buffers.clear();
    expect_breaches();
}

TEST_F(ValidateNonsense, SurvivesLoopsNestedAThousandDeep) {
    for (int i = 0; i < 1000; ++i) {
        put_into_loop(1);
        program(kCore).core = {{Loop{.count = 1, .body = program(kCore).core}}};
    }
    EXPECT_TRUE(has_breach("core (0,2) op 32", "nested in 32 loops; allowed are 31"));
    EXPECT_TRUE(has_breach("sequence op 32", "nested in 32 loops; allowed are 31"));
}

}  // namespace
}  // namespace xdnasim::schedule::test
