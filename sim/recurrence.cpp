#include "sim/recurrence.hpp"

#include <algorithm>
#include <utility>

#include "base/stop_request.hpp"
#include "sim/leads_sequence.hpp"

namespace xdnasim::sim {
namespace {

/// Bytes of what is written down, beside which little more is needed.
constexpr std::size_t kMostMemory = std::size_t{16} << 20;
/// Signatures, each of some 50 bytes.
constexpr std::size_t kMostSeen = std::size_t{1} << 17;
/// From one state, depending on what comes from outside.
constexpr std::size_t kMostEdges = 4;
/// Times that all rounds are looked at, and edges to be followed for each of them, before a run is
/// left alone.
constexpr int kFirstPhases = 4;
constexpr std::int64_t kFollowedInPhase = 8;
/// Stretches without anything from outside after which a run is left alone: it may go on for ever.
constexpr int kMostAlone = 10'000;
/// Of programs for leads, to be run together.
constexpr std::size_t kLongestSequence = std::size_t{1} << 17;

std::uint64_t hash_of(const auto& words) {
    std::uint64_t hash = words.size();
    for (const auto word : words) {
        hash = (hash ^ static_cast<std::uint64_t>(word)) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 32U;
    }
    return hash;
}

}  // namespace

Recurrence::Recurrence(Environment& environment, Views views, Retrace retrace)
    : environment_{environment},
      views_{std::move(views)},
      retrace_{std::move(retrace)},
      known_(views_.parts.size()) {
    environment_.calendar.on_look([this] { look(); });
}

void Recurrence::look_soon(bool outermost) {
    if (over_) return;
    if (outermost) ++rounds_;
    if (!outermost && !looks_closely()) return;
    outermost_ = outermost_ || outermost;
    environment_.calendar.look_before_next_cycle();
}

/// The wake-ups to come tell most states apart, and cost little.
bool Recurrence::is_seen() {
    if (seen_.size() > kMostSeen) seen_.clear();
    const std::uint64_t signature =
        environment_.calendar.signature() + 0x9e3779b97f4a7c15U * views_.position();
    return !seen_.insert(signature).second;
}

/// At first at outermost rounds alone, and of those only where wake-ups come again: what does not
/// recur costs next to nothing. Once a state has come again, at all rounds: the next time that it
/// comes, all that follows is known.
void Recurrence::look() {
    const bool outermost = std::exchange(outermost_, false);
    const bool closely = looks_closely();
    if (!closely && !is_seen()) return stop();
    Present present = write_down();
    if (from_ != nullptr) end(present);
    if (present.node == nullptr) return;
    if (outermost) {
        const std::int64_t last = std::exchange(present.node->round, rounds_);
        if (!closely && last >= 0) look_closely(rounds_ - last);
    }
    follow(present);
    if (looks_closely() && !over_) begin(present);
}

void Recurrence::look_closely(std::int64_t period) {
    over_ = ++phases_ > kFirstPhases && followed_ < kFollowedInPhase * phases_;
    period_ = std::max(period, std::int64_t{1});
    close_until_ = rounds_ + 2 * period_;
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
    return {node, visitor.fixed_words(), visitor.shown_leads()};
}

std::uint32_t Recurrence::number_of(std::size_t part, const StateVisitor::Words& words) {
    Known& known = known_[part];
    const std::uint64_t hash = hash_of(words);
    const auto [first, last] = known.by_hash.equal_range(hash);
    for (auto at = first; at != last; ++at)
        if (known.words[at->second] == words) return at->second;
    const auto number = static_cast<std::uint32_t>(known.words.size());
    known.words.push_back(words);
    known.by_hash.emplace(hash, number);
    memory_ += words.size() * sizeof(std::int64_t);
    return number;
}

Recurrence::Node* Recurrence::node_of(std::vector<std::uint32_t> parts) {
    const std::uint64_t hash = hash_of(parts);
    const auto [first, last] = nodes_.equal_range(hash);
    for (auto at = first; at != last; ++at)
        if (at->second->parts == parts) return at->second.get();
    memory_ += parts.size() * sizeof(std::uint32_t);
    return nodes_.emplace(hash, std::make_unique<Node>(Node{std::move(parts), {}}))->second.get();
}

std::vector<double> Recurrence::totals() const {
    TotalsVisitor visitor;
    views_.totals(visitor);
    return std::move(visitor.read());
}

void Recurrence::begin(const Present& present) {
    if (present.node->edges.size() >= kMostEdges || memory_ > kMostMemory) return;
    from_ = present.node;
    from_cycle_ = environment_.clock.now();
    from_fixed_ = present.fixed;
    from_totals_ = totals();
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
              known(std::move(program)),
              totals(),
              std::move(outside_.steps),
              retrace_.position()};
    for (std::size_t i = 0; i < edge.added.size(); ++i)
        edge.added[i] -= from_totals_[i];
    memory_ += sizeof(Edge) + edge.added.size() * sizeof(double) +
               edge.outside.size() * sizeof(OutsideStep);
    for (const OutsideStep& step : edge.outside)
        if (const auto* taken = std::get_if<CostsTaken>(&step))
            memory_ += taken->costs.size() * sizeof(double) +
                       taken->accesses.size() * sizeof(memory::Access);
    from->edges.push_back(std::move(edge));
}

