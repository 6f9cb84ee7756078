#include "sim/repeats/recurrence.hpp"

#include <algorithm>
#include <utility>

#include "sim/mixed_bits.hpp"

namespace xdnasim::sim {
namespace {

/// Limit on the bytes of nodes and edges; everything else needs little memory.
constexpr std::size_t kMostMemory = std::size_t{16} << 20;
/// Bytes of an entry of a map without its content.
constexpr std::size_t kOfEntry = 64;
/// Limit on the hashes of wake-ups, each of which takes some 50 bytes.
constexpr std::size_t kMostSeen = std::size_t{1} << 17;
/// Once kMostMemory is in use: number of states in a row without an edge after which nothing more
/// is looked at.
constexpr int kMostUnknown = 1024;
/// Limit on the edges of one state, which depend on what comes from outside.
constexpr std::size_t kMostEdges = 4;
/// At outermost rounds: after more than kFirstPhases phases of looking closely, each phase must
/// have led to kFollowedInPhase skipped stretches on average, or nothing more is looked at.
constexpr int kFirstPhases = 4;
constexpr std::int64_t kFollowedInPhase = 8;
/// At all rounds: number of stretches to record before their use is judged, and the most that may
/// be recorded for each one skipped.
constexpr std::int64_t kFirstRecorded = 8;
constexpr std::int64_t kMostRecorded = 1;
/// Limit on the stretches within loops that are skipped one by one: where there are more, it costs
/// less to skip whole rounds of the loops around them.
constexpr std::int64_t kMostPassed = 16'384;

std::uint64_t hash_of(const auto& words) {
    std::uint64_t hash = words.size();
    for (const auto word : words) {
        hash = (hash ^ static_cast<std::uint64_t>(word)) * kGolden;
        hash ^= hash >> 32U;
    }
    return hash;
}

}  // namespace

Recurrence::Recurrence(Environment& environment, Views views, Retrace retrace)
    : environment_{environment},
      views_{std::move(views)},
      retrace_{std::move(retrace)},
      numbered_words_(views_.parts.size()) {
    environment_.calendar.on_look([this] { look(); });
}

void Recurrence::look_soon(Round round) {
    if (over_) return;
    ++rounds_;
    switch (round) {
        case Round::Outermost:
            break;
        case Round::Eighth:
            if (!looks_within_ && !looks_closely()) return;
            break;
        case Round::Other:
            if (!looks_within_) return;
            break;
    }
    environment_.calendar.look_before_next_cycle();
}

/// Pending wake-ups differ between most states, and are quick to look at.
bool Recurrence::is_seen() {
    if (seen_.size() > kMostSeen) seen_.clear();
    const std::uint64_t signature = environment_.calendar.signature() + kGolden * views_.position();
    return !seen_.insert(signature).second;
}

/// Takes snapshots at first only where wake-ups come again, so that runs without repeats cost next
/// to nothing. Once a state has come again, takes one in every round, so that everything behind the
/// state is known when it comes the next time.
void Recurrence::look() {
    if (looks_within_ && !pays_within()) look_at_outermost_rounds();
    const bool closely = looks_closely();
    if (!closely && !is_seen()) return stop();
    Present present = write_down();
    if (from_ != nullptr) end(present);
    if (present.node == nullptr) return;
    if (memory_ > kMostMemory && present.node->edges.empty() && ++unknown_ == kMostUnknown)
        over_ = true;
    const std::int64_t last = std::exchange(present.node->round, rounds_);
    if (last >= 0 && (!closely || rounds_ - last > period_) && has_time_for(rounds_ - last))
        look_closely(rounds_ - last);
    follow(present);
    if (looks_closely() && !over_) begin(present);
}

bool Recurrence::pays_within() const {
    return memory_ <= kMostMemory && passed_ <= kMostPassed &&
           (recorded_ <= kFirstRecorded || followed_ * kMostRecorded >= recorded_);
}

void Recurrence::look_at_outermost_rounds() {
    stop();
    looks_within_ = false;
    seen_.clear();
    nodes_.clear();
    programs_.clear();
    numbered_words_.assign(views_.parts.size(), {});
    memory_ = 0;
    unknown_ = 0;
    period_ = 0;
    close_until_ = 0;
    followed_ = 0;
}

void Recurrence::look_closely(std::int64_t period) {
    if (!looks_closely() && !looks_within_)
        over_ = ++phases_ > kFirstPhases && followed_ < kFollowedInPhase * phases_;
    period_ = std::max({period_, period, std::int64_t{1}});
    close_until_ = rounds_ + 2 * period_;
}

bool Recurrence::has_time_for(std::int64_t period) const {
    // Recording a period costs as much as simulating two, and another one may come next.
    constexpr double kPeriods = 3;
    const double share = views_.share_done();
    if (share <= 0 || share >= 1) return true;
    const auto now = static_cast<double>(environment_.clock.now().count());
    const auto all = static_cast<double>(environment_.run_time().count());
    const double of_round = now / static_cast<double>(rounds_);
    return all * (1 - share) / share > kPeriods * of_round * static_cast<double>(period);
}

Recurrence::Present Recurrence::write_down() {
    StateVisitor visitor{environment_.clock.now()};
    std::vector<std::uint32_t> parts;
    parts.reserve(views_.parts.size());
    StateVisitor::Words words;
    for (std::size_t part = 0; part < views_.parts.size(); ++part) {
        words.clear();
        visitor.begin(words);
        views_.parts[part](visitor);
        parts.push_back(number_of(part, words));
    }
    Node* const node = visitor.refused() ? nullptr : node_of(std::move(parts));
    return {node, visitor.fixed_words(), visitor.shown_leads(), visitor.shown_counts()};
}

std::uint32_t Recurrence::number_of(std::size_t part, const StateVisitor::Words& words) {
    NumberedWords& numbered = numbered_words_[part];
    const std::uint64_t hash = hash_of(words);
    const auto [first, last] = numbered.by_hash.equal_range(hash);
    for (auto at = first; at != last; ++at)
        if (numbered.words[at->second] == words) return at->second;
    const auto number = static_cast<std::uint32_t>(numbered.words.size());
    numbered.words.push_back(words);
    numbered.by_hash.emplace(hash, number);
    memory_ += kOfEntry + words.size() * sizeof(std::int64_t);
    return number;
}

Recurrence::Node* Recurrence::node_of(std::vector<std::uint32_t> parts) {
    const std::uint64_t hash = hash_of(parts);
    const auto [first, last] = nodes_.equal_range(hash);
    for (auto at = first; at != last; ++at)
        if (at->second->parts == parts) return at->second.get();
    memory_ += sizeof(Node) + parts.size() * sizeof(std::uint32_t);
    return nodes_.emplace(hash, std::make_unique<Node>(Node{std::move(parts), {}}))->second.get();
}

std::vector<double> Recurrence::totals() const {
    TotalsVisitor visitor;
    views_.totals(visitor);
    return std::move(visitor.read());
}

void Recurrence::begin(const Present& present) {
    if (present.node->edges.size() >= kMostEdges || memory_ > kMostMemory) return;
    ++recorded_;
    from_ = present.node;
    from_cycle_ = environment_.clock.now();
    from_fixed_ = present.fixed;
    from_totals_ = totals();
    from_counts_ = present.counts;
    for (const Count& count : from_counts_)
        count.range->begin();
    outside_ = {.begin = from_cycle_, .steps = {}};
    environment_.outside = &outside_;
    tape_.start(present.leads);
}

void Recurrence::end(const Present& present) {
    std::shared_ptr<const LeadsProgram> program = tape_.program(present.leads);
    Node* const from = from_;
    stop();
    if (present.node == nullptr || program == nullptr || present.fixed != from_fixed_) return;
    Edge edge{present.node,
              environment_.clock.now() - from_cycle_,
              shared_program(std::move(program)),
              totals(),
              CountsChange{from_counts_, present.counts},
              std::move(outside_.steps),
              retrace_.position()};
    for (std::size_t i = 0; i < edge.added.size(); ++i)
        edge.added[i] -= from_totals_[i];
    memory_ += sizeof(Edge) + edge.added.size() * sizeof(double) + edge.counts.memory() +
               edge.outside.size() * sizeof(OutsideStep);
    for (const OutsideStep& step : edge.outside)
        if (const auto* taken = std::get_if<CostsTaken>(&step))
            memory_ += taken->costs.size() * sizeof(double) +
                       taken->accesses.size() * sizeof(memory::Access);
    from->edges.push_back(std::make_unique<Edge>(std::move(edge)));
}

void Recurrence::stop() {
    tape_.stop();
    environment_.outside = nullptr;
    from_ = nullptr;
}

/// Many stretches do the same to the leads; only recent programs are compared.
std::shared_ptr<const LeadsProgram> Recurrence::shared_program(
    std::shared_ptr<const LeadsProgram> program) {
    constexpr std::size_t kRemembered = 64;
    const std::size_t first = programs_.size() - std::min(programs_.size(), kRemembered);
    for (std::size_t i = programs_.size(); i-- > first;)
        if (*programs_[i] == *program) return programs_[i];
    memory_ += program->memory();
    programs_.push_back(program);
    return program;
}

}  // namespace xdnasim::sim
