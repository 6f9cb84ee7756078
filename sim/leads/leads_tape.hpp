#pragma once
// What becomes of leads in a stretch of a run, to be repeated without the run. Where the state of a
// run comes again, all that is done to leads comes again, with the same cycles; but leads need not
// grow evenly: each is the least of several, and which one that is may change from time to time.
//
// Example: a core waits for A and for B, whose leads are a and b, and A came 5 cycles before B.
// Then it calls a kernel, of which a limit saves 10 cycles. Its lead is min(a + 5, b) + 10, each
// time that this state comes again, whatever a and b have become.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/leads/leads.hpp"

namespace xdnasim::sim {

/// Room for what the steps of programs give, which the next program takes again.
struct LeadsRoom {
    std::vector<Leads::Values> values;
    std::vector<Leads::Values> growths;
};

/// What a stretch does to leads: results in their order, from inputs in theirs.
class LeadsProgram {
 public:
    /// Replaces the inputs by the results.
    void run(std::vector<Leads>& leads, LeadsRoom& room) const;
    /// Of many times, in each of which the inputs are larger by `growth`: replaces the first inputs
    /// by the first results, and `growth` by that of the results. Returns for how many times behind
    /// the first one results grow so, at the least.
    [[nodiscard]] std::int64_t run_growing(std::vector<Leads>& leads, std::vector<Leads>& growth,
                                           LeadsRoom& room) const;
    [[nodiscard]] std::size_t memory() const;
    bool operator==(const LeadsProgram&) const = default;

 private:
    friend class LeadsTape;
    using Values = Leads::Values;
    /// What a value is, and something added. Value 0 is 0; inputs follow, then the steps.
    struct Operand {
        std::uint32_t value = 0;
        std::uint32_t plus = 0;  ///< constant
        bool operator==(const Operand&) const = default;
    };
    /// The lesser of two, by limit.
    struct Step {
        Operand a{};
        Operand b{};
        bool operator==(const Step&) const = default;
    };
    void set_inputs(const std::vector<Leads>& inputs, std::vector<Values>& values) const;

    std::size_t inputs_ = 0;
    std::vector<Step> steps_;
    std::vector<Operand> results_;
    std::vector<Values> constants_;
};

/// Records what is done to leads. Of all tapes one records at a time.
class LeadsTape {
 public:
    LeadsTape() = default;
    ~LeadsTape() { stop(); }
    LeadsTape(const LeadsTape&) = delete;
    LeadsTape& operator=(const LeadsTape&) = delete;

    /// Begins anew, with these inputs.
    void start(const std::vector<Leads*>& inputs);
    void stop() const;
    [[nodiscard]] bool records() const { return Leads::tape_ == this; }

    /// The program that gives these; null: something was done to leads that a tape does not know,
    /// or with leads that are not among the inputs.
    [[nodiscard]] std::shared_ptr<const LeadsProgram> program(const std::vector<Leads*>& results);

 private:
    friend class Leads;
    using Values = Leads::Values;
    /// Most things that are done are sums, of which few are wanted in the end: those are worked out
    /// then, from what each was made of.
    struct Slot {
        std::uint32_t value = 0;     ///< that it is, and something added
        std::uint32_t from = 0;      ///< slot that it was made from, by number from 1; 0: the value
        std::uint32_t constant = 0;  ///< added
        double wait = 0;             ///< added to all limits
    };
    /// The lesser of two slots, by number from 1.
    struct Step {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        double before = 0;  ///< added to b
        /// Of this limit b, of all others a; nullopt: the lesser.
        std::optional<schedule::Limit> taken{};
    };
    /// The last constants, since many come again soon.
    static constexpr std::size_t kRemembered = 1024;

    /// Of these leads.
    [[nodiscard]] std::uint32_t slot_of(const Leads& leads);
    [[nodiscard]] std::uint32_t constant(const Values& values);
    [[nodiscard]] std::uint64_t add(const Slot& slot);
    [[nodiscard]] std::uint64_t add(const Step& step);
    [[nodiscard]] const Slot& slot(std::uint32_t number) const { return slots_[number - 1]; }
    [[nodiscard]] Values plus_of(std::uint32_t number) const;
    [[nodiscard]] std::vector<std::uint32_t> kept_values(
        const std::vector<std::uint32_t>& results) const;

    bool complete_ = true;
    static inline std::uint64_t next_ = 1;  ///< slot, of all tapes
    std::uint64_t first_ = 1;               ///< of its own
    std::size_t inputs_ = 0;
    std::vector<Slot> slots_;
    std::vector<Step> steps_;
    std::vector<Values> constants_;
    std::array<std::uint32_t, kRemembered> remembered_{};  ///< numbers of constants
};

}  // namespace xdnasim::sim
