#pragma once
// Trace configurations: the events that the slots of traced units watch, in a JSON file such as
//
//   {"device": "npu1",
//    "streams": [{"module": "core", "row": 2, "col": 0, "slots": [33, 34, 37, ...]}]}
//
// with up to 8 slots per unit, each an id or a name. The optional `columns` is the number of
// columns of the device. Other keys, such as the `ports` that a simulated unit watches, are ignored
// here.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arch/generation.hpp"
#include "traces/names/event_names.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::recording {

/// Id of the event NONE of every module, which is never asserted (AM025).
inline constexpr int kNoEvent = 0;

using SlotEvents = std::array<int, words::kSlots>;  ///< event ids; index: slot

struct UnitConfig {
    words::Unit unit;
    SlotEvents events{};
};

struct TraceConfig {
    names::EventNames names;
    std::vector<UnitConfig> units;
    std::optional<int> columns{};  ///< number of columns of the device; nullopt: not known
};

/// Reads a configuration. Throws InputError with the file and what is wrong in it.
[[nodiscard]] TraceConfig load_config(const std::filesystem::path& file);

/// Names of the events that the slots of recorded units watch.
class SlotNames {
 public:
    SlotNames() = default;
    /// A driver may place a design on other columns than it was made for: the units of `config` are
    /// moved so that as many as possible are among the recorded `units`.
    SlotNames(TraceConfig config, std::span<const words::Unit> units);

    /// Adds a note about each slot of `unit` that the recording asserts, given as the bits of
    /// `slots`, although it watches nothing according to the configuration.
    void note_asserted(const words::Unit& unit, std::uint8_t slots);

    /// Unexpected differences between the configuration and the recording; empty: none.
    [[nodiscard]] const std::string& note() const { return note_; }

    /// The name of a slot's event: "LOCK_STALL"; "event 200" if the id has no name; "slot 7" if the
    /// unit is not configured.
    [[nodiscard]] std::string name(const words::Unit& unit, int slot) const;
    /// Ids of a unit's events; nullopt: the unit is not configured.
    [[nodiscard]] std::optional<SlotEvents> events(const words::Unit& unit) const;
    /// The slot that watches the event `name`; nullopt: none does.
    [[nodiscard]] std::optional<int> slot_of(const words::Unit& unit, std::string_view name) const;
    /// Generation of the device; nullopt: there is no configuration.
    [[nodiscard]] std::optional<arch::Generation> generation() const;
    /// Number of columns of the device; nullopt: not known.
    [[nodiscard]] std::optional<int> columns() const;

 private:
    void add_note(const std::string& note);

    std::optional<TraceConfig> config_;
    std::string note_;
};

}  // namespace xdnasim::recording
