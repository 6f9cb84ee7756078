#pragma once
// Skips what repeats. From time to time, when a core goes round a loop, the state of a run is
// written down, and what led from one state to the next: the time that passed, what was added to
// all totals, what became of the leads, what was taken from outside. When a state comes again, so
// does what followed it, for as long as the same comes from outside; all of that passes at once.

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

    /// A core has gone round a loop.
    void look_soon(Round round);

 private:
    struct Node;
    /// From a state to the next.
    struct Edge {
        Node* to;
        arch::Cycles length;
        std::shared_ptr<const LeadsProgram> leads;
        std::vector<double> added;  ///< to the totals
        CountsChange counts;
        std::vector<OutsideStep> outside;
        SequencePosition end;  ///< of the runtime sequence
    };
    struct Node {
        std::vector<std::uint32_t> parts;  ///< by view: number of its words
        std::vector<std::unique_ptr<Edge>> edges;
        std::int64_t round = -1;  ///< in which it was there last; -1: in none
    };
    /// The state of now.
    struct Present {
        Node* node;  ///< null: it cannot be put back
        StateVisitor::Words fixed;
        std::vector<Leads*> leads;
        std::vector<Count> counts;
    };

    void look();
    [[nodiscard]] bool is_seen();
    /// Whether or not wake-ups have come again? Never before a state has.
    [[nodiscard]] bool looks_closely() const { return period_ > 0 && rounds_ <= close_until_; }
    /// From now on.
    void look_closely(std::int64_t period);
    /// Is enough of the run left to record a period of so many rounds, and to skip others?
    [[nodiscard]] bool has_time_for(std::int64_t period) const;
    /// Do stretches within loops repay what it costs to record them?
    [[nodiscard]] bool pays_within() const;
    /// From now on, as if nothing had come yet.
    void look_at_outermost_rounds();
    [[nodiscard]] Present write_down();
    [[nodiscard]] Node* node_of(std::vector<std::uint32_t> parts);
    [[nodiscard]] std::uint32_t number_of(std::size_t part, const StateVisitor::Words& words);
    void begin(const Present& present);
    void end(const Present& present);
    void stop();
    [[nodiscard]] const Edge* next_of(Node& node, const std::vector<std::int64_t>& counts);
    struct Walk;
    void follow(Present& present);
    void pass(Walk& walk, const Edge& edge);
    void repeat_recent(Walk& walk);
    /// So many cycles, so often. False: they are too many, and the run ends.
    [[nodiscard]] bool may_pass(arch::Cycles length, std::int64_t times);
    void put_back(Present& present, const std::vector<Leads>& leads,
                  const std::vector<std::int64_t>& counts);
    [[nodiscard]] std::vector<double> totals() const;
    /// One that is the same and was there before, if any.
    [[nodiscard]] std::shared_ptr<const LeadsProgram> shared_program(
        std::shared_ptr<const LeadsProgram> program);

    /// Those that a part has had.
    struct NumberedWords {
        std::vector<StateVisitor::Words> words;
        std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash;
    };

    Environment& environment_;
    Views views_;
    Retrace retrace_;
    std::unordered_set<std::uint64_t> seen_;     ///< signatures
    std::vector<NumberedWords> numbered_words_;  ///< by part
    std::unordered_multimap<std::uint64_t, std::unique_ptr<Node>> nodes_;
    std::vector<std::shared_ptr<const LeadsProgram>> programs_;
    std::size_t memory_ = 0;        ///< bytes of nodes and edges
    int unknown_ = 0;               ///< states in a row that came when too much of it was in use
    std::int64_t rounds_ = 0;       ///< of all loops
    std::int64_t period_ = 0;       ///< the most rounds until a state came again
    std::int64_t close_until_ = 0;  ///< round up to which it looks closely
    int phases_ = 0;                ///< of that, at outermost rounds
    bool looks_within_ = true;      ///< at all rounds of inner loops, too
    std::int64_t recorded_ = 0;     ///< stretches
    std::int64_t passed_ = 0;       ///< stretches that came again, one by one
    std::int64_t followed_ = 0;     ///< those, and the ones that passed at once
    bool over_ = false;             ///< nothing more is looked at

    // While a stretch is recorded.

    Node* from_ = nullptr;
    arch::Cycles from_cycle_{};
    StateVisitor::Words from_fixed_;
    std::vector<double> from_totals_;
    std::vector<Count> from_counts_;
    LeadsTape tape_;
    OutsideLog outside_;
};

}  // namespace xdnasim::sim
