#pragma once
// What a core or a DMA channel waits for: the material of a deadlock's explanation.

#include <optional>
#include <string>

#include "sim/lock_bank.hpp"

namespace xdnasim::sim {

struct Waiting {
    std::string who;                        ///< "core (0,2)", "mem tile (0,1) S2MM 1 (in BD 24)"
    std::string what;                       ///< "waits for lock 3 'A full' ..."
    std::optional<schedule::LockRef> lock;  ///< when it is a lock it waits for
};

/// `who` waits for what `request` asks of `bank`.
[[nodiscard]] Waiting describe_wait(std::string who, const schedule::Acquire& request,
                                    const LockBank& bank);

}  // namespace xdnasim::sim
