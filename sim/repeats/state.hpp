#pragma once
// The state of a run, which is what its future depends on, and how snapshots of it are taken and
// restored. Every module shows its state to a visitor; two states with equal snapshots have the
// same future. What a schedule sets for good is left out, as is what only a run with data or a
// trace has: such runs are simulated in full.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "arch/units.hpp"
#include "sim/leads/leads.hpp"
#include "sim/repeats/count_range.hpp"
#include "traces/events/events.hpp"

namespace xdnasim::sim {

/// Takes a snapshot of a state, or restores one. Times are stored relative to now.
class StateVisitor {
 public:
    using Words = std::vector<std::int64_t>;

    /// Takes a snapshot.
    explicit StateVisitor(arch::Cycles now) : now_{now} {}
    /// Restores a snapshot, part by part, with these leads and counts, in the order in which they
    /// are shown.
    StateVisitor(arch::Cycles now, const std::vector<Leads>& leads,
                 const std::vector<std::int64_t>& counts)
        : now_{now}, loads_{true}, loaded_leads_{&leads}, loaded_counts_{&counts} {}

    /// Whether it restores.
    [[nodiscard]] bool loads() const { return loads_; }
    [[nodiscard]] arch::Cycles now() const { return now_; }

    /// Begins a part of the state, whose snapshot is `words`.
    void begin(Words& words) {
        words_ = &words;
        next_ = 0;
    }

    /// Shows a number, an enumerator or a pointer.
    template <class Value>
    void value(Value& of) {
        if (!loads_) {
            words_->push_back(word_of(of));
            return;
        }
        const std::int64_t word = (*words_)[next_++];
        if constexpr (std::is_pointer_v<Value>)
            // It was a pointer when the snapshot was taken.
            // NOLINTNEXTLINE(performance-no-int-to-ptr)
            of = reinterpret_cast<Value>(static_cast<std::intptr_t>(word));
        else if constexpr (std::floating_point<Value>)
            of = std::bit_cast<double>(word);
        else
            of = static_cast<Value>(word);
    }
    void value(arch::Cycles& of) {
        std::int64_t count = of.count();
        value(count);
        of = arch::Cycles{count};
    }
    template <class Value>
    void value(std::optional<Value>& of) {
        bool has = of.has_value();
        value(has);
        if (!has) return of.reset();
        if (!of) of.emplace();
        value(*of);
    }
    /// Shows a value that is compared, but not restored.
    template <class Value>
    void alike(const Value& of) {
        if (loads_)
            ++next_;
        else
            words_->push_back(word_of(of));
    }
    /// Shows a value that must not change over a stretch if the stretch is to be skipped.
    template <class Value>
    void fixed(const Value& of) {
        if (!loads_) fixed_.push_back(word_of(of));
    }
    /// Shows what is left of something that is counted down. Whether anything is left is part of
    /// the snapshot; how much is left is not.
    void count(std::int64_t& left, CountRange& range) {
        bool is_left = left > 0;
        value(is_left);
        if (!is_left) {
            if (loads_) left = 0;
            return;
        }
        if (loads_) left = (*loaded_counts_)[shown_counts_.size()];
        shown_counts_.push_back({left, &range});
    }
    // For Approximation, which accepts states that are alike but not the same.

    /// Shows a count of something that is used up and replenished, such as the bytes of BDs.
    void supply(std::int64_t& left, CountRange& range) {
        if (!loads_) supplies_.push_back({left, &range});
        count(left, range);
    }
    /// Shows a count of the rounds left of an outermost loop.
    void rounds(std::int64_t& left, CountRange& range) {
        if (left > 0) shown_rounds_.push_back(shown_counts_.size());
        count(left, range);
    }
    /// Shows how many pieces of some work are done, or are still to be done.
    void progress(std::int64_t pieces) {
        if (!loads_) progress_.push_back(pieces);
    }

    /// Shows how long ago something happened, as a count.
    void elapsed(Elapsed& of) {
        of.note(now_);
        count(of.count_, of.range_);
        of.since_ = now_ - arch::Cycles{of.count_};
    }
    /// Shows the size of a container whose items follow.
    template <class Container>
    void size(Container& of) {
        std::size_t size = of.size();
        value(size);
        if (loads_) of.resize(size);
    }

