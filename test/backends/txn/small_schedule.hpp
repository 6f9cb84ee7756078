#pragma once
// Examples with settings, for instance to make them small, and their schedules.

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
