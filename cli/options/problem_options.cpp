#include "cli/options/problem_options.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "base/named_path.hpp"
#include "base/node.hpp"
#include "base/place.hpp"
#include "cli/options/option_values.hpp"
#include "cli/place/place_report.hpp"
#include "cli/progress_line.hpp"
#include "cli/redirection.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/problem/named_files.hpp"

namespace xdnasim::cli {
namespace {

constexpr std::string_view kDesign = "design";
constexpr std::string_view kOfDesigns = "design.";

/// The name of standard input in messages.
std::string name_of_standard_input() {
    const Redirection* const redirection = Redirection::current();
    return redirection != nullptr ? redirection->input_name : "standard input";
}

std::string standard_input() {
    if (const Redirection* const redirection = Redirection::current()) return redirection->input;
    constexpr std::size_t kPiece = 1 << 16;
    std::string text;
    std::size_t size = 0;
    do {
        text.resize(size + kPiece);
        size += std::fread(text.data() + size, 1, kPiece, stdin);
    } while (size == text.size() && size <= design::kMaxDesignBytes);
    text.resize(size);
    if (std::ferror(stdin) != 0) throw base::InputError{"standard input: cannot be read"};
    if (size > design::kMaxDesignBytes)
        throw base::InputError{
            fmt::format("standard input: more than {0} bytes; allowed: a text of at most {0} bytes",
                        design::kMaxDesignBytes)};
    return text;
}

}  // namespace

std::string check_setting(const std::string& text) {
    const auto equals = text.find('=');
    if (equals != std::string::npos && equals > 0) return {};
    return fmt::format("{} is not KEY=VALUE; an example: gemm.size.m=4032", base::in_quotes(text));
}

void add_settings_option(CLI::App& command, std::vector<std::string>& settings) {
    command
        .add_option("--set", settings,
                    "Replace a value of the problem file, such as "
                    "transfer.streams.0.rows=1024 or device.set.dram.total=40; repeatable")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE")
        ->check(check_setting);
}

void add_problem_argument(CLI::App& command, std::string& problem, const std::string& what) {
    command.add_option("PROBLEM", problem, what + "; - is standard input")
        ->required()
        ->type_name("")
        ->check(of_kind(ValueKind::ProblemFile));
}

namespace {

base::Node read_file(const std::string& problem, std::span<const problem::Setting> settings) {
    return problem == kStandardInput
               ? problem::load_text(standard_input(), name_of_standard_input(), settings)
               : problem::load_file(problem, settings);
}

/// Throws InputError if the file looks like a kernel program: otherwise the message would be about
/// the keys that it lacks as a problem.
void refuse_kernel_program(const base::Node& root, const std::string& problem) {
    const auto keys = kernels::describe_kernel_program();
    const auto is_key_of_program = [&](const base::Entry& entry) {
        return std::ranges::find(keys, entry.key, &parameters::Description::path) != keys.end();
    };
    if (root.entries().empty() || !std::ranges::all_of(root.entries(), is_key_of_program)) return;
    root.fail(fmt::format("this looks like a kernel program: xdnasim kernel --program {}",
                          problem == kStandardInput ? "FILE" : problem));
}

}  // namespace

void refuse_other_files(const base::Node& root, const std::string& problem) {
    refuse_kernel_program(root, problem);
    const auto has = [&](const char* key) { return root.find(key) != nullptr; };
    if (has("workload")) return;
    if (has("problem") && has("axes"))
        root.fail(fmt::format("this looks like a study: xdnasim sweep {}",
                              problem == kStandardInput ? "FILE" : problem));
    if (has("generation") || has("extends"))
        root.fail("this looks like a device file; a problem names it: `device: FILE`");
}

namespace {

/// Throws InputError if an option for designs was given and the workload is not a design: it would
/// set a key of the section `design`, which other workloads do not have.
void refuse_options_of_designs(const base::Node& root,
                               const std::vector<problem::Setting>& settings) {
    const base::Node* const workload = root.find("workload");
    if (workload == nullptr || workload->text() == kDesign) return;
    for (const problem::Setting& setting : settings) {
        if (setting.key == "workload") return;
        const std::string& option = *setting.value.place().source;
        if (setting.key.starts_with(kOfDesigns) && !option.starts_with(base::kSetting))
            throw base::InputError{fmt::format("{} is for designs of mlir-aie; the workload is {}",
                                               option, workload->text())};
    }
}

}  // namespace

std::vector<problem::Setting> settings_of(const std::vector<std::string>& settings) {
    std::vector<problem::Setting> split;
    for (const std::string& text : settings) {
        const auto equals = text.find('=');
        split.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return split;
}

namespace {

problem::Problem read_root(base::Node root, const std::string& problem,
                           const std::vector<problem::Setting>& settings) {
    refuse_other_files(root, problem);
    refuse_options_of_designs(root, settings);
    const std::filesystem::path folder =
        problem == kStandardInput ? "" : std::filesystem::path{problem}.parent_path();
    ProgressLine line;
    return problem::read_problem(std::move(root), folder, settings, problem::known_workloads(),
                                 [&line](const placement::Progress& progress, std::int64_t moves) {
                                     show_progress(line, progress, moves);
                                 });
}

}  // namespace

problem::Problem load_problem(const std::string& problem,
                              const std::vector<std::string>& settings) {
    return load_problem(problem, settings_of(settings));
}

problem::Problem load_problem(const std::string& problem,
                              const std::vector<problem::Setting>& settings) {
    return read_root(read_file(problem, settings), problem, settings);
}

problem::Problem load_open_problem(const std::string& problem,
                                   const std::vector<std::string>& settings,
                                   const std::vector<std::string>& left_out) {
    const std::vector<problem::Setting> set = settings_of(settings);
    const base::Node root = read_file(problem, set);
    const base::Node* const found = root.find("gemm");
    if (found == nullptr || !found->is_map() || left_out.empty())
        return read_root(root, problem, set);
    base::Node section = *found;
    for (const std::string& key : left_out)
        section = section.without(key);
    try {
        return read_root(root.with("gemm", section), problem, set);
    } catch (const base::InputError&) {
        // For example, a tile may fit with the given rho, but not with the default one.
        return read_root(root, problem, set);
    }
}

void require_own_placement(const problem::Problem& problem, std::string_view command) {
    if (const base::Node* section = problem.file.find("placement"))
        section->fail(fmt::format(
            "placement: `{}` only knows the workload's own placement. Leave it out", command));
}

base::Node found_anywhere(const problem::Problem& problem) {
    const base::Node& device = *problem.file.find("device");
    const std::string key = device.is_map() ? "device.base" : "device";
    const base::Node& base = device.is_map() ? *device.find("base") : device;
    const auto names = arch::device_names();
    if (std::ranges::find(names, base.as_string()) != names.end()) return problem.file;
    const std::string file =
        std::filesystem::absolute(problem.device.file).lexically_normal().string();
    return problem.file.with(key, base::Node::scalar(base.place(), file, base::Form::Quoted));
}

void add_inputs(FileRoles& files, const std::string& argument, const problem::Problem& problem) {
    if (argument == kStandardInput) {
        if (Redirection::current() == nullptr) files.reads_stdin();
    } else {
        files.reads(argument, "the problem file");
    }
    files.reads_device(problem.device.file);
    for (const std::filesystem::path& file : problem::files_of_workload(problem.file))
        files.reads(file, "read for the problem");
}

void add_outputs(FileRoles& files, const problem::Problem& problem, bool moves_data) {
    const std::string key = problem.workload->name() + ".outputs";
    for (const base::Node& node : problem::outputs_of_workload(problem.file)) {
        const bool of_option = node.place().line == 0;
        const std::string name = of_option ? *node.place().source : key;
        const std::filesystem::path file = base::named_path(node);
        try {
            moves_data ? files.writes(name, file) : files.will_write(name, file);
        } catch (const base::InputError& error) {
            if (of_option) throw;
            node.fail(error.what());
        }
    }
}

}  // namespace xdnasim::cli
