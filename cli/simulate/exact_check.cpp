#include "cli/simulate/exact_check.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/number_format.hpp"
#include "cli/simulate/result_json.hpp"

namespace xdnasim::cli {

namespace {

using Json = nlohmann::ordered_json;

/// The result as JSON, without figures that depend on the machine or on what was skipped.
Json figures(const backends::RunResult& result) {
    Json figures = Json::parse(result_json(result));
    for (const char* const key : {"wall_s", "skipped_share"})
        figures.erase(key);
    return figures;
}

}  // namespace

std::size_t require_equal(const backends::RunResult& skipping, const backends::RunResult& full) {
    const Json skipped = figures(skipping);
    const Json all = figures(full);
    const Json differences = Json::diff(all, skipped);
    if (differences.empty()) return all.flatten().size();
    const std::string path = differences.front()["path"];
    const auto at = [&](const Json& of) {
        const Json::json_pointer pointer{path};
        return of.contains(pointer) ? base::json_text(of[pointer]) : std::string{"nothing"};
    };
    throw base::Error{base::ExitCode::CheckFailed,
                      fmt::format("--exact-check: {} in the two runs; the first, {}, is {} with "
                                  "repeats skipped and {} in a full run",
                                  base::counted(static_cast<std::int64_t>(differences.size()),
                                                "different figure"),
                                  path, at(skipped), at(all))};
}

}  // namespace xdnasim::cli
