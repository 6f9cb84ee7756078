#pragma once
// Registers taken over the cycles of straight-line code while its schedule grows.

#include <optional>
#include <vector>

#include "arch/slot_model.hpp"

namespace xdnasim::vliw {

/// One file. A value takes registers without end until its last reader is placed.
class RegisterProfile {
 public:
    explicit RegisterProfile(int registers) : registers_{registers} {}

    void open(int count, int first);
    void close(int count, int last);

    /// The first cycle from which on `count` registers are free for good, none if they stay
    /// taken.
    [[nodiscard]] std::optional<int> free_from(int count) const;
    [[nodiscard]] int registers() const { return registers_; }
    /// The cycle from which on nothing changes.
    [[nodiscard]] int end() const { return static_cast<int>(taken_.size()); }

 private:
    void extend_to(int cycle);

    int registers_;
    std::vector<int> taken_{0};  ///< by cycle; the last one holds for all that follow
};

}  // namespace xdnasim::vliw
