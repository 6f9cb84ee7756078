#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "workloads/problem/named_files.hpp"
#include "workloads/study/study.hpp"

namespace xdnasim::study {
namespace {

namespace fs = std::filesystem;

/// The problem with the values of a step of `axis`; what cannot be set stays as it is.
base::Node problem_at(const Study& study, const Axis& axis, const std::vector<base::Node>& values) {
    base::Node problem = study.problem;
    for (std::size_t i = 0; i < axis.keys.size(); ++i) {
        try {
            problem = problem.with(axis.keys[i], values[i]);
        } catch (const base::InputError&) {
            continue;  // the points say that they cannot run
        }
    }
    return problem;
}

}  // namespace

std::vector<fs::path> named_files(const Study& study) {
    std::vector<fs::path> files;
    const auto add = [&](const base::Node& problem) {
        std::ranges::move(problem::files_of_device(problem, study.folder),
                          std::back_inserter(files));
        std::ranges::move(problem::files_of_workload(problem), std::back_inserter(files));
    };
    add(study.problem);
    for (const Axis& axis : study.axes)
        if (std::ranges::any_of(axis.keys, problem::may_name_files))
            for (const std::vector<base::Node>& values : axis.values)
                add(problem_at(study, axis, values));
    std::ranges::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

}  // namespace xdnasim::study
