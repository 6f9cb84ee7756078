#include "arch/units.hpp"

#include <concepts>

#include <gtest/gtest.h>

#include "arch/device.hpp"

namespace xdnasim::arch {
namespace {

template <class A, class B>
concept Addable = requires(A a, B b) {
    a + b;
};
template <class A, class B>
concept Comparable = requires(A a, B b) {
    a < b;
};

static_assert(Addable<Cycles, Cycles>);
static_assert(!Addable<Cycles, Bytes>);
static_assert(!Addable<Cycles, PlCycles>);
static_assert(!Addable<Cycles, int>);
static_assert(!Comparable<Cycles, Nanoseconds>);
static_assert(!std::convertible_to<int, Bytes>);

TEST(Unit, AddsAndSubtracts) {
    Cycles sum{5};
    sum += Cycles{7};
    sum -= Cycles{2};
    EXPECT_EQ(sum, Cycles{10});
    EXPECT_EQ(Cycles{3} - Cycles{5}, Cycles{-2});
}

TEST(Unit, ScalesByAPlainNumber) {
    EXPECT_EQ(3 * kWord, Bytes{12});
    EXPECT_EQ(Bytes{12} / 5, Bytes{2});
}

TEST(Unit, DividesIntoAPlainNumber) {
    EXPECT_EQ(Bytes{4096} / kWord, 1024);
    EXPECT_EQ(Bytes{10} % kWord, Bytes{2});
}

TEST(Unit, Compares) {
    EXPECT_LT(Cycles{1}, Cycles{2});
    EXPECT_GE(Nanoseconds{1.5}, Nanoseconds{1.5});
}

TEST(Unit, OfBytesOverATimeIsARate) {
    // A gigabyte in 50 ms.
    EXPECT_EQ(rate_of(Bytes{1'000'000'000}, Nanoseconds{50e6}), GigabytesPerSecond{20});
}

TEST(Tops, AreOperationsOverTheirTime) {
    // 3 * 10^12 operations in two seconds.
    EXPECT_EQ(tops(3e12, Nanoseconds{2e9}), 1.5);
}

Device device_at(double clock_ghz) {
    Device device;
    device.clock_ghz = clock_ghz;
    return device;
}

TEST(Device, RoundsALatencyUpToWholeCycles) {
    EXPECT_EQ(device_at(1.0).cycles(Nanoseconds{150}), Cycles{150});
    EXPECT_EQ(device_at(1.0).cycles(Nanoseconds{150.25}), Cycles{151});
    EXPECT_EQ(device_at(1.8).cycles(Nanoseconds{0}), Cycles{0});
}

TEST(Device, AddsNoCycleForTheErrorOfAProduct) {
    // 1.1 * 50 is 55.000000000000007 in binary.
    EXPECT_EQ(device_at(1.1).cycles(Nanoseconds{50}), Cycles{55});
}

TEST(Device, CountsCyclesOfATimeInPartsToo) {
    EXPECT_DOUBLE_EQ(device_at(1.5).exact_cycles(Nanoseconds{3}), 4.5);
}

TEST(Device, TakesTimeForCycles) {
    EXPECT_EQ(device_at(1.25).time_of(Cycles{5}), Nanoseconds{4});
    EXPECT_EQ(device_at(0.5).time_of(0.25), Nanoseconds{0.5});
}

TEST(Device, GivesARateInBytesPerCycle) {
    EXPECT_DOUBLE_EQ(device_at(1.8).bytes_per_cycle(GigabytesPerSecond{12.6}).count(), 7.0);
}

TEST(Device, GivesTopsAtItsClock) {
    // XDNA2 on int8: 32 cores of 512 MACs a cycle at 1.8 GHz. 32 * 512 * 2 * 1.8e9 = 58.98e12.
    EXPECT_NEAR(device_at(1.8).tops(kOperationsPerMac * 512 * 32), 58.98, 0.005);
}

}  // namespace
}  // namespace xdnasim::arch
