#pragma once
// The BDs of shims as an instruction stream has written them so far: words of a block, then the
// host buffer that a DDR_PATCH gives them.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "arch/device.hpp"
#include "backends/txn/shim_bd.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::txn {

class WrittenBds {
 public:
    explicit WrittenBds(const arch::Device& device) : device_{device} {}

    // Each throws StreamError, with `word`, for what the simulated DMA does not do.

    /// A whole BD. Precondition: `at` is the first register of one.
    void write(std::size_t word, const Register& at, const BdWords& words);
    /// The BD with its host buffer, now known. A BD that is patched again keeps all but its
    /// address. Precondition: `op` names the address of a BD.
    [[nodiscard]] schedule::WriteBd patch(std::size_t word, const PatchAddress& op);
    /// One register of a known BD, other than its address; nullopt: it is of none.
    [[nodiscard]] std::optional<schedule::WriteBd> change(std::size_t word, const Write& op);

    [[nodiscard]] bool knows(const Register& first) const { return known_.contains(first); }
    /// A BD that has no host buffer, and the word that wrote it; nullopt: there is none.
    [[nodiscard]] std::optional<std::pair<Register, std::size_t>> unpatched() const;
    /// "BD 3 of shim (0,0)"
    [[nodiscard]] std::string name_of(const Register& at) const;

 private:
    struct Written {
        std::size_t word;
        BdWords words;
    };
    struct Known {
        BdWords words;
        schedule::HostBufferRef buffer;
        std::int64_t plus;
    };
    [[nodiscard]] schedule::WriteBd operation_of(std::size_t word, const Register& first,
                                                 const Known& known) const;

    const arch::Device& device_;
    std::map<Register, Written> unpatched_;
    std::map<Register, Known> known_;
};

}  // namespace xdnasim::txn
