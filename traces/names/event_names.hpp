#pragma once
// What the events of a trace unit are called.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/generation.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::names {

/// An id is a byte of a register.
inline constexpr int kMaxEventId = 255;

/// The events of one core generation, as AMD's register reference names them.
class EventNames {
 public:
    /// Throws InputError when the names are not installed.
    explicit EventNames(arch::Generation generation);
    /// Of the generation that is called so, or that mlir-aie calls so: "aie2", "npu1", "npu2".
    /// Throws InputError for any other, too.
    explicit EventNames(const std::string& generation);

    [[nodiscard]] arch::Generation generation() const { return generation_; }
    /// nullopt: the module has no event `id`.
    [[nodiscard]] std::optional<std::string_view> name(words::Module module, int id) const;
    /// Throws InputError, with the nearest name, when the module has no such event.
    [[nodiscard]] int id(words::Module module, std::string_view name) const;

 private:
    void add(const std::string& line, const std::string& place);

    arch::Generation generation_;
    std::array<std::vector<std::string>, words::kModules.size()>
        names_;  ///< by module and id; empty: no event
};

/// Of the two, the one that `generation` is not.
[[nodiscard]] arch::Generation other_generation(arch::Generation generation);

}  // namespace xdnasim::names