void Recurrence::stop() {
    tape_.stop();
    environment_.outside = nullptr;
    from_ = nullptr;
}

/// Many stretches do the same to the leads.
std::shared_ptr<const LeadsProgram> Recurrence::known(std::shared_ptr<const LeadsProgram> program) {
    constexpr std::size_t kRemembered = 64;
    const std::size_t first = programs_.size() - std::min(programs_.size(), kRemembered);
    for (std::size_t i = programs_.size(); i-- > first;)
        if (*programs_[i] == *program) return programs_[i];
    memory_ += program->memory();
    programs_.push_back(program);
    return program;
}

/// The one that came last is the first to be looked at the next time.
const Recurrence::Edge* Recurrence::next_of(Node& node) {
    for (const Costs costs : {Costs::ByLikeness, Costs::Computed})
        for (Edge& edge : node.edges)
            if (retrace_.agrees(edge.outside, edge.end, costs)) {
                std::swap(edge, node.edges.front());
                return &node.edges.front();
            }
    return nullptr;
}

void Recurrence::follow(Present& present) {
    const Edge* next = next_of(*present.node);
    if (next == nullptr) return;
    std::vector<Leads> leads;
    for (const Leads* const shown : present.leads)
        leads.push_back(*shown);
    std::vector<double> added(next->added.size());
    LeadsSequence sequence;
    int alone = 0;
    for (; next != nullptr && alone < kMostAlone; next = next_of(*present.node)) {
        base::stop_if_called_off();
        retrace_.take();
        sequence.add(*next->leads);
        if (sequence.size() == kLongestSequence) sequence.run(leads);
        for (std::size_t i = 0; i < added.size(); ++i)
            added[i] += next->added[i];
        environment_.skipped += next->length;
        ++followed_;
        alone = next->outside.empty() ? alone + 1 : 0;
        present.node = next->to;
    }
    if (next != nullptr) retrace_.give_up();
    sequence.run(leads);
    over_ = over_ || alone == kMostAlone;
    if (close_until_ > 0) close_until_ = rounds_ + 2 * period_;
    TotalsVisitor adder{added};
    views_.totals(adder);
    put_back(present, leads);
}

void Recurrence::put_back(Present& present, const std::vector<Leads>& leads) {
    StateVisitor visitor{environment_.clock.now(), leads};
    for (std::size_t part = 0; part < views_.parts.size(); ++part) {
        visitor.begin(known_[part].words[present.node->parts[part]]);
        views_.parts[part](visitor);
    }
    present.leads = visitor.shown_leads();
}

}  // namespace xdnasim::sim
