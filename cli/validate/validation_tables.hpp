#pragma once
// Results of the validation as text for a terminal, and as a table in Markdown.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "validation/regression.hpp"

namespace xdnasim::cli {

/// A table of all rows with measured value, simulated value and error, followed by statistics,
/// tolerances and the verdict.
[[nodiscard]] std::string validation_report(const std::vector<validation::SuiteResult>& suites);

/// A table in Markdown with one line for each suite, and one for its closed forms if it has them.
[[nodiscard]] std::string accuracy_table(const std::vector<validation::SuiteResult>& suites);

/// `page` with `table` in place of the text between <!-- accuracy --> and <!-- /accuracy -->.
/// `file`: the page's path, for messages. Throws InputError if the page has no such comments.
[[nodiscard]] std::string with_accuracy_table(const std::string& page, std::string_view table,
                                              const std::string& file);

/// `page` with `tables` in place of the text between <!-- sensitivity SUITE --> and the next
/// <!-- /sensitivity -->; nullopt if the page has no such comments for any suite. `file`: the
/// page's path, for messages. Throws InputError if the page has such comments, but none for
/// `suite`.
[[nodiscard]] std::optional<std::string> with_sensitivity(const std::string& page,
                                                          const std::optional<std::string>& suite,
                                                          std::string_view tables,
                                                          const std::string& file);

/// The coefficient of determination R², as both tables show it; "-" if there is none.
[[nodiscard]] std::string r2_text(const validation::Statistics& statistics);

}  // namespace xdnasim::cli
