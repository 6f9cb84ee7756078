#pragma once
// Examples, made small, with the schedule that they map to.

#include <span>
#include <string>

#include "workloads/problem/problem.hpp"

namespace xdnasim::txn::test {

struct Example {
    problem::Problem problem;
    schedule::Schedule schedule;
};

inline Example example(const std::string& file, std::span<const problem::Setting> settings = {}) {
    problem::Problem problem = problem::load_problem(XDNASIM_EXAMPLES "/" + file, settings);
    schedule::Schedule schedule = problem::map_problem(problem);
    return {std::move(problem), std::move(schedule)};
}

}  // namespace xdnasim::txn::test
