#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "base/kept_results.hpp"
#include "base/worker_processes.hpp"
#include "cli/sweep/cluster.hpp"
#include "cli/sweep/sweep.hpp"

namespace xdnasim::cli {
namespace {

using MadeBackend = std::unique_ptr<backends::Backend>;

MadeBackend backend_of(const SweepOptions& options) {
    return options.backend_options.make(options.backend, options.study);
}

/// A text of everything that the rows of a study depend on, except files, which are hashed apart.
std::string text_of(const study::Study& study, const SweepOptions& options) {
    std::string text =
        fmt::format("{} {} {} {}", options.backend, fmt::join(options.backend_options.words(), " "),
                    study.folder.string(), study.problem.to_flow());
    for (const study::Axis& axis : study.axes)
        for (std::size_t key = 0; key < axis.keys.size(); ++key) {
            text += fmt::format("\n{}:", axis.keys[key]);
            for (const std::vector<base::Node>& values : axis.values)
                text += ' ' + values[key].to_flow();
        }
    return text;
}

std::string maker_of(const study::Study& study, const SweepOptions& options) {
    std::vector<std::filesystem::path> folders{arch::devices_folder()};
    if (const auto read = options.backend_options.folder(options.backend, options.study))
        folders.push_back(*read);
    return base::key_of_results(text_of(study, options), folders, study::named_files(study));
}

/// Keeps the lines of finished points and reports the progress.
class Keeper {
 public:
    Keeper(base::KeptResults& kept, SweepProgress progress,
           const std::function<void(const SweepProgress&)>& on_progress)
        : kept_{kept}, progress_{progress}, on_progress_{on_progress} {}

    void take(std::int64_t point, const std::string& line) {
        const std::string id = fmt::format("{}", point);
        if (!kept_.has(id)) kept_.add(id, line);
        ++progress_.done;
        if (row_of_line(point, line).refusal) ++progress_.refused;
        if (on_progress_) on_progress_(progress_);
    }

 private:
    base::KeptResults& kept_;
    SweepProgress progress_;
    const std::function<void(const SweepProgress&)>& on_progress_;
};

using Refuse = std::function<void(std::int64_t, const std::string&)>;

void run_here(const study::Study& study, const SweepOptions& options,
              const std::vector<std::int64_t>& points, Keeper& keeper, const Refuse& refuse) {
    const MadeBackend backend = backend_of(options);
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < points.size(); ++i)
        numbers.push_back(i);
    base::run_in_processes(
        std::move(numbers), options.processes,
        {.run = [&](std::size_t i) { return run_point(study, options, points[i], *backend); },
         .take = [&](std::size_t i, const std::string& line) { keeper.take(points[i], line); },
         .failed =
             [&](std::size_t i, const base::Error& error) {
                 if (error.code() == base::ExitCode::Unavailable) throw base::Error{error};
                 refuse(points[i], error.what());
             },
         .gave_up =
             [&](std::size_t i, const std::string& end) {
                 refuse(points[i],
                        fmt::format(
                            "{} processes were killed while they ran this point, the last by {}",
                            base::kMostDeaths, end));
             }});
}

/// The command line for a worker of a cluster, without --points.
std::vector<std::string> words_of(const SweepOptions& options) {
    std::vector<std::string> words{"sweep", options.study, "--backend", options.backend};
    const std::vector<std::string> more = options.backend_options.words();
    words.insert(words.end(), more.begin(), more.end());
    if (options.record) words.insert(words.end(), {"--record", options.record->string()});
    return words;
}

void run_there(const ClusterWork& work, const std::vector<std::int64_t>& points, Keeper& keeper,
               const Refuse& refuse) {
    run_on_cluster(
        work, points,
        {.done =
             [&](std::int64_t point, const std::string& line) {
                 if (!is_line_of_row(line))
                     throw base::InputError{fmt::format(
                         "--scheduler: the worker returned an invalid result for point {}", point)};
                 keeper.take(point, line);
             },
         .lost = refuse});
}

/// Whether a point has to run: it is not kept yet, or a recording of it is wanted and missing.
bool is_open(std::int64_t point, const SweepOptions& options, const base::KeptResults& kept) {
    const std::string id = fmt::format("{}", point);
    if (!kept.has(id)) return true;
    return options.record && !is_recorded(*options.record, point) &&
           !row_of_line(point, kept.result(id)).refusal;
}

}  // namespace

Sweep run_sweep(const study::Study& study, const SweepOptions& options,
                const std::function<void(const SweepProgress&)>& on_progress) {
    const std::string made_by = maker_of(study, options);
    std::vector<std::int64_t> points = study::points_of(study);
    auto kept = std::make_unique<base::KeptResults>(
        base::Keep{.file = options.keep,
                   .made_by = made_by,
                   .others = "another study, another build of xdnasim, other device files or other "
                             "files that a problem names",
                   .is_result = is_line_of_row});
    std::vector<std::int64_t> open;
    SweepProgress progress{.points = points.size()};
    for (const std::int64_t point : points) {
        if (is_open(point, options, *kept)) {
            open.push_back(point);
            continue;
        }
        ++progress.done;
        if (row_of_line(point, kept->result(fmt::format("{}", point))).refusal) ++progress.refused;
    }
    progress.before = progress.done;
    Keeper keeper{*kept, progress, on_progress};
    const Refuse refuse = [&](std::int64_t point, const std::string& why) {
        keeper.take(point, line_of_refusal(study, point, why));
    };
    if (options.scheduler)
        run_there({*options.scheduler, words_of(options), made_by}, open, keeper, refuse);
    else
        run_here(study, options, open, keeper, refuse);
    return {study, options, made_by, std::move(points), std::move(kept)};
}

std::string lines_of_points(const study::Study& study, const SweepOptions& options,
                            const std::vector<std::int64_t>& points) {
    const std::int64_t end = study::combinations(study);
    for (const std::int64_t point : points)
        if (point >= end)
            throw base::InputError{fmt::format(
                "--points: the study has no point {}; allowed: 0 to {}", point, end - 1)};
    const MadeBackend backend = backend_of(options);
    std::string text = base::first_line_of_kept(maker_of(study, options)) + '\n';
    for (const std::int64_t point : points)
        text += fmt::format("{}{}{}\n", point, base::kAfterId,
                            run_point(study, options, point, *backend));
    return text;
}

}  // namespace xdnasim::cli
