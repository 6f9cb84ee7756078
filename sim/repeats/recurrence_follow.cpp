// Skipping stretches from known state to known state. Where stretches repeat and take nothing from
// outside, such as the rounds of a loop within one BD, as many of them as the counts allow are
// skipped at once.
//
// Example: a BD has 4,096 bytes left; each round takes 64 of them, and comes in the same way as
// long as 129 or more are left. From 4,096 on, that holds 62 times; then 128 bytes are left, with
// which the next round would differ.

#include <algorithm>
#include <utility>

#include "base/stop_request.hpp"
#include "sim/leads/leads_sequence.hpp"
#include "sim/repeats/recurrence.hpp"

namespace xdnasim::sim {
namespace {

/// Number of stretches in a row without anything from outside after which nothing more is skipped:
/// the run may go on for ever.
constexpr int kMostAlone = 10'000;
/// The most programs for leads that are run together.
constexpr std::size_t kLongestSequence = std::size_t{1} << 17;
/// The most stretches that are skipped together as a cycle.
constexpr std::size_t kLongestCycle = 32;

}  // namespace

/// The state that the skipped stretches lead to, with what they do to counts, leads and totals.
struct Recurrence::Walk {
    Node* node;
    std::vector<std::int64_t> counts;
    std::vector<Leads> leads;
    std::vector<double> added;
    LeadsSequence sequence{};
    int alone = 0;  ///< stretches in a row without anything from outside or counted down
    /// The last stretches, all without anything from outside, with the states that they begin in.
    std::vector<std::pair<const Node*, const Edge*>> recent{};

    void add(const Edge& edge, std::int64_t times) {
        const auto factor = static_cast<double>(times);
        for (std::size_t i = 0; i < added.size(); ++i)
            added[i] += factor * edge.added[i];
    }
    void add_leads(const Edge& edge) {
        sequence.add(*edge.leads);
        if (sequence.size() == kLongestSequence) sequence.run(leads);
    }
};

/// Moves the edge that it finds to the front, to try it first the next time.
const Recurrence::Edge* Recurrence::next_of(Node& node, const std::vector<std::int64_t>& counts) {
    for (const CompareCosts costs : {CompareCosts::ByLikeness, CompareCosts::Computed})
        for (std::unique_ptr<Edge>& edge : node.edges)
            if (edge->counts.agrees(counts) && retrace_.replay(edge->outside, edge->end, costs)) {
                std::swap(edge, node.edges.front());
                return node.edges.front().get();
            }
    return nullptr;
}

void Recurrence::follow(Present& present) {
    Walk walk{.node = present.node, .counts = {}, .leads = {}, .added = {}};
    for (const Count& count : present.counts)
        walk.counts.push_back(count.left);
    const Edge* next = next_of(*walk.node, walk.counts);
    if (next == nullptr) return;
    unknown_ = 0;
    for (const Leads* const shown : present.leads)
        walk.leads.push_back(*shown);
    walk.added.resize(next->added.size());
    for (; next != nullptr && walk.alone < kMostAlone && (!looks_within_ || pays_within()) &&
           !environment_.fault.exception();
         next = next_of(*walk.node, walk.counts))
        pass(walk, *next);
    if (next != nullptr) retrace_.give_up();
    walk.sequence.run(walk.leads);
    over_ = over_ || walk.alone == kMostAlone;
    if (close_until_ > 0) close_until_ = rounds_ + 2 * period_;
    TotalsVisitor adder{walk.added};
    views_.totals(adder);
    present.node = walk.node;
    put_back(present, walk.leads, walk.counts);
}

void Recurrence::pass(Walk& walk, const Edge& edge) {
    base::stop_if_called_off();
    if (!may_pass(edge.length, 1)) return;
    retrace_.take();
    edge.counts.take(walk.counts);
    walk.add(edge, 1);
    walk.add_leads(edge);
    environment_.skip(edge.length);
    ++followed_;
    ++passed_;
    walk.alone = edge.outside.empty() && !edge.counts.counts_down() ? walk.alone + 1 : 0;
    const Node* const from = std::exchange(walk.node, edge.to);
    if (!edge.outside.empty()) return walk.recent.clear();
    if (walk.recent.size() == kLongestCycle) walk.recent.erase(walk.recent.begin());
    walk.recent.emplace_back(from, &edge);
    const auto first =
        std::ranges::find(walk.recent, walk.node, &std::pair<const Node*, const Edge*>::first);
    if (first == walk.recent.end()) return;
    walk.recent.erase(walk.recent.begin(), first);
    repeat_recent(walk);
}

/// Skips repeats of the last stretches, which have led from the present state to itself.
void Recurrence::repeat_recent(Walk& walk) {
    const auto cycle = std::exchange(walk.recent, {});
    CountsChange counts = cycle.front().second->counts;
    for (std::size_t i = 1; i < cycle.size(); ++i)
        counts = counts.then(cycle[i].second->counts);
    const std::int64_t times = counts.times(walk.counts);
    if (times == 0) return;
    arch::Cycles length{0};
    for (const auto& [node, edge] : cycle)
        length += edge->length;
    if (!may_pass(length, times)) return;
    counts.take(walk.counts, times);
    for (const auto& [node, edge] : cycle)
        walk.add(*edge, times);
    environment_.skip(length * times);
    for (std::int64_t i = 0; i < times; ++i)
        for (const auto& [node, edge] : cycle)
            walk.add_leads(*edge);
    followed_ += times * std::ssize(cycle);
}

bool Recurrence::may_pass(arch::Cycles length, std::int64_t times) {
    const arch::Cycles left = arch::kMostCycles - environment_.run_time();
    if (length == arch::Cycles{0} || times <= left / length) return true;
    environment_.fault.raise_too_many_cycles();
    return false;
}

void Recurrence::put_back(Present& present, const std::vector<Leads>& leads,
                          const std::vector<std::int64_t>& counts) {
    const StateVisitor visitor = views_.put_back(
        environment_.clock.now(), leads, counts, [&](std::size_t part) -> auto& {
            return numbered_words_[part].words[present.node->parts[part]];
        });
    present.leads = visitor.shown_leads();
    present.counts = visitor.shown_counts();
}

}  // namespace xdnasim::sim
