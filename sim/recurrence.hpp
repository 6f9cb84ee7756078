#pragma once
// Skips what repeats. A run is looked at whenever a core goes round a loop; when the state of
// everything is that of an earlier look, all times being relative, what came between comes again,
// for as long as no loop and no BD runs out. Such periods pass at once.

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "sim/environment.hpp"
#include "sim/leads_tape.hpp"
#include "sim/state.hpp"
#include "traces/events/events.hpp"

namespace xdnasim::sim {

/// A listener that only adds up. Periods that are skipped are added to its totals; the times of
/// events are those of the environment's clock, which knows nothing of them.
class AddingListener : public events::Listener {
 public:
    /// Shows totals alone.
    virtual void visit_totals(StateVisitor& visitor) = 0;
};

class Recurrence {
 public:
    /// `visit` shows the whole state of the run.
    Recurrence(Environment& environment, std::function<void(StateVisitor&)> visit);

    /// A core has gone round a loop.
    void look_soon() {
        if (++rounds_ >= resting_until_) environment_.calendar.look_before_next_cycle();
    }

 private:
    void look();
    void begin(std::uint64_t signature);
    void compare();
    /// Before a period, which is null then, or behind it.
    void tell_leads(const Period* period);
    void skip(const Period& period, std::int64_t periods);
    void stop_comparing();
    void give_up();
    [[nodiscard]] Snapshot snapshot();
    [[nodiscard]] bool seen(std::uint64_t signature) const;

    Environment& environment_;
    std::function<void(StateVisitor&)> visit_;
    std::vector<std::uint64_t> signatures_;  ///< of the last looks, a ring
    std::size_t next_signature_ = 0;
    std::set<std::uint64_t> periodic_;  ///< signatures at which periods have ended
    std::int64_t rounds_ = 0;
    std::int64_t resting_until_ = 0;  ///< round
    std::int64_t rest_ = 0;           ///< rounds, the next time that nothing recurs

    // While it looks whether a state comes again.

    std::optional<Snapshot> begin_;
    std::uint64_t begin_signature_ = 0;
    std::int64_t begin_round_ = 0;
    int attempts_ = 0;
    int most_attempts_;
    std::optional<Period> period_;  ///< that has ended at `begin_`
    LeadsTape tape_;                ///< since then
};

}  // namespace xdnasim::sim
