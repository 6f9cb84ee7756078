#include "cli/options/backend_options.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backends/analytic/analytic_backend.hpp"
#include "backends/replay/replay_backend.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "backends/xrt/xrt_backend.hpp"
#include "base/error.hpp"
#include "base/node.hpp"
#include "base/spelling.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/problem_options.hpp"

namespace xdnasim::cli {
namespace {

constexpr int kMaxRuns = 1'000'000;
constexpr double kMinSeconds = 0.001;
constexpr double kMaxSeconds = 3600;

/// The folder of a problem's built design: that of --artifacts, or <problem>.design. Throws
/// InputError if the problem is standard input and --artifacts was not given.
std::filesystem::path design_folder(const std::optional<std::string>& artifacts,
                                    const std::string& problem) {
    if (artifacts) return *artifacts;
    if (problem != kStandardInput)
        return std::filesystem::path{problem}.stem().string() + ".design";
    throw base::InputError{
        "the backend 'xrt' cannot find a design for standard input. Add --artifacts DIR"};
}

bool is_chosen(std::string_view backend, std::span<const std::string> chosen) {
    return std::ranges::find(chosen, backend) != chosen.end();
}

}  // namespace

const std::vector<std::string>& backend_names() {
    static const std::vector<std::string> kNames = BackendOptions::names();
    return kNames;
}

std::string check_backend(const std::string& name) {
    const std::vector<std::string>& names = backend_names();
    if (std::ranges::find(names, name) != names.end()) return {};
    return fmt::format("there is no backend '{}'; allowed: {}{}", name, fmt::join(names, ", "),
                       base::suggestion(name, names));
}

struct BackendOptions::Choice {
    std::string_view name;
    std::unique_ptr<backends::Backend> (*make)(const BackendOptions& options,
                                               const std::string& problem);
    std::vector<CLI::Option*> BackendOptions::*options = nullptr;  ///< options of this backend only
    /// Returns the folder that the backend reads when it runs `problem`; nullptr if it reads none.
    std::optional<std::filesystem::path> (*folder)(const BackendOptions& options,
                                                   const std::string& problem) = nullptr;
    const char* file = nullptr;  ///< description of a file in that folder, for messages
};

std::span<const BackendOptions::Choice> BackendOptions::choices() {
    static constexpr std::array kChoices{
        Choice{.name = backends::kSystemC,
               .make = [](const auto&...) { return backends::make_systemc_backend(); }},
        Choice{.name = backends::kAnalytic,
               .make = [](const auto&...) { return backends::make_analytic_backend(); }},
        Choice{.name = backends::kXrt,
               .make = [](const BackendOptions& options,
                          const std::string& problem) { return options.make_xrt(problem); },
               .options = &BackendOptions::of_xrt_,
               .folder = [](const BackendOptions& options,
                            const std::string& problem) -> std::optional<std::filesystem::path> {
                   return design_folder(options.artifacts_, problem);
               },
               .file = "a file of the design that runs"},
        Choice{.name = backends::kReplay,
               .make = [](const BackendOptions& options,
                          const auto&) { return options.make_replay(); },
               .options = &BackendOptions::of_replay_,
               .folder = [](const BackendOptions& options, const std::string& /*problem*/)
                   -> std::optional<std::filesystem::path> { return options.recording_; },
               .file = "a file of the recording that is replayed"},
    };
    return kChoices;
}

const BackendOptions::Choice& BackendOptions::choice_of(const std::string& backend) {
    return *std::ranges::find(choices(), backend, &Choice::name);
}

std::vector<std::string> BackendOptions::names() {
    std::vector<std::string> names;
    for (const Choice& choice : choices())
        names.emplace_back(choice.name);
    return names;
}

void BackendOptions::add_to(CLI::App& command) {
    of_xrt_ = {
        command.add_option("--artifacts", artifacts_,
                           "Folder of the built design for xrt, or a folder of several designs "
                           "(default: <problem>.design)"),
        command.add_option("--runs", runs_, "Number of runs that xrt times"),
        command.add_option("--warmup", warmup_, "Number of warm-up runs before xrt times any"),
        command.add_option("--timeout", timeout_, "Time limit of a run of xrt, in seconds")};
    of_replay_ = {command.add_option("--recording", recording_,
                                     "Folder of the run to replay, or a folder of several runs")};
    of_xrt_.front()->type_name("DIR")->check(of_kind(ValueKind::Folder));
    of_replay_.front()->type_name("DIR")->check(of_kind(ValueKind::Folder));
    for (std::size_t i = 1; i < of_xrt_.size(); ++i)
        of_xrt_[i]->type_name("N")->capture_default_str();
}

std::unique_ptr<backends::Backend> BackendOptions::make(const std::string& backend,
                                                        const std::string& problem) const {
    return choice_of(backend).make(*this, problem);
}

std::unique_ptr<backends::Backend> BackendOptions::make_xrt(const std::string& problem) const {
    const auto runs = [](const char* option, const std::string& text, int min) {
        return static_cast<int>(base::option_value(option, text).as_int(min, kMaxRuns));
    };
    const std::chrono::duration<double> timeout{
        base::option_value("--timeout", timeout_).as_double(kMinSeconds, kMaxSeconds)};
    return backends::make_xrt_backend(
        {.artifacts = design_folder(artifacts_, problem),
         .runs = runs("--runs", runs_, 1),
         .warmup = runs("--warmup", warmup_, 0),
         .timeout = std::chrono::ceil<std::chrono::milliseconds>(timeout)});
}

std::unique_ptr<backends::Backend> BackendOptions::make_replay() const {
    if (!recording_)
        throw base::InputError{"the backend 'replay' needs a recorded run. Add --recording DIR"};
    return backends::make_replay_backend(*recording_);
}

void BackendOptions::require_taken_by(std::span<const std::string> chosen) const {
    for (const Choice& choice : choices()) {
        if (choice.options == nullptr || is_chosen(choice.name, chosen)) continue;
        for (const CLI::Option* option : this->*choice.options)
            if (option->count() > 0)
                throw base::InputError{fmt::format("{} is for the backend '{}'; chosen: {}",
                                                   option->get_name(), choice.name,
                                                   fmt::join(chosen, ", "))};
    }
}

void BackendOptions::add_inputs(FileRoles& files, std::span<const std::string> chosen,
                                const std::string& problem) const {
    for (const Choice& choice : choices()) {
        if (choice.folder == nullptr || !is_chosen(choice.name, chosen)) continue;
        if (const auto read = choice.folder(*this, problem)) files.reads_folder(*read, choice.file);
    }
}

std::optional<std::filesystem::path> BackendOptions::folder(const std::string& backend,
                                                            const std::string& problem) const {
    const Choice& chosen = choice_of(backend);
    return chosen.folder == nullptr ? std::nullopt : chosen.folder(*this, problem);
}

std::vector<std::string> BackendOptions::words() const {
    std::vector<std::string> words;
    for (const Choice& choice : choices()) {
        if (choice.options == nullptr) continue;
        for (const CLI::Option* option : this->*choice.options)
            if (option->count() > 0)
                words.insert(words.end(), {option->get_name(), option->as<std::string>()});
    }
    return words;
}

}  // namespace xdnasim::cli
