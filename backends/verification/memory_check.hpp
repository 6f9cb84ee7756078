#pragma once
// Is there memory for a verified run? Asked beforehand: OpenBLAS waits for ever for what it
// cannot get, and the system ends a process that uses more than there is.

#include <string_view>

#include "arch/units.hpp"

namespace xdnasim::backends {

/// Throws InputError when the machine, the container or the limit of this process
/// (`ulimit -v`) leaves less than `need` for data, whose size `key` of the problem file says.
void require_memory_to_verify(arch::Bytes need, std::string_view key);

}  // namespace xdnasim::backends
