#pragma once
// The registers that start and stop trace units, and what a stream writes to those and to the
// units. As mlir-aie does: a shim raises an event of its own that it broadcasts, 15 to start and to
// reset the timers, 14 to stop.

#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "backends/txn/operations.hpp"
#include "backends/txn/trace_unit.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::txn {

/// Makes the shim broadcast `signal`.
[[nodiscard]] std::vector<Write> signal_of(const schedule::SignalTrace& signal);

/// Collects what a stream writes to trace units.
class TraceRegisters {
 public:
    explicit TraceRegisters(const arch::Device& device) : device_{device} {}

    /// Is `write` to a register of trace units? Then it is taken.
    /// Precondition: the device contains its tile.
    [[nodiscard]] bool take(const Write& write);

    /// The signal that the last write taken gave.
    [[nodiscard]] std::optional<schedule::SignalTrace> take_signal();

    /// In the order in which the stream configures them; as unit_from.
    [[nodiscard]] std::vector<schedule::TraceUnit> units() const;

 private:
    [[nodiscard]] bool take_signal_register(const Write& write);

    const arch::Device& device_;
    RegisterValues written_;
    std::vector<words::Unit> units_;
    std::optional<schedule::SignalTrace> signal_;
};

}  // namespace xdnasim::txn
