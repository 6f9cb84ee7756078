#pragma once
// What becomes of leads in a stretch of a run, to be repeated without the run. Where the state of a
// run comes again, all that is done to leads comes again, with the same cycles; but leads need not
// grow evenly: each is the least of several, and which one that is may change from period to
// period.
//
// Example: a core waits for A and for B, whose leads are a and b, and A came 5 cycles before B.
// Then it calls a kernel, of which a limit saves 10 cycles. Its lead is min(a + 5, b) + 10, in
// every period, whatever a and b have become.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/leads.hpp"

namespace xdnasim::sim {

class LeadsTape {
 public:
    LeadsTape() = default;
    ~LeadsTape() { stop(); }
    LeadsTape(const LeadsTape&) = delete;
    LeadsTape& operator=(const LeadsTape&) = delete;

    /// Begins anew. Of all tapes one records at a time.
    void start();
    void stop();
    [[nodiscard]] bool records() const { return Leads::tape_ == this; }

    /// Before anything else is recorded: `leads` are the next ones of those that exist.
    void add_input(Leads& leads);
    /// At the end: what has become of the inputs, in the same order. `stays`: they are of a moment
    /// that a period leaves where it is.
    void add_output(const Leads& leads, bool stays);

    /// False: something was done to leads that a tape does not know, or with leads that are not
    /// among the inputs.
    [[nodiscard]] bool complete() const { return complete_ && inputs_ == outputs_.size(); }

    /// The outputs after `times` more periods of `length`. Precondition: complete.
    [[nodiscard]] std::vector<Leads> repeat(std::int64_t times, arch::Cycles length);

 private:
    friend class Leads;
    using Values = std::array<double, schedule::kLimits.size()>;
    /// What a node holds, and something added. Node 0 holds nothing.
    struct Operand {
        std::size_t node = 0;
        Values plus{};
    };
    /// The lesser of two, by limit.
    struct Node {
        Operand a{};
        Operand b{};
    };

    [[nodiscard]] Operand operand(const Leads& leads);
    [[nodiscard]] std::uint64_t add(const Operand& operand);
    [[nodiscard]] std::uint64_t add(const Node& node);
    void leave_out_what_is_lost();

    bool complete_ = true;
    static inline std::uint64_t next_ = 1;  ///< slot, of all tapes
    std::uint64_t first_ = 1;               ///< of its own
    std::size_t inputs_ = 0;                ///< nodes from 1 on
    std::vector<Operand> slots_{};
    std::vector<Node> nodes_{};  ///< behind the inputs
    std::vector<Operand> outputs_{};
    std::vector<bool> stays_{};  ///< by output
    std::vector<Leads> last_{};  ///< the outputs when it was recorded
};

}  // namespace xdnasim::sim
