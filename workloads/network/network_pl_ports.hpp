#pragma once
// Ports to the programmable logic while they are given out.

#include <map>
#include <optional>

#include "arch/device.hpp"

namespace xdnasim::network {

/// Pairs of ports, which are 128 bit wide.
class FreePlPorts {
 public:
    explicit FreePlPorts(const arch::Device& device) : device_{device} {}

    /// Of the shim that is nearest to the column and has a pair left; nullopt: none has.
    [[nodiscard]] std::optional<arch::Port> near(int column, bool is_input);

 private:
    const arch::Device& device_;
    std::map<int, int> inputs_;  ///< taken, by column
    std::map<int, int> outputs_;
};

}  // namespace xdnasim::network
