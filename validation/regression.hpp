#pragma once
// The regression: all measured rows, their simulations, and the check of the errors against the
// tolerances.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "validation/statistics.hpp"
#include "validation/suite.hpp"
#include "validation/tolerance.hpp"

namespace xdnasim::validation {

struct SuiteResult {
    std::string name;
    std::string title;
    std::string unit;
    std::string note;
    std::vector<Row> rows;
    std::vector<Check> checks;

    [[nodiscard]] bool passed() const;
    [[nodiscard]] Statistics statistics() const;
    /// Statistics of the rows with the same bound, by the bound's name.
    [[nodiscard]] std::map<std::string, Statistics> classes() const;
    /// Statistics of the closed forms' results; nullopt if no row has any.
    [[nodiscard]] std::optional<Statistics> analytic() const;
    /// Statistics of the rows with the same operand types, by these types; rows without types are
    /// left out.
    [[nodiscard]] std::map<std::string, Statistics> types() const;
};

/// Progress of a suite.
struct SuiteProgress {
    std::string_view suite;
    std::size_t done = 0;  ///< number of rows simulated so far
    std::size_t rows = 0;  ///< number of rows of the suite
};
using OnProgress = std::function<void(const SuiteProgress&)>;

// Parallel simulation of the rows of a suite in several processes, with the results kept in a file.

struct SideBySide {
    unsigned processes = 1;
    /// File in which results of finished rows are kept (base::Keep); nullopt: they are not kept.
    std::optional<std::filesystem::path> keep{};
    /// What is run, such as the name of a suite. A file kept for another name is refused, since a
    /// row's id does not say in which suite it is simulated.
    std::string rows_of{};
};

/// Simulates the cases and returns the results in the order of `cases`. `on_done` and errors are
/// those of base::run_side_by_side().
[[nodiscard]] std::vector<Simulation> simulate_side_by_side(
    std::span<const Case> cases, const SideBySide& how,
    const std::function<void(std::size_t)>& on_done);

/// Returns all suites in the order in which they are reported.
[[nodiscard]] const std::vector<Suite>& all_suites();

/// Returns the suite of that name, or without a name, all suites that do not take minutes. Throws
/// InputError, with the nearest name, if there is no such suite.
[[nodiscard]] std::vector<Suite> find_suites(const std::optional<std::string>& name);

/// Simulates the rows one after the other and checks the errors against `tolerances`.
/// `on_progress` may be empty.
[[nodiscard]] SuiteResult run_suite(const Suite& suite, const std::vector<Tolerance>& tolerances,
                                    const OnProgress& on_progress);

/// Runs the suite with the tolerances that come with xdnasim.
[[nodiscard]] SuiteResult run_suite(const Suite& suite, const OnProgress& on_progress = {});

/// Runs the suite with the tolerances that come with xdnasim and the rows simulated in parallel.
/// Throws InputError as simulate_side_by_side() does.
[[nodiscard]] SuiteResult run_suite_side_by_side(const Suite& suite, const SideBySide& how,
                                                 const OnProgress& on_progress);

// The sensitivity of the rows to the memory's parameters, which shows which rows determine which
// parameter. Each parameter is raised in turn, and the rows of its device are simulated again.

class Sensitivity {
 public:
    static constexpr double kRaised = 1.1;  ///< factor by which a parameter is raised

    /// Takes the rows of the suite, or without a name, of all suites with Suite::is_of_memory that
    /// do not take minutes. Throws InputError if there is no such suite.
    explicit Sensitivity(const std::optional<std::string>& suite);

    /// Simulations to run: each row on its unchanged device, and with each parameter raised.
    [[nodiscard]] const std::vector<Case>& cases() const { return cases_; }

    /// Returns a table in Markdown for each device, each after an empty line. `simulations`:
    /// results of cases(), in the same order.
    [[nodiscard]] std::string tables(std::span<const Simulation> simulations) const;
    /// Returns an explanation of the tables' figures, some lines long.
    [[nodiscard]] static std::string legend();

 private:
    /// The rows of one suite on one device, with one parameter raised or none.
    struct Group {
        std::string suite;
        std::size_t first = 0;  ///< index of the first row in cases()
        std::size_t rows = 0;   ///< number of rows, which follow each other in cases()
    };
    struct Line {
        std::string parameter;
        std::vector<Group> groups;  ///< one per suite; the same suites in all lines of a table
    };
    struct Table {
        std::string device;
        std::vector<Line> lines;  ///< the first line is that of the unchanged device
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
