#pragma once
// The BDs of shims as an encoder has sent them so far: of one that changes in a register or in its
// address alone, these are enough.

#include <cstdint>
#include <map>
#include <variant>

#include "backends/txn/instructions.hpp"
#include "backends/txn/shim_bd.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::txn {

struct SentBd {
    BdWords words;
    int host_buffer = 0;
    std::int64_t offset = 0;  ///< bytes
};

struct WholeBd {};
struct AddressAlone {};
/// What makes a BD of the one before: all of it, its address, or a register.
using BdChange = std::variant<WholeBd, AddressAlone, Write>;

class SentBds {
 public:
    /// What makes the BD at `first` into `bd`, as `write` asks for; it is `bd` from then on.
    [[nodiscard]] BdChange change(const Register& first, const schedule::WriteBd& write,
                                  const SentBd& bd);

 private:
    std::map<Register, SentBd> sent_;
};

}  // namespace xdnasim::txn
