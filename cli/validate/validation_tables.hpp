#pragma once
// The regression as text for a terminal, and as a table of Markdown.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "validation/regression.hpp"

namespace xdnasim::cli {

/// Every row with measured, simulated, error; statistics; tolerances and verdict.
[[nodiscard]] std::string validation_report(const std::vector<validation::SuiteResult>& suites);

/// One line per suite, as a table in Markdown.
[[nodiscard]] std::string accuracy_table(const std::vector<validation::SuiteResult>& suites);

/// `page` with `table` in place of what stands between <!-- accuracy --> and <!-- /accuracy -->.
/// Throws InputError, naming `file`, when it has no such place.
[[nodiscard]] std::string with_accuracy_table(const std::string& page, std::string_view table,
                                              const std::string& file);

/// `page` with `tables` in place of what stands between <!-- sensitivity SUITE --> and the next
/// <!-- /sensitivity -->. nullopt: it has no such places at all. Throws InputError, naming `file`,
/// when it has some, but none for `suite`.
[[nodiscard]] std::optional<std::string> with_sensitivity(const std::string& page,
                                                          const std::optional<std::string>& suite,
                                                          std::string_view tables,
                                                          const std::string& file);

/// The coefficient of determination in both; "-": there is none.
[[nodiscard]] std::string r2_text(const validation::Statistics& statistics);

}  // namespace xdnasim::cli
