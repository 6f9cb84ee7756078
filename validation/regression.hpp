#pragma once
// Every measured row that the project knows, simulated and held against the tolerances.

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
    /// By what bounds a row.
    [[nodiscard]] std::map<std::string, Statistics> classes() const;
    /// Of what the closed forms alone give; nullopt where no row has any.
    [[nodiscard]] std::optional<Statistics> analytic() const;
    /// By types of the operands, of rows that have some.
    [[nodiscard]] std::map<std::string, Statistics> types() const;
};

/// How far a suite is.
struct SuiteProgress {
    std::string_view suite;
    std::size_t done = 0;  ///< rows
    std::size_t rows = 0;
};
using OnProgress = std::function<void(const SuiteProgress&)>;

// The rows of a suite in processes side by side, kept in a file as they are done.

struct SideBySide {
    unsigned processes = 1;
    /// Where finished rows are kept: see base::Keep.
    std::optional<std::filesystem::path> keep{};
    /// What is run, such as the name of a suite: suites name different runs of a measured row
    /// alike.
    std::string rows_of{};
};

/// In the order of `cases`. `on_done` and errors are those of base::run_side_by_side().
[[nodiscard]] std::vector<Simulation> simulate_side_by_side(
    std::span<const Case> cases, const SideBySide& how,
    const std::function<void(std::size_t)>& on_done);

/// In the order that they are reported in.
[[nodiscard]] const std::vector<Suite>& all_suites();

/// The suite of that name, or, without one, all that do not take minutes.
/// Throws InputError with the nearest name when there is no such suite.
[[nodiscard]] std::vector<Suite> find_suites(const std::optional<std::string>& name);

/// Simulates the rows one after the other and checks them. `on_progress` may be empty.
[[nodiscard]] SuiteResult run_suite(const Suite& suite, const std::vector<Tolerance>& tolerances,
                                    const OnProgress& on_progress);

/// The same with the tolerances that come with xdnasim.
[[nodiscard]] SuiteResult run_suite(const Suite& suite, const OnProgress& on_progress = {});

/// The same, with the rows simulated side by side. Throws InputError as
/// simulate_side_by_side() does.
[[nodiscard]] SuiteResult run_suite_side_by_side(const Suite& suite, const SideBySide& how,
                                                 const OnProgress& on_progress);

// Which rows determine which parameter of the memory: each is raised, and the rows of its device
// are simulated again.

class Sensitivity {
 public:
    static constexpr double kRaised = 1.1;  ///< times its value

    /// Of the rows of that suite or, without one, of all suites that depend on the memory and do
    /// not take minutes. Throws InputError when there is no such suite.
    explicit Sensitivity(const std::optional<std::string>& suite);

    /// Each row on its device as it is, and with each parameter raised.
    [[nodiscard]] const std::vector<Case>& cases() const { return cases_; }

    /// A table in Markdown for each device, each behind an empty line. `simulations` are those of
    /// cases(), in their order.
    [[nodiscard]] std::string tables(std::span<const Simulation> simulations) const;
    /// What their figures mean: some lines.
    [[nodiscard]] static std::string legend();

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
