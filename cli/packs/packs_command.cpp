// `xdnasim packs`: shows each choice of a GEMM on packs of cores with all its alternatives.

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/json_text.hpp"
#include "cli/commands.hpp"
#include "cli/file_roles.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/options/result_option.hpp"
#include "cli/output.hpp"
#include "cli/packs/packs_views.hpp"
#include "workloads/gemm/packs/pack_workload.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {
namespace {

const std::vector<PacksView>& packs_views() {
    static const std::vector<PacksView> views{tile_view(), mmul_view(), placement_view(),
                                              size_view(), stagger_view()};
    return views;
}

std::vector<std::string> view_names() {
    std::vector<std::string> names;
    for (const PacksView& view : packs_views())
        names.emplace_back(view.name);
    return names;
}

class PacksCommand {
 public:
    explicit PacksCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    [[nodiscard]] bool shows(const PacksView& view) const {
        return shown_.empty() || std::ranges::find(shown_, view.name) != shown_.end();
    }

    CLI::App* command_;
    std::string problem_;
    std::vector<std::string> settings_;
    std::vector<std::string> shown_;  ///< names of views; empty for all
    ResultOption json_{"--json"};
};

PacksCommand::PacksCommand(CLI::App& app)
    : command_{app.add_subcommand("packs", "Show the choices of a GEMM on packs of cores")} {
    add_problem_argument(*command_, problem_, "Problem file (YAML) of a GEMM on packs");
    add_settings_option(*command_, settings_);
    command_->add_option("--show", shown_, "Show only this choice; repeatable")
        ->type_name("CHOICE")
        ->check(one_of(view_names()))
        ->expected(1)
        ->take_all();
    json_.add_to(*command_, "Write the figures as JSON");
}

base::ExitCode PacksCommand::run() const {
    const problem::Problem problem = load_problem(problem_, settings_);
    require_own_placement(problem, "packs");
    const auto* const design = gemm::packs::design_of(problem.workload.get());
    if (design == nullptr)
        throw base::InputError{fmt::format(
            "{}: the problem is not a GEMM on packs of cores; allowed: gemm with mapping: packs",
            problem_)};
    FileRoles files;
    add_inputs(files, problem_, problem);
    json_.add_role(files);
    nlohmann::ordered_json document;
    std::string text;
    for (const PacksView& view : packs_views()) {
        if (!shows(view)) continue;
        const nlohmann::ordered_json figures = view.figures(*design, problem.device);
        document[std::string{view.name}] = figures;
        text +=
            fmt::format("{}{}\n\n{}", text.empty() ? "" : "\n", view.title, view.table(figures));
    }
    constexpr int kIndent = 2;
    write_result(json_, base::json_text(document, kIndent) + "\n", text);
    return base::ExitCode::Done;
}

}  // namespace

Command add_packs(CLI::App& app) {
    return make_command<PacksCommand>(app);
}

}  // namespace xdnasim::cli
