#pragma once
// The configuration of one trace unit as register writes: what it watches, and the broadcasts that
// start and stop it.

#include <cstdint>
#include <map>
#include <vector>

#include "arch/device.hpp"
#include "backends/txn/operations.hpp"
#include "workloads/schedule/trace.hpp"

namespace xdnasim::txn {

/// Throws InputError for a port that the registers cannot name.
[[nodiscard]] std::vector<Write> configuration_of(const schedule::TraceUnit& unit,
                                                  const arch::Device& device);

/// Registers with what was written to them.
using RegisterValues = std::map<Register, std::uint32_t>;

/// Of the watched ports, those that an event tells of. Throws InputError for a unit that does not
/// start and stop by broadcast, or is configured in part.
[[nodiscard]] schedule::TraceUnit unit_from(const words::Unit& unit, const RegisterValues& written,
                                            const arch::Device& device);

}  // namespace xdnasim::txn
