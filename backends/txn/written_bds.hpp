#pragma once
// The BDs of shims that an instruction stream has written so far: a BLOCKWRITE sets the words, then
// a DDR_PATCH the host buffer.

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

    // `word`: index of the operation's first word in the stream. write(), patch() and change()
    // throw InputError, with the word, for settings that the simulated DMA does not support.

    /// Records a whole BD. Precondition: `at` is the first register of a BD.
    void write(std::size_t word, const Register& at, const BdWords& words);
    /// Sets the host buffer of a BD and returns the complete BD. If the BD had a host buffer, only
    /// its address changes. Throws StreamError if the BD has not been written. Precondition: `op`
    /// names the address of a BD.
    [[nodiscard]] schedule::WriteBd patch(std::size_t word, const PatchAddress& op);
    /// Writes one register of a BD that has a host buffer and returns the changed BD; nullopt if
    /// the register is not one of such a BD, or contains its address.
    [[nodiscard]] std::optional<schedule::WriteBd> change(std::size_t word, const Write& op);

    /// Whether the BD whose first register is `first` is complete, with a host buffer.
    [[nodiscard]] bool knows(const Register& first) const { return known_.contains(first); }
    /// Returns a BD without host buffer, and the word that wrote it; nullopt if there is none.
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
