#pragma once
// The BDs of shims that an encoder has sent so far. If only one register or only the address of
// such a BD changes, sending that is enough.

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
/// What has to be sent to update a BD: the whole BD, its address, or one register.
using BdChange = std::variant<WholeBd, AddressAlone, Write>;

class SentBds {
 public:
    /// Returns what has to be sent, as `write` requests, so that the BD whose first register is
    /// `first` becomes `bd`, and records that it is `bd`.
    [[nodiscard]] BdChange change(const Register& first, const schedule::WriteBd& write,
                                  const SentBd& bd);

 private:
    std::map<Register, SentBd> sent_;
};

}  // namespace xdnasim::txn
