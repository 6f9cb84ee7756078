#pragma once
// What many stretches of a run, one after the other, do to leads. Where the same stretches repeat,
// each repeat soon adds the same to the leads as the one before, and many repeats are computed at
// once.
//
// Example: in each repeat, a lead becomes min(a + 5, b + 3); then a grows by 2, and b by 4. From
// a = 10 and b = 0 on, b + 3 is the lesser for seven repeats: 3, 7, 11, 15, 19, 23, 27. Then a + 5
// is the lesser: 29, 31. The repeats in which b + 3 is the lesser are computed at once, and later
// so are all others.

#include <cstddef>
#include <vector>

#include "sim/leads/leads_tape.hpp"

namespace xdnasim::sim {

class LeadsSequence {
 public:
    /// Adds a stretch. `program` must outlive the sequence, and take as many leads as the program
    /// before it gives.
    void add(const LeadsProgram& program) { programs_.push_back(&program); }
    [[nodiscard]] std::size_t size() const { return programs_.size(); }

    /// Runs all programs, in their order, and forgets them.
    void run(std::vector<Leads>& leads);

 private:
    /// Some programs that come several times in a row.
    struct Repeats {
        std::size_t period = 1;  ///< number of programs that repeat
        std::size_t times = 1;   ///< how often they come
    };
    [[nodiscard]] Repeats repeats_at(std::size_t begin) const;
    [[nodiscard]] std::size_t alike(std::size_t begin, std::size_t period) const;
    void run_once(std::size_t begin, std::size_t period, std::vector<Leads>& leads);
    void run_repeats(std::size_t begin, Repeats repeats, std::vector<Leads>& leads);

    std::vector<const LeadsProgram*> programs_;
    LeadsRoom room_;
};

}  // namespace xdnasim::sim
