#pragma once
// What a stretch of a run does to leads, recorded so that it can be repeated without simulation.
// Where the state of a run comes again, so does everything that is done to leads, with the same
// cycles. But leads need not grow evenly: each is the minimum of several, and which of them is the
// minimum may change from one repeat to the next.
//
// Example: a core waits for A and for B, whose leads are a and b, and A came 5 cycles before B.
// Then it calls a kernel, of which relaxing a limit saves 10 cycles. Each time that this state
// comes again, the core's lead is min(a + 5, b) + 10, whatever a and b have become.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/leads/leads.hpp"

namespace xdnasim::sim {

/// Memory for the inputs and steps of a program, used again by the next program.
struct LeadsRoom {
    std::vector<Leads::Values> values;
    std::vector<Leads::Values> growths;
};

/// What a stretch does to leads: computes results from inputs, each in a fixed order.
class LeadsProgram {
 public:
    /// Replaces the inputs by the results.
    void run(std::vector<Leads>& leads, LeadsRoom& room) const;
    /// Runs the first of many repeats, whose inputs grow by `growth` from one to the next: replaces
    /// the inputs by the results, and `growth` by the growth of the results. Returns a number of
    /// repeats behind the first one for which the results surely grow so.
    [[nodiscard]] std::int64_t run_growing(std::vector<Leads>& leads, std::vector<Leads>& growth,
                                           LeadsRoom& room) const;
    /// Memory in use, in bytes.
    [[nodiscard]] std::size_t memory() const;
    bool operator==(const LeadsProgram&) const = default;

 private:
    friend class LeadsTape;
    using Values = Leads::Values;
    /// A value plus a constant. Value 0 is zero; the inputs follow, then the results of the steps.
    struct Operand {
        std::uint32_t value = 0;
        std::uint32_t plus = 0;  ///< number of the constant
        bool operator==(const Operand&) const = default;
    };
    /// The lesser of two operands, by limit.
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

/// Records what is done to leads. At most one tape records at a time.
class LeadsTape {
 public:
    LeadsTape() = default;
    ~LeadsTape() { stop(); }
    LeadsTape(const LeadsTape&) = delete;
    LeadsTape& operator=(const LeadsTape&) = delete;

    /// Starts a new recording with these inputs.
    void start(const std::vector<Leads*>& inputs);
    void stop() const;
    [[nodiscard]] bool records() const { return Leads::tape_ == this; }

    /// The program that computes `results`; nullptr if the tape cannot tell: leads were multiplied,
    /// two of them were added, or some took part that are older than the recording and not inputs.
    [[nodiscard]] std::shared_ptr<const LeadsProgram> program(const std::vector<Leads*>& results);

 private:
    friend class Leads;
    using Values = Leads::Values;
    /// Leads at a point of the recording: a value plus a sum. Most operations are sums, few of
    /// which are needed in the end, so that sums are only worked out then, slot by slot.
    struct Slot {
        std::uint32_t value = 0;     ///< number of the value that the sum is added to
        std::uint32_t from = 0;      ///< slot that it was made from, counted from 1; 0: the value
        std::uint32_t constant = 0;  ///< number of the constant added to `from`
        double wait = 0;             ///< cycles added to `from`, for all limits
    };
    /// The lesser of two slots, whose numbers count from 1.
    struct Step {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        double before = 0;  ///< cycles added to b
        /// The limit for which b is taken, and a for all others; nullopt: the lesser for all.
        std::optional<schedule::Limit> taken{};
    };
    /// Number of recent constants to remember, since many come again soon.
    static constexpr std::size_t kRemembered = 1024;

    /// The slot of `leads`, counted from 1; adds one if they are a constant.
    [[nodiscard]] std::uint32_t slot_of(const Leads& leads);
    [[nodiscard]] std::uint32_t constant(const Values& values);
    [[nodiscard]] std::uint64_t add(const Slot& slot);
    [[nodiscard]] std::uint64_t add(const Step& step);
    [[nodiscard]] const Slot& slot(std::uint32_t number) const { return slots_[number - 1]; }
    /// The sum that slot `number` adds to its value.
    [[nodiscard]] Values plus_of(std::uint32_t number) const;
    [[nodiscard]] std::vector<std::uint32_t> kept_values(
        const std::vector<std::uint32_t>& results) const;

    bool complete_ = true;                  ///< all that was done to leads has been recorded
    static inline std::uint64_t next_ = 1;  ///< number of the next slot, for all tapes
    std::uint64_t first_ = 1;               ///< number of the recording's first slot
    std::size_t inputs_ = 0;
    std::vector<Slot> slots_;
    std::vector<Step> steps_;
    std::vector<Values> constants_;
    std::array<std::uint32_t, kRemembered> remembered_{};  ///< numbers of constants, by hash
};

}  // namespace xdnasim::sim
