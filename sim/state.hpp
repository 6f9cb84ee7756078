#pragma once
// The state of a run as one list of figures: every module names what its future depends on. Two
// states that differ in their time alone have the same future.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "arch/units.hpp"
#include "sim/leads.hpp"
#include "sim/leads_tape.hpp"

namespace xdnasim::sim {

/// Is shown each figure of a state, always in the same order, and may move it on in time.
class StateVisitor {
 public:
    virtual ~StateVisitor() = default;

    /// What has to be equal: a number, an enumerator, a pointer.
    template <class Value>
    void value(const Value& of) {
        if constexpr (std::is_pointer_v<Value>)
            plain(static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(of)));
        else if constexpr (std::floating_point<Value>)
            plain(std::bit_cast<std::int64_t>(static_cast<double>(of)));
        else
            plain(static_cast<std::int64_t>(of));
    }
    void value(arch::Cycles of) { plain(of.count()); }
    void value(arch::Bytes of) { plain(of.count()); }
    void value(const Leads& of) {
        for (const schedule::Limit limit : schedule::kLimits)
            value(of[limit]);
    }

    /// A time that matters by how far it is from now; or one that has long passed, and matters no
    /// more than that.
    virtual void time(arch::Cycles& cycle) = 0;
    /// The same with leads.
    virtual void moment(arch::Cycles& cycle, Leads& leads) = 0;
    void moment(Moment& of) { moment(of.cycle, of.leads); }
    /// Those of what comes next.
    virtual void leads(Leads& leads) = 0;
    /// What runs out: rounds of a loop, bytes of a BD. `begun`: how many loops or BDs of its have
    /// begun; where that is another one, what is left has to be equal.
    virtual void left(std::int64_t& left, std::int64_t begun) = 0;

    /// What adds up and changes nothing.
    void total(double& of) { sum(of); }
    void total(std::int64_t& of) {
        auto as_double = static_cast<double>(of);  // exact: below 2^53
        sum(as_double);
        of = static_cast<std::int64_t>(as_double);
    }
    void total(arch::Cycles& of) {
        std::int64_t count = of.count();
        total(count);
        of = arch::Cycles{count};
    }
    void total(arch::Bytes& of) {
        std::int64_t count = of.count();
        total(count);
        of = arch::Bytes{count};
    }

 private:
    virtual void plain(std::int64_t value) = 0;
    virtual void sum(double& total) = 0;
};

/// A state, written down.
struct Snapshot {
    struct Left {
        std::int64_t left;
        std::int64_t begun;
    };
    arch::Cycles now{};
    std::vector<std::int64_t> values{};
    std::vector<arch::Cycles> times{};
    std::vector<arch::Cycles> moments{};
    std::size_t leads = 0;
    std::vector<Left> lefts{};
    std::vector<double> totals{};
};

/// Writes states down.
class Recorder final : public StateVisitor {
 public:
    explicit Recorder(Snapshot& snapshot) : snapshot_{snapshot} {}

    void time(arch::Cycles& cycle) override { snapshot_.times.push_back(cycle); }
    void moment(arch::Cycles& cycle, Leads& leads) override {
        snapshot_.moments.push_back(cycle);
        this->leads(leads);
    }
    void leads(Leads& /*leads*/) override { ++snapshot_.leads; }
    void left(std::int64_t& left, std::int64_t begun) override {
        snapshot_.lefts.push_back({left, begun});
    }

 private:
    void plain(std::int64_t value) override { snapshot_.values.push_back(value); }
    void sum(double& total) override { snapshot_.totals.push_back(total); }

    Snapshot& snapshot_;
};

/// What a stretch of a run changes that ends in the state in which it began.
struct Period {
    arch::Cycles length{};
    std::vector<bool> times_pass{};     ///< by time: it stays behind
    std::vector<bool> moments_pass{};   ///< by moment: it stays behind
    std::vector<std::int64_t> spent{};  ///< by what runs out
    std::vector<double> added{};        ///< by total

    bool operator==(const Period&) const = default;
};

/// From `begin` to `end`; nullopt: the state is another one, beside its leads.
[[nodiscard]] std::optional<Period> period_between(const Snapshot& begin, const Snapshot& end);

/// How many more periods come behind `end` at least, whatever comes behind them: what runs out
/// lasts for one more. 0 too where nothing runs out.
[[nodiscard]] std::int64_t periods_left(const Period& period, const Snapshot& end);

/// Tells a tape of all leads of a state.
class LeadsTeller final : public StateVisitor {
 public:
    /// As inputs, before a period; `period` null. As outputs, behind it.
    LeadsTeller(LeadsTape& tape, const Period* period) : tape_{tape}, period_{period} {}

    void time(arch::Cycles& /*cycle*/) override {}
    void moment(arch::Cycles& /*cycle*/, Leads& leads) override {
        tell(leads, period_ != nullptr && period_->moments_pass[moments_++]);
    }
    void leads(Leads& leads) override { tell(leads, false); }
    void left(std::int64_t& /*left*/, std::int64_t /*begun*/) override {}

 private:
    void plain(std::int64_t /*value*/) override {}
    void sum(double& /*total*/) override {}
    void tell(Leads& leads, bool stays) {
        if (period_ == nullptr)
            tape_.add_input(leads);
        else
            tape_.add_output(leads, stays);
    }

    LeadsTape& tape_;
    const Period* period_;
    std::size_t moments_ = 0;
};

/// Moves a state on by whole periods. Its clock stays: what is older than the period gets older by
/// so much.
class Mover final : public StateVisitor {
 public:
    /// `leads`: all of them, behind those periods.
    Mover(const Period& period, std::int64_t periods, std::vector<Leads> leads)
        : period_{period}, periods_{periods}, moved_leads_{std::move(leads)} {}

    void time(arch::Cycles& cycle) override;
    void moment(arch::Cycles& cycle, Leads& leads) override;
    void leads(Leads& leads) override;
    void left(std::int64_t& left, std::int64_t begun) override;

 private:
    void plain(std::int64_t /*value*/) override {}
    void sum(double& total) override;

    const Period& period_;
    std::int64_t periods_;
    std::vector<Leads> moved_leads_;
    std::size_t times_ = 0;  ///< visited, likewise below
    std::size_t moments_ = 0;
    std::size_t leads_ = 0;
    std::size_t lefts_ = 0;
    std::size_t totals_ = 0;
};

}  // namespace xdnasim::sim
