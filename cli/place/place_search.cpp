#include "cli/place/place_search.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/stop_request.hpp"
#include "base/wall_time.hpp"
#include "cli/interruption.hpp"
#include "cli/options/option_values.hpp"
#include "cli/place/place_report.hpp"
#include "cli/progress_line.hpp"
#include "workloads/placement/exact/exact_placers.hpp"
#include "workloads/placement/search.hpp"
#include "workloads/placement/tying_methods.hpp"

namespace xdnasim::cli {

void require_tying(const PlaceQuestion& question) {
    if (placement::solves_programs(question.method) ||
        question.router == placement::RouterKind::Exact)
        throw base::InputError{
            fmt::format("integer programs do not know which tiles must stay together. Use --router "
                        "negotiated; allowed for --method here: {}",
                        fmt::join(names_of(placement::kTyingMethods), ", "))};
}

Found find_placement(const PlaceQuestion& question, const netlist::Netlist& netlist,
                     const placement::Array& array) {
    const auto begin = std::chrono::steady_clock::now();
    const double seconds = question.seconds.value_or(std::numeric_limits<double>::infinity());
    std::optional<RequestedEnd> end;
    if (question.may_end_early) end.emplace();
    const auto ends = [&] {
        if (end) return end->asked_for();
        base::stop_if_called_off();
        return false;
    };
    ProgressLine line;
    const auto passed = [&] { return base::seconds_since(begin); };
    const auto oracle =
        question.program_seconds
            ? std::make_shared<placement::Oracle>(base::ProcessorTime{*question.program_seconds})
            : std::make_shared<placement::Oracle>();
    const auto router = make_router(question.router, array, question.streams, *oracle);
    placement::Search search{netlist,
                             array,
                             *router,
                             {.seed = question.seed,
                              .max_moves = question.max_moves,
                              .present = question.present,
                              .doubts = question.doubts,
                              .may_go_on = [&] { return !ends() && passed() < seconds; },
                              .on_progress =
                                  [&](const placement::Progress& progress) {
                                      show_progress(line, progress, question.max_moves);
                                  },
                              .oracle = oracle}};
    make_placer(question.method)->place(search);
    const placement::Ending ended = search.ending() == placement::Ending::Budget && ends()
                                        ? placement::Ending::Interrupted
                                        : search.ending();
    placement::Finding finding{.method = question.method,
                               .streams = question.streams,
                               .router = question.router,
                               .seed = question.seed,
                               .max_moves = question.max_moves,
                               .moves = search.moves(),
                               .ended = ended,
                               .bound = search.bound(),
                               .calls = oracle->calls(),
                               .history = search.history()};
    std::vector<placement::Solution> solutions = search.found();
    if (solutions.empty())
        throw base::Error{base::ExitCode::CheckFailed, failure_text(search, finding)};
    return {std::move(solutions), std::move(finding)};
}

}  // namespace xdnasim::cli
