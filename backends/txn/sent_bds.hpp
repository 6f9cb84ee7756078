#pragma once
// The BDs of shims as an encoder has sent them so far: of one that changes in a register alone,
// that register is enough.

#include <cstdint>
#include <map>
#include <optional>

#include "backends/txn/instructions.hpp"
#include "backends/txn/shim_bd.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::txn {

struct SentBd {
    BdWords words;
    int host_buffer = 0;
    std::int64_t offset = 0;  ///< bytes
};

class SentBds {
 public:
    /// The write of a register that makes `bd` of the BD at `first` when `write` is such a one;
    /// nullopt: it has to be sent whole.
    [[nodiscard]] std::optional<Write> change(const Register& first, const schedule::WriteBd& write,
                                              const SentBd& bd);

 private:
    std::map<Register, SentBd> sent_;
};

}  // namespace xdnasim::txn
