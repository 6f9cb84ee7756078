#pragma once
// The manifest of an example, optionally with one setting changed.

#include <string>
#include <vector>

#include "backends/artifacts/manifest.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::artifacts::test {

[[nodiscard]] inline Manifest manifest_of(const std::string& example, const std::string& key = "",
                                          const std::string& value = "") {
    std::vector<problem::Setting> settings;
    if (!key.empty()) settings.emplace_back(key, value);
    const problem::Problem problem =
        problem::load_problem(std::string{XDNASIM_EXAMPLES "/"} + example, settings);
    return make_manifest(problem::map_problem(problem), problem.device);
}

}  // namespace xdnasim::artifacts::test