    /// Shows a cycle of the environment's clock.
    void time(arch::Cycles& cycle) {
        std::int64_t relative = (cycle - now_).count();
        value(relative);
        cycle = now_ + arch::Cycles{relative};
    }
    /// Shows the leads of something that happens; they are not part of the snapshot.
    void leads(Leads& of) {
        if (loads_) of = (*loaded_leads_)[shown_.size()];
        shown_.push_back(&of);
    }
    /// Shows a moment. One that is further back than `reach` counts as if it had been `reach` ago:
    /// what depends on it comes no more than `reach` later, so that only its leads matter.
    void moment(Moment& of, arch::Cycles reach = arch::Cycles{0}) {
        if (!loads_ && of.cycle < now_ - reach) of.wait_until(now_ - reach);
        time(of.cycle);
        leads(of.leads);
    }
    /// Shows leads that are a cost, and not those of a moment; they are part of the snapshot.
    void cost(Leads& of) {
        for (const schedule::Limit limit : schedule::kLimits) {
            double saved = of[limit];
            value(saved);
            if (loads_) of[limit] = saved;
        }
    }
    /// Marks the state as one that cannot be restored.
    void refuse() { refused_ = true; }

    [[nodiscard]] bool refused() const { return refused_; }
    [[nodiscard]] const Words& fixed_words() const { return fixed_; }
    /// All leads shown so far, in their order.
    [[nodiscard]] const std::vector<Leads*>& shown_leads() const { return shown_; }
    /// All counts shown so far, in their order.
    [[nodiscard]] const std::vector<Count>& shown_counts() const { return shown_counts_; }

    // After a snapshot has been taken:

    /// The counts that are supplies, including those of which nothing is left.
    [[nodiscard]] const std::vector<Count>& supplies() const { return supplies_; }
    /// Indices, in shown_counts(), of the counts that are rounds.
    [[nodiscard]] const std::vector<std::size_t>& shown_rounds() const { return shown_rounds_; }
    [[nodiscard]] const Words& progress() const { return progress_; }

 private:
    template <class Value>
    static std::int64_t word_of(const Value& of) {
        if constexpr (std::is_pointer_v<Value>)
            return static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(of));
        else if constexpr (std::floating_point<Value>)
            return std::bit_cast<std::int64_t>(static_cast<double>(of));
        else
            return static_cast<std::int64_t>(of);
    }

    arch::Cycles now_;
    bool loads_ = false;
    bool refused_ = false;
    const std::vector<Leads>* loaded_leads_ = nullptr;
    Words* words_ = nullptr;
    std::size_t next_ = 0;
    Words fixed_;
    std::vector<Leads*> shown_;
    const std::vector<std::int64_t>* loaded_counts_ = nullptr;
    std::vector<Count> shown_counts_;
    std::vector<Count> supplies_;
    std::vector<std::size_t> shown_rounds_;
    Words progress_;
};

/// Reads the totals of a run, or adds to them. Totals add up in a run and change nothing in it.
/// Numbers are below 2^53, so that doubles hold them exactly. Some totals are counts of discrete
/// things, such as kernel calls; others are measures, such as the cycles that a core was busy.
class TotalsVisitor {
 public:
    TotalsVisitor() = default;
    /// Adds `added` to the totals, in the order in which they are shown.
    explicit TotalsVisitor(const std::vector<double>& added) : added_{&added} {}
    /// Makes totals include what has begun and not ended, up to now. `skipped`: cycles that were
    /// skipped before.
    struct UpTo {
        arch::Cycles now;
        arch::Cycles skipped;
    };
    explicit TotalsVisitor(const UpTo& up_to) : up_to_{up_to} {}
    [[nodiscard]] const std::optional<UpTo>& up_to() const { return up_to_; }

    void visit(double& of) {
        if (added_ != nullptr)
            of += (*added_)[next_++];
        else
            read_.push_back(of);
    }
    void visit(arch::Cycles& of) { of = arch::Cycles{visited(of.count())}; }
    void visit(std::int64_t& of) {
        counts_.push_back(read_.size());
        of = visited(of);
    }
    void visit(arch::Bytes& of) {
        std::int64_t count = of.count();
        visit(count);
        of = arch::Bytes{count};
    }
    /// Shows bytes that include those of transfers under way, and are therefore a measure.
    void visit_moving(arch::Bytes& of) { of = arch::Bytes{visited(of.count())}; }

    [[nodiscard]] std::vector<double>& read() { return read_; }
    /// Indices, in read(), of the totals that are counts.
    [[nodiscard]] std::vector<std::size_t>& counts() { return counts_; }

 private:
    [[nodiscard]] std::int64_t visited(std::int64_t of) {
        auto number = static_cast<double>(of);
        visit(number);
        return static_cast<std::int64_t>(number);
    }

    const std::vector<double>* added_ = nullptr;
    std::optional<UpTo> up_to_;
    std::size_t next_ = 0;
    std::vector<double> read_;
    std::vector<std::size_t> counts_;
};

/// A listener that only adds up. What is skipped is added to its totals. Times of events are cycles
/// of the environment's clock, which does not count skipped cycles.
class AddingListener : public events::Listener {
 public:
    virtual void visit_totals(TotalsVisitor& visitor) = 0;
    /// Shows what else it remembers, as far as its future depends on it.
    virtual void visit_state(StateVisitor& /*visitor*/) {}
};

}  // namespace xdnasim::sim
