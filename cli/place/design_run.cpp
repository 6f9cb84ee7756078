#include "cli/place/design_run.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "base/node.hpp"
#include "base/number_format.hpp"
#include "cli/progress_line.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::cli {
namespace {

/// Indices of the buffers to compare: all except those that trace units write, since trace words
/// contain the times of a run, and such a buffer need not be an argument of the sequence.
std::vector<std::size_t> compared_buffers(const schedule::Schedule& schedule) {
    std::vector<std::size_t> compared;
    for (const schedule::BufferContent& content : schedule.workload->buffers())
        if (content.role != schedule::BufferRole::Trace)
            compared.push_back(static_cast<std::size_t>(content.buffer.index));
    return compared;
}

}  // namespace

problem::Problem DesignRuns::problem_of(const std::string& text) const {
    return problem::read_problem(design::problem_of_text(text, file_, given_), {}, settings_);
}

problem::Problem DesignRuns::with_files(const std::string& text, const char* key) {
    const problem::Problem plain = problem_of(text);
    if (!scratch_) scratch_.emplace();
    const base::Place place{std::make_shared<const std::string>("--verify"), 0, 0};
    std::vector<base::Entry> files;
    for (const std::size_t i : compared_buffers(problem::map_problem(plain))) {
        const std::string name = fmt::format("arg{}", i);
        files.push_back({name, place,
                         base::Node::scalar(place, scratch_->file(name + ".bin").string(),
                                            base::Form::Quoted)});
    }
    std::vector<problem::Setting> settings = settings_;
    settings.emplace_back(key, base::Node::map(place, std::move(files)));
    return problem::read_problem(design::problem_of_text(text, file_, given_), {}, settings);
}

RunTime DesignRuns::run(const std::string& text) {
    const problem::Problem problem =
        !with_data_ ? problem_of(text)
                    : with_files(text, has_run_ ? "design.expect" : "design.outputs");
    const schedule::Schedule schedule = problem::map_problem(problem);
    ProgressLine line;
    const backends::RunResult result = backends::make_systemc_backend()->run(
        schedule, problem.device,
        {.verify = with_data_,
         .on_progress = [&line](const auto& progress) { line.update(progress); }});
    if (result.verification && !result.verification->passed)
        throw base::Error{
            base::ExitCode::CheckFailed,
            fmt::format("{}: {}: {}", file_,
                        has_run_ ? "the re-placed design computes other data"
                                 : "the original design does not compute the data of design.expect",
                        result.verification->message)};
    if (with_data_) {
        const std::vector<std::size_t> compared = compared_buffers(schedule);
        arch::Bytes size{};
        for (const std::size_t buffer : compared)
            size += schedule.host_buffers[buffer].size;
        data_ = fmt::format("the same before and after: {}, {} bytes",
                            base::counted(std::ssize(compared), "argument"),
                            base::grouped(size.count()));
    }
    has_run_ = true;
    return {result.cycles.value(), result.time()};
}

}  // namespace xdnasim::cli
