#include <algorithm>
#include <iterator>
#include <set>

#include "base/error.hpp"
#include "base/read_files.hpp"
#include "workloads/problem/named_files.hpp"
#include "workloads/study/study.hpp"

namespace xdnasim::study {
namespace {

namespace fs = std::filesystem;

using May = bool (*)(const problem::Setting&);

bool may_change(const Axis& axis, May may) {
    for (const std::vector<base::Node>& values : axis.values)
        for (std::size_t key = 0; key < axis.keys.size(); ++key)
            if (may({axis.keys[key], values[key]})) return true;
    return false;
}

/// The combination with the first value of every axis for which `moves` is false.
std::int64_t reduced(const Study& study, const std::vector<bool>& moves, std::int64_t point) {
    std::int64_t later = combinations(study);  // number of combinations of the later axes
    std::int64_t left = 0;
    for (std::size_t axis = 0; axis < study.axes.size(); ++axis) {
        const auto steps = static_cast<std::int64_t>(study.axes[axis].values.size());
        later /= steps;
        if (moves[axis]) left += point / later % steps * later;
    }
    return left;
}

/// The problem with those values of `point` that may change the files that it names; values that
/// cannot be set are left out.
base::Node problem_at(const Study& study, std::int64_t point, May may) {
    base::Node problem = study.problem;
    for (const problem::Setting& setting : settings_at(study, point)) {
        if (!may(setting)) continue;
        try {
            problem = problem.with(setting.key, setting.value);
        } catch (const base::InputError&) {
            continue;  // the points report that they cannot run
        }
    }
    return problem;
}

/// The problem itself, and every problem that differs from it in what `may` change at some point.
std::vector<base::Node> problems_of(const Study& study, May may) {
    std::vector<base::Node> problems{study.problem};
    std::vector<bool> moves;
    for (const Axis& axis : study.axes)
        moves.push_back(may_change(axis, may));
    if (std::ranges::find(moves, true) == moves.end()) return problems;
    // Several axes together may determine the name of a file, such as a design and its kernels.
    std::set<std::int64_t> different;
    for (const std::int64_t point : points_of(study))
        different.insert(reduced(study, moves, point));
    for (const std::int64_t point : different)
        problems.push_back(problem_at(study, point, may));
    return problems;
}

}  // namespace

std::vector<fs::path> named_files(const Study& study) {
    std::vector<fs::path> files;
    for (const base::Node& problem : problems_of(study, problem::may_name_device))
        std::ranges::move(problem::files_of_device(problem, study.folder),
                          std::back_inserter(files));
    base::ReadFiles read;
    for (const base::Node& problem : problems_of(study, problem::may_name_files_of_workload))
        std::ranges::move(problem::files_of_workload(problem, read), std::back_inserter(files));
    std::ranges::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

}  // namespace xdnasim::study
