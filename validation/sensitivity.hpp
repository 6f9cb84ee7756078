#pragma once
// Which rows determine which parameter of the memory: each is raised by 10 %, and the rows of its
// device are simulated again.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "validation/suite.hpp"

namespace xdnasim::validation {

class Sensitivity {
 public:
    /// Of the rows of that suite or, without one, of all suites that depend on the memory and do
    /// not take minutes. Throws InputError when there is no such suite.
    explicit Sensitivity(const std::optional<std::string>& suite);

    /// Each row on its device as it is, and with each parameter raised.
    [[nodiscard]] const std::vector<Case>& cases() const { return cases_; }

    /// A table in Markdown for each device, below what its figures mean. `simulations` are those
    /// of cases(), in their order.
    [[nodiscard]] std::string tables(std::span<const Simulation> simulations) const;

 private:
    /// Rows of one suite with one parameter raised.
    struct Group {
        std::string suite;
        std::size_t first = 0;  ///< of cases()
        std::size_t rows = 0;
    };
    struct Line {
        std::string parameter;
        std::vector<Group> groups;  ///< the same suites in all lines of a device
    };
    struct Table {
        std::string device;
        std::vector<Line> lines;  ///< the first is of the device as it is
    };

    void add_table(std::string_view device, std::span<const Suite> suites);
    [[nodiscard]] std::string cell(const Group& group, const Group& before,
                                   std::span<const Simulation> simulations) const;
    [[nodiscard]] std::string line(const Line& line, const Line& before,
                                   std::span<const Simulation> simulations) const;
    [[nodiscard]] Statistics errors(const Group& group,
                                    std::span<const Simulation> simulations) const;

    std::vector<Case> cases_;
    std::vector<Table> tables_;
};

}  // namespace xdnasim::validation
