#pragma once
// Ids and names of the events that a trace unit can watch.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/generation.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::names {

/// Largest id of an event; an id takes a byte of a register.
inline constexpr int kMaxEventId = 255;

/// The events of one core generation, named as in AMD's register reference.
class EventNames {
 public:
    /// Throws InputError if the tables of names are not installed.
    explicit EventNames(arch::Generation generation);
    /// `generation`: "aie-ml", "aie2p", or a name that mlir-aie uses: "aie2", "npu1", "npu2".
    /// Throws InputError for any other name, or if the tables of names are not installed.
    explicit EventNames(const std::string& generation);

    [[nodiscard]] arch::Generation generation() const { return generation_; }
    /// The name of an event; nullopt: the module has no event `id`.
    [[nodiscard]] std::optional<std::string_view> name(words::Module module, int id) const;
    /// The id of an event. Throws InputError, with the nearest name, if the module has no such
    /// event.
    [[nodiscard]] int id(words::Module module, std::string_view name) const;

 private:
    void add(const std::string& line, const std::string& place);

    arch::Generation generation_;
    std::array<std::vector<std::string>, words::kModules.size()>
        names_;  ///< names by module and id; empty: no event
};

/// The core generation that is not `generation`.
[[nodiscard]] arch::Generation other_generation(arch::Generation generation);

}  // namespace xdnasim::names
