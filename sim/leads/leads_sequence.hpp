#pragma once
// What many stretches of a run, one after the other, do to leads. Where the same ones come again
// and again, each time soon adds the same to the leads as the time before, and all times pass at
// once.
//
// Example: each time, a lead becomes min(a + 5, b + 3); then a grows by 2, and b by 4. From a = 10
// and b = 0 on it is b + 3 that counts for seven times: 3, 7, 11, 15, 19, 23, 27. Then a + 5
// counts: 29,
// 31. So those times pass at once that begin with b + 3, and later all others.

#include <cstddef>
#include <vector>

#include "sim/leads/leads_tape.hpp"

namespace xdnasim::sim {

class LeadsSequence {
 public:
    /// `program` must outlive this, and take as many leads as the one before gives.
    void add(const LeadsProgram& program) { programs_.push_back(&program); }
    [[nodiscard]] std::size_t size() const { return programs_.size(); }

    /// Runs all programs, in their order, and forgets them.
    void run(std::vector<Leads>& leads);

 private:
    /// Some programs that come several times, one time after the other.
    struct Repeats {
        std::size_t period = 1;  ///< programs
        std::size_t times = 1;
    };
    [[nodiscard]] Repeats repeats_at(std::size_t begin) const;
    [[nodiscard]] std::size_t alike(std::size_t begin, std::size_t period) const;
    void run_once(std::size_t begin, std::size_t period, std::vector<Leads>& leads);
    void run_repeats(std::size_t begin, Repeats repeats, std::vector<Leads>& leads);

    std::vector<const LeadsProgram*> programs_;
    LeadsRoom room_;
};

}  // namespace xdnasim::sim
