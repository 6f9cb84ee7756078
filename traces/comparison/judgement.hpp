#pragma once
// How strictly each event is judged, and how far two recordings may be apart.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "traces/names/event_meaning.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::comparison {

/// Of a unit, as a recording names it: "LOCK_STALL"; "slot 3" where the name is not known.
class Event {
 public:
    Event(words::Module module, std::string name);
    [[nodiscard]] words::Module module() const { return module_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] bool is(names::Signal signal) const { return signal_ == signal; }
    /// What it tells; nullopt: the simulator does not know when it happens.
    [[nodiscard]] std::optional<names::Signal> signal() const { return signal_; }

 private:
    words::Module module_;
    std::string name_;
    std::optional<names::Signal> signal_;
};

enum class Judgement : std::uint8_t {
    CycleByCycle,  ///< the core's own work: every interval within some cycles
    Band,          ///< what waits for the DRAM, or for what comes from there: totals within a share
    Medians        ///< of calls, and of what occurs from a call to the next: within a share
};

/// "cycle by cycle", "band", "medians"
[[nodiscard]] std::string_view to_string(Judgement judgement);

/// | module | events | judged |
/// |---|---|---|
/// | core | stalls, PORT_..., those that the simulator does not know included | band |
/// | core | all others, those without a name too | cycle by cycle |
/// | memory, mem tile, shim | all: they move what comes from the DRAM or goes there | band |
[[nodiscard]] Judgement judgement_of(const Event& event);

/// The core is held up: by others, or by what its accesses meet in a bank.
[[nodiscard]] bool is_stall_of_core(const Event& event);
/// The core does nothing meanwhile, until others have done something.
[[nodiscard]] bool is_wait_of_core(const Event& event);
/// Something waits or rests: no sign that work has begun. What events tell that the simulator does
/// not know is taken from their names.
[[nodiscard]] bool is_inactivity(const Event& event);
/// How much of it there is in a call follows from the design, however long it takes.
[[nodiscard]] bool is_work(const Event& event);

/// Chosen. Recorded kernels repeat to the cycle (vector_scalar of xdna-emu: 10,245, one every
/// 10,312), so that a few cycles are an error of the model; a share of the time gone by keeps such
/// an error, step by step allowed, from adding up. Times that depend on the DRAM are held to what
/// `xdnasim compare` allows those of whole runs.
struct Tolerances {
    double cycles = 3;    ///< of a length, or the time from one interval to the next
    double band = 0.15;   ///< of what depends on the DRAM, relative to the measurement
    double drift = 0.01;  ///< of positions, relative to the time gone by; of totals, to all time
    /// Of medians, relative to the measurement. Chosen: no source has two recordings of one design.
    double length = 0.025;
    double stalls = 0.25;
};

}  // namespace xdnasim::comparison
