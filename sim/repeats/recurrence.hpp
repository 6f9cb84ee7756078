#pragma once
// Skips exact repeats. From time to time, when a core goes round a loop, it takes a snapshot of the
// run's state, and records the stretch from one state to the next: the time that passed, what was
// added to all totals, what was done to the leads, and what was taken from outside. When a state
// comes again, so do the stretches that followed it, as long as the same comes from outside; all of
// them are skipped at once.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sim/environment.hpp"
#include "sim/leads/leads_tape.hpp"
#include "sim/repeats/count_range.hpp"
#include "sim/repeats/retrace.hpp"
#include "sim/repeats/round.hpp"
#include "sim/repeats/state.hpp"
#include "sim/repeats/views.hpp"
#include "sim/sequence_position.hpp"

namespace xdnasim::sim {

class Recurrence {
 public:
    Recurrence(Environment& environment, Views views, Retrace retrace);

    /// To be called when a core has gone round a loop.
    void look_soon(Round round);

 private:
    struct Node;
    /// A recorded stretch, from a state to the next.
    struct Edge {
        Node* to;
        arch::Cycles length;
        std::shared_ptr<const LeadsProgram> leads;
        std::vector<double> added;  ///< what is added to the totals
        CountsChange counts;
        std::vector<OutsideStep> outside;
        SequencePosition end;  ///< position in the runtime sequence at the end
    };
    /// A known state.
    struct Node {
        std::vector<std::uint32_t> parts;  ///< number of each part's words
        std::vector<std::unique_ptr<Edge>> edges;
        std::int64_t round = -1;  ///< round in which the run was in the state last; -1: in none
    };
    /// The present state.
    struct Present {
        Node* node;  ///< nullptr: the state cannot be restored
        StateVisitor::Words fixed;
        std::vector<Leads*> leads;
        std::vector<Count> counts;
    };

    void look();
    /// Whether the pending wake-ups, relative to now, have been seen before; remembers them.
    [[nodiscard]] bool is_seen();
    /// Whether snapshots are taken in every round, even if its wake-ups have not been seen before.
    /// Never so before a state has come again.
    [[nodiscard]] bool looks_closely() const { return period_ > 0 && rounds_ <= close_until_; }
    /// Looks closely from now on. `period`: rounds after which a state has come again.
    void look_closely(std::int64_t period);
    /// Whether enough of the run is left to record a period of so many rounds and to skip others.
    [[nodiscard]] bool has_time_for(std::int64_t period) const;
    /// Whether stretches within loops repay the cost of recording them.
    [[nodiscard]] bool pays_within() const;
    /// Forgets everything, and looks at rounds of outermost loops only from now on.
    void look_at_outermost_rounds();
    /// Takes a snapshot.
    [[nodiscard]] Present write_down();
    [[nodiscard]] Node* node_of(std::vector<std::uint32_t> parts);
    [[nodiscard]] std::uint32_t number_of(std::size_t part, const StateVisitor::Words& words);
    /// Begins to record a stretch.
    void begin(const Present& present);
    /// Ends the recorded stretch, and adds it as an edge if it can come again.
    void end(const Present& present);
    /// Stops recording.
    void stop();
    /// The edge that comes next from `node`; nullptr if none is known.
    [[nodiscard]] const Edge* next_of(Node& node, const std::vector<std::int64_t>& counts);
    struct Walk;
    /// Skips as many known stretches as follow, and restores the state that they lead to.
    void follow(Present& present);
    void pass(Walk& walk, const Edge& edge);
    void repeat_recent(Walk& walk);
    /// Whether `length` cycles may be skipped `times` times. If the run would become too long,
    /// returns false and ends it with a fault.
    [[nodiscard]] bool may_pass(arch::Cycles length, std::int64_t times);
    void put_back(Present& present, const std::vector<Leads>& leads,
                  const std::vector<std::int64_t>& counts);
    [[nodiscard]] std::vector<double> totals() const;
    /// An equal program that is known already, or `program` if there is none.
    [[nodiscard]] std::shared_ptr<const LeadsProgram> shared_program(
        std::shared_ptr<const LeadsProgram> program);

    /// The different words that snapshots have had for a part, by number.
    struct NumberedWords {
        std::vector<StateVisitor::Words> words;
        std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash;
    };

    Environment& environment_;
    Views views_;
    Retrace retrace_;
    std::unordered_set<std::uint64_t> seen_;     ///< hashes of pending wake-ups
    std::vector<NumberedWords> numbered_words_;  ///< by part
    std::unordered_multimap<std::uint64_t, std::unique_ptr<Node>> nodes_;
    std::vector<std::shared_ptr<const LeadsProgram>> programs_;
    std::size_t memory_ = 0;        ///< bytes of nodes and edges
    int unknown_ = 0;               ///< states in a row without an edge, since memory was full
    std::int64_t rounds_ = 0;       ///< rounds of all loops so far
    std::int64_t period_ = 0;       ///< the most rounds after which a state came again
    std::int64_t close_until_ = 0;  ///< last round in which it looks closely
    int phases_ = 0;                ///< how often it began to look closely at outermost rounds
    bool looks_within_ = true;      ///< whether it looks at all rounds of inner loops, too
    std::int64_t recorded_ = 0;     ///< number of stretches recorded
    std::int64_t passed_ = 0;       ///< number of stretches skipped one by one
    std::int64_t followed_ = 0;     ///< number of stretches skipped, one by one or at once
    bool over_ = false;             ///< it looks at nothing more

    // Of the stretch being recorded, and the state that it began in.

    Node* from_ = nullptr;
    arch::Cycles from_cycle_{};
    StateVisitor::Words from_fixed_;
    std::vector<double> from_totals_;
    std::vector<Count> from_counts_;
    LeadsTape tape_;
    OutsideLog outside_;
};

}  // namespace xdnasim::sim
