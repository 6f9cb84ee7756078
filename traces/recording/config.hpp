#pragma once
// Which events the slots of the traced units watch: a JSON file such as
//
//   {"device": "npu1",
//    "streams": [{"module": "core", "row": 2, "col": 0, "slots": [33, 34, 37, ...]}]}
//
// with up to 8 slots per unit, by id or by name. `columns` says how many the device has. What else
// is in it, such as the `ports` that a simulated unit watches, is for its readers.

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

/// NONE, of every module: never asserted (AM025).
inline constexpr int kNoEvent = 0;

using SlotEvents = std::array<int, words::kSlots>;  ///< ids

struct UnitConfig {
    words::Unit unit;
    SlotEvents events{};
};

struct TraceConfig {
    names::EventNames names;
    std::vector<UnitConfig> units;
    std::optional<int> columns{};  ///< of the device, where somebody told
};

/// Throws InputError with the file and what is wrong in it.
[[nodiscard]] TraceConfig load_config(const std::filesystem::path& file);

/// What the slots of recorded units are called.
class SlotNames {
 public:
    SlotNames() = default;
    /// A driver may put a design on other columns than it was made for: those of `config` are
    /// moved so that most are among the recorded `units`.
    SlotNames(TraceConfig config, std::span<const words::Unit> units);

    /// Takes to the notes that `slots` of `unit`, bit by bit, are asserted in the recording, where
    /// the configuration says that they watch nothing.
    void note_asserted(const words::Unit& unit, std::uint8_t slots);

    /// What a user may not expect of how `config` and the recording go together; else empty.
    [[nodiscard]] const std::string& note() const { return note_; }

    /// "LOCK_STALL"; "slot 7" when the unit is not configured.
    [[nodiscard]] std::string name(const words::Unit& unit, int slot) const;
    [[nodiscard]] std::optional<SlotEvents> events(const words::Unit& unit) const;
    /// The slot that watches the event called `name`.
    [[nodiscard]] std::optional<int> slot_of(const words::Unit& unit, std::string_view name) const;
    /// nullopt: without a configuration.
    [[nodiscard]] std::optional<arch::Generation> generation() const;
    /// Of the device; nullopt: nobody told.
    [[nodiscard]] std::optional<int> columns() const;

 private:
    void add_note(const std::string& note);

    std::optional<TraceConfig> config_;
    std::string note_;
};

}  // namespace xdnasim::recording
