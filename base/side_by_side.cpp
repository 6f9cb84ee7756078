#include "base/side_by_side.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/worker_processes.hpp"

namespace xdnasim::base {

std::vector<std::string> run_side_by_side(std::span<const Task> tasks, unsigned processes,
                                          const std::optional<Keep>& keep,
                                          const std::function<void(std::size_t)>& on_done) {
    std::optional<KeptResults> kept;
    if (keep) kept.emplace(*keep);
    std::vector<std::string> results(tasks.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (kept && kept->has(tasks[i].id))
            results[i] = kept->result(tasks[i].id);
        else
            open.push_back(i);
    }
    std::size_t done = tasks.size() - open.size();
    run_in_processes(
        open, processes,
        {.run = [&](std::size_t i) { return tasks[i].run(); },
         .take =
             [&](std::size_t i, const std::string& result) {
                 if (kept) kept->add(tasks[i].id, result);
                 results[i] = result;
                 if (on_done) on_done(++done);
             },
         .failed =
             [&](std::size_t i, const Error& error) {
                 throw InputError{fmt::format("{}: {}", tasks[i].id, error.what())};
             },
         .gave_up =
             [&](std::size_t i, const std::string& end) {
                 throw InputError{fmt::format(
                     "{}: {} processes of this run were ended while they worked on it, the last by "
                     "{}{}",
                     tasks[i].id, kMostDeaths, end,
                     keep ? fmt::format("; what is done stays in '{}'", keep->file.string()) : "")};
             }});
    return results;
}

}  // namespace xdnasim::base
