#include "cli/place/place_problem.hpp"

#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backends/systemc/systemc_backend.hpp"
#include "cli/file_roles.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/output.hpp"
#include "cli/place/before_after.hpp"
#include "cli/place/place_report.hpp"
#include "cli/progress_line.hpp"
#include "cli/text_layout.hpp"
#include "workloads/placed_schedule/placeable_workload.hpp"
#include "workloads/placement/solution_file.hpp"
#include "workloads/problem/placeable.hpp"

namespace xdnasim::cli {
namespace {

using placed_schedule::PlaceableWorkload;
using placed_schedule::PlacementQuestion;

constexpr const char* kSection = "placement";

problem::Problem load(const ProblemRequest& request) {
    problem::Problem problem = load_problem(request.file, request.settings);
    if (const base::Node* section = problem.file.find(kSection))
        section->fail("`place` chooses the placement itself. Leave out `placement`");
    return problem;
}

PlaceQuestion question_of(const ProblemRequest& request, const PlaceableWorkload& placeable) {
    PlaceQuestion question = request.question;
    require_tying(question);
    if (question.seconds && request.output)
        throw base::InputError{
            "--budget cannot be combined with -o: the written problem repeats the search and must "
            "end at the same point. Limit it with --moves instead"};
    question.may_end_early = !request.output;
    question.streams = placement::StreamMode::Circuit;
    question.present = placeable.start(question.method);
    question.doubts = placeable.doubts();
    return question;
}

PlacementQuestion asked_of(const PlaceQuestion& question) {
    return {.method = question.method,
            .seed = static_cast<std::int64_t>(question.seed),
            .moves = question.max_moves};
}

/// Searches for a placement. Throws Error (CheckFailed) if the one found cannot be run.
placement::Solution search(const PlaceQuestion& question, const PlaceableWorkload& placeable,
                           placement::Finding& finding) {
    Found found = find_placement(question, placeable.netlist(), placeable.array());
    finding = std::move(found.finding);
    if (const auto obstacle = placeable.obstacle(found.solutions.front()))
        throw base::Error{
            base::ExitCode::CheckFailed,
            fmt::format("no placement was found that can run; of the nearest, {}", *obstacle)};
    return std::move(found.solutions.front());
}

RunTime run(const problem::Problem& problem, bool verify, std::string_view when) {
    ProgressLine line;
    const backends::RunResult result = backends::make_systemc_backend()->run(
        problem::map_problem(problem), problem.device,
        {.verify = verify,
         .reconfigure = problem.reconfigure,
         .on_progress = [&line](const auto& progress) { line.update(progress); }});
    if (result.verification && !result.verification->passed)
        throw base::Error{base::ExitCode::CheckFailed,
                          fmt::format("{} re-placement, the data are wrong: {}", when,
                                      result.verification->message)};
    return {result.cycles.value(), result.time()};
}

void require_outputs(const ProblemRequest& request, const problem::Problem& problem) {
    FileRoles files;
    add_inputs(files, request.file, problem);
    if (request.output && *request.output != "-") files.writes("--output", *request.output);
    if (request.svg) files.writes("--svg", *request.svg);
}

/// The text of the problem file, including settings, with a section `placement` that repeats the
/// search.
std::string text_with(const problem::Problem& problem, const PlacementQuestion& asked) {
    const base::Place place{std::make_shared<const std::string>("place"), 0, 0};
    const auto scalar = [&](const std::string& text) { return base::Node::scalar(place, text); };
    std::string text;
    std::vector<base::Entry> section{{"method", place, scalar(to_string(asked.method))}};
    if (is_random(asked.method)) {
        section.push_back({"seed", place, scalar(std::to_string(asked.seed))});
        section.push_back({"moves", place, scalar(std::to_string(asked.moves))});
    }
    const base::Node placed =
        found_anywhere(problem).with(kSection, base::Node::map(place, std::move(section)));
    for (const base::Entry& entry : placed.entries())
        text += fmt::format("{}: {}\n", entry.key, entry.value.to_flow());
    return text;
}

}  // namespace

base::ExitCode place_problem(const ProblemRequest& request) {
    problem::Problem problem = load(request);
    require_outputs(request, problem);
    const PlaceableWorkload placeable = problem::placeable(problem);
    const PlaceQuestion question = question_of(request, placeable);

    const RunTime before = run(problem, request.verify, "before");
    placement::Finding finding;
    const placement::Solution placed = search(question, placeable, finding);
    problem.workload = placeable.placed(placed, asked_of(question));
    const RunTime after = run(problem, request.verify, "after");

    const placement::Solution present = placeable.present();
    const BeforeAfter lines{placeable.netlist(), placeable.array(), present, placed};
    std::string report = method_line(finding) + lines.subject("problem", request.file) +
                         lines.placement() + time_lines(before, after);
    if (request.verify) report += labelled("data", "correct before and after");
    if (request.svg)
        write_file(*request.svg, draw_svg(placeable.netlist(), placeable.array(), placed));
    const bool to_stdout = request.output == "-";
    if (request.output) {
        const std::string text = text_with(problem, asked_of(question));
        to_stdout ? write_stdout(text) : write_file(*request.output, text);
    }
    (to_stdout ? write_stderr : write_stdout)(report);
    return base::ExitCode::Done;
}

}  // namespace xdnasim::cli
