#include "sim/alarm_wheel.hpp"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

constexpr std::size_t kSlots = 8192;

/// The reference for TakenSlots::next(): the first slot of `taken` from `slot` on, round the ring;
/// kNone if no slot is taken.
std::size_t next_of(const std::set<std::size_t>& taken, std::size_t slot) {
    const auto behind = taken.lower_bound(slot);
    if (behind != taken.end()) return *behind;
    return taken.empty() ? TakenSlots<kSlots>::kNone : *taken.begin();
}

TEST(TakenSlots, FindsTheNextOneRoundTheRing) {
    std::mt19937 random{7};
    std::uniform_int_distribution<std::size_t> any{0, kSlots - 1};
    int compared = 0;
    for (const int at_once : {1, 2, 5, 300}) {
        TakenSlots<kSlots> slots;
        std::set<std::size_t> taken;
        EXPECT_EQ(slots.next(any(random)), TakenSlots<kSlots>::kNone);
        for (int i = 0; i < 2000; ++i) {
            const std::size_t slot = any(random);
            if (std::ssize(taken) < at_once) {
                slots.take(slot);
                taken.insert(slot);
            } else {
                slots.free(*taken.begin());
                taken.erase(taken.begin());
            }
            for (const std::size_t from :
                 {any(random), slot, (slot + 1) % kSlots, slot / 64 * 64, std::size_t{0}}) {
                ASSERT_EQ(slots.next(from), next_of(taken, from)) << "from " << from;
                ++compared;
            }
        }
    }
    EXPECT_EQ(compared, 40'000);
}

}  // namespace
}  // namespace xdnasim::sim
