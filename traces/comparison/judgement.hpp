#pragma once
// Judgement of events: how strictly each one is judged, and the tolerances.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "traces/names/event_meaning.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::comparison {

/// An event of a unit, with its name in a recording: "LOCK_STALL"; "slot 3" if the name is not
/// known.
class Event {
 public:
    Event(words::Module module, std::string name);
    [[nodiscard]] words::Module module() const { return module_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] bool is(names::Signal signal) const { return signal_ == signal; }
    /// The meaning of the event; nullopt: the simulator does not know when it happens.
    [[nodiscard]] std::optional<names::Signal> signal() const { return signal_; }

 private:
    words::Module module_;
    std::string name_;
    std::optional<names::Signal> signal_;
};

enum class Judgement : std::uint8_t {
    CycleByCycle,  ///< every interval within some cycles: for the core's own work
    Band,          ///< totals within a share: for what depends on the DRAM or data from it
    Medians        ///< medians within a share: for calls, and events from one call to the next
};

/// "cycle by cycle", "band", "medians"
[[nodiscard]] std::string_view to_string(Judgement judgement);

/// The judgement of an event when intervals are compared pair by pair:
/// | module | events | judged |
/// |---|---|---|
/// | core | stalls and PORT_..., also those that the simulator does not know | band |
/// | core | all others, also those without a name | cycle by cycle |
/// | memory, mem tile, shim | all, since they move data from or to the DRAM | band |
[[nodiscard]] Judgement judgement_of(const Event& event);

/// Is it a stall of a core: a wait for others, or a conflict of its accesses in a memory bank?
[[nodiscard]] bool is_stall_of_core(const Event& event);
/// Is it a stall in which the core waits for others (not a memory stall)?
[[nodiscard]] bool is_wait_of_core(const Event& event);
/// Does the event report that something waits or is idle, so that it is no sign that work has
/// begun? Events that the simulator does not know are judged by their names.
[[nodiscard]] bool is_inactivity(const Event& event);
/// Is the number of the event's cycles in a call fixed by the design, however long the call takes?
[[nodiscard]] bool is_work(const Event& event);

/// Largest differences that are allowed. All values are chosen. Recorded kernels repeat to the
/// cycle (vector_scalar of xdna-emu: 10,245, one every 10,312), so a difference of more than a few
/// cycles is an error of the model. `drift` prevents small errors, each of which is allowed, from
/// adding up. `band` is what `xdnasim compare` allows for times of whole runs.
struct Tolerances {
    double cycles = 3;    ///< for a length, or the time from one interval to the next; in cycles
    double band = 0.15;   ///< for what depends on the DRAM, as a share of the measurement
    double drift = 0.01;  ///< for positions, as a share of elapsed time; for totals, of all time
    // For medians, as a share of the measurement. Chosen, since no source has two recordings of the
    // same design.
    double length = 0.025;
    double stalls = 0.25;
};

}  // namespace xdnasim::comparison
