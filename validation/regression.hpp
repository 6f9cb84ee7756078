#pragma once
// Every measured row that the project knows, simulated and held against the tolerances.

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "validation/side_by_side.hpp"
#include "validation/suite.hpp"

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

}  // namespace xdnasim::validation
