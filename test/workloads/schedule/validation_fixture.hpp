#pragma once
// Fixture for tests of the validator: a valid schedule, which tests modify, and functions that
// check the breaches that result.

#include <string>

#include <gtest/gtest.h>

#include "arch/device.hpp"
#include "test/support/schedule_parts.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule::test {

class Validation : public testing::Test {
 protected:
    Validation();

    static constexpr arch::TileId kShim{0, 0};
    static constexpr arch::TileId kMem{0, 1};
    static constexpr arch::TileId kCore{0, 2};

    [[nodiscard]] TileProgram& program(arch::TileId tile) { return program_of(schedule, tile); }
    [[nodiscard]] Bd& bd(arch::TileId tile, int id);
    [[nodiscard]] Flow& flow(const std::string& name);
    [[nodiscard]] Route& route(const std::string& flow_name);
    /// Operation `index` of the outermost level of the sequence. Precondition: it is a T.
    template <class T>
    [[nodiscard]] T& op(std::size_t index) {
        return std::get<T>(schedule.sequence.at(index).op);
    }
    /// The core's endless loop.
    [[nodiscard]] Loop& core_loop() { return std::get<Loop>(program(kCore).core.front().op); }

    /// The first kernel call of the core.
    [[nodiscard]] Call& copy_call() { return first_call(program(kCore).core); }
    [[nodiscard]] LockRef lock(arch::TileId tile, std::string_view name) {
        return {tile, lock_named(program(tile), name).id};
    }

    /// Success if the schedule has exactly one breach, in the object `where`, with a text that
    /// contains `what`.
    [[nodiscard]] testing::AssertionResult only_breach(const std::string& where,
                                                       const std::string& what) const;
    /// Returns whether the schedule has a breach in `where` with a text that contains `what`,
    /// possibly among others.
    [[nodiscard]] bool has_breach(const std::string& where, const std::string& what) const;
    [[nodiscard]] testing::AssertionResult is_valid() const;

    arch::Device device;
    Schedule schedule;
};

}  // namespace xdnasim::schedule::test
