#pragma once
// What the future of a run depends on, and how it is written down and put back. Every module shows
// its state to a visitor; two states that are written down alike have the same future.
// What a schedule sets for good is left out, as is what only a run with data or a trace has: such
// runs are simulated in full.

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

/// Writes a state down, or puts one back. Times are written down relative to now.
class StateVisitor {
 public:
    using Words = std::vector<std::int64_t>;

    /// Writes down.
    explicit StateVisitor(arch::Cycles now) : now_{now} {}
    /// Puts back what was written down, part by part, with these leads and counts in their order.
    StateVisitor(arch::Cycles now, const std::vector<Leads>& leads,
                 const std::vector<std::int64_t>& counts)
        : now_{now}, loads_{true}, loaded_leads_{&leads}, loaded_counts_{&counts} {}

    [[nodiscard]] bool loads() const { return loads_; }
    [[nodiscard]] arch::Cycles now() const { return now_; }

    /// A part begins, whose words are `words`.
    void begin(Words& words) {
        words_ = &words;
        next_ = 0;
    }

    /// A number, an enumerator, a pointer.
    template <class Value>
    void value(Value& of) {
        if (!loads_) {
            words_->push_back(word_of(of));
            return;
        }
        const std::int64_t word = (*words_)[next_++];
        if constexpr (std::is_pointer_v<Value>)
            // It was a pointer when it was written down.
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
    /// Is only compared.
    template <class Value>
    void alike(const Value& of) {
        if (loads_)
            ++next_;
        else
            words_->push_back(word_of(of));
    }
    /// Does not change from a state to another that it may be followed by without a run.
    template <class Value>
    void fixed(const Value& of) {
        if (!loads_) fixed_.push_back(word_of(of));
    }
    /// What is left of something that is counted down, if anything is; that it is, is a value.
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
    // For those who take two states for alike that are not the same (approximation.hpp).

    /// A count of what is used up, and given anew.
    void supply(std::int64_t& left, CountRange& range) {
        if (!loads_) supplies_.push_back({left, &range});
        count(left, range);
    }
    /// A count of rounds of an outermost loop.
    void rounds(std::int64_t& left, CountRange& range) {
        if (left > 0) shown_rounds_.push_back(shown_counts_.size());
        count(left, range);
    }
    /// How much of what comes in pieces is done, or is still to be done.
    void progress(std::int64_t pieces) {
        if (!loads_) progress_.push_back(pieces);
    }

    void elapsed(Elapsed& of) {
        of.note(now_);
        count(of.count_, of.range_);
        of.since_ = now_ - arch::Cycles{of.count_};
    }
    /// The size of a container whose items follow.
    template <class Container>
    void size(Container& of) {
        std::size_t size = of.size();
        value(size);
        if (loads_) of.resize(size);
    }

    void time(arch::Cycles& cycle) {
        std::int64_t relative = (cycle - now_).count();
        value(relative);
        cycle = now_ + arch::Cycles{relative};
    }
    void leads(Leads& of) {
        if (loads_) of = (*loaded_leads_)[shown_.size()];
        shown_.push_back(&of);
    }
    /// One that is over, but for what comes up to `reach` later, counts as if it had been so long
    /// ago: who comes after it waits for its leads alone.
    void moment(Moment& of, arch::Cycles reach = arch::Cycles{0}) {
        if (!loads_ && of.cycle < now_ - reach) of.wait_until(now_ - reach);
        time(of.cycle);
        leads(of.leads);
    }
    /// Leads that are a cost, and not those of a time.
    void cost(Leads& of) {
        for (const schedule::Limit limit : schedule::kLimits) {
            double saved = of[limit];
            value(saved);
            if (loads_) of[limit] = saved;
        }
    }
    /// This state cannot be put back.
    void refuse() { refused_ = true; }

    [[nodiscard]] bool refused() const { return refused_; }
    [[nodiscard]] const Words& fixed_words() const { return fixed_; }
    /// All leads that were shown, in their order.
    [[nodiscard]] const std::vector<Leads*>& shown_leads() const { return shown_; }
    /// The same of all counts.
    [[nodiscard]] const std::vector<Count>& shown_counts() const { return shown_counts_; }

    // Of a state that was written down:

    /// Those of the counts that are supplies; also those of which nothing is left.
    [[nodiscard]] const std::vector<Count>& supplies() const { return supplies_; }
    /// Which of the counts are rounds.
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

/// What adds up in a run and changes nothing in it: is read, or has something added. Numbers are
/// below 2^53, so that doubles hold them. Some are counts, of what comes in pieces, such as kernel
/// calls; others are measures, of what goes on, such as the cycles that a core was busy.
class TotalsVisitor {
 public:
    TotalsVisitor() = default;
    explicit TotalsVisitor(const std::vector<double>& added) : added_{&added} {}
    /// What began and has not ended is to count up to now. `skipped`: cycles before that.
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
    /// Bytes of what is moving, and has not come to an end.
    void visit_moving(arch::Bytes& of) { of = arch::Bytes{visited(of.count())}; }

    [[nodiscard]] std::vector<double>& read() { return read_; }
    /// Which of what was read are counts.
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

/// A listener that only adds up. What is skipped is added to its totals; the times of events are
/// those of the environment's clock, which knows nothing of it.
class AddingListener : public events::Listener {
 public:
    virtual void visit_totals(TotalsVisitor& visitor) = 0;
    /// What it remembers beside them, as far as its future depends on it.
    virtual void visit_state(StateVisitor& /*visitor*/) {}
};

}  // namespace xdnasim::sim
