#pragma once
// What the events of a trace unit are called.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/words/packet.hpp"

namespace xdnasim::names {

/// An id is a byte of a register.
inline constexpr int kMaxEventId = 255;

/// The events of one core generation, as AMD's register reference names them.
class EventNames {
 public:
    /// `generation` is that of a device, "aie-ml" or "aie2p", or what mlir-aie calls it: "aie2",
    /// "npu1", "npu2". Throws InputError for any other, and when the names are not installed.
    explicit EventNames(const std::string& generation);

    [[nodiscard]] const std::string& generation() const { return generation_; }
    /// nullopt: the module has no event `id`.
    [[nodiscard]] std::optional<std::string_view> name(words::Module module, int id) const;
    /// Throws InputError, with the nearest name, when the module has no such event.
    [[nodiscard]] int id(words::Module module, std::string_view name) const;

 private:
    void add(const std::string& line, const std::string& place);

    std::string generation_;
    std::array<std::vector<std::string>, 4> names_;  ///< by module and id; empty: no event
};

/// Of the two, the one that `generation` is not.
[[nodiscard]] std::string other_generation(std::string_view generation);

}  // namespace xdnasim::names
