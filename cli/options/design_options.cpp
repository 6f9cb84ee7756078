#include "cli/options/design_options.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/yaml.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/output.hpp"
#include "workloads/design/design_workload.hpp"

namespace xdnasim::cli {

namespace {

/// The FILE of a pair "ARGUMENT=FILE".
std::string file_of(const std::string& pair) {
    return pair.substr(pair.find('=') + 1);
}

/// The pairs ARGUMENT=FILE of `option` as a map. Throws InputError if an argument is given twice.
base::Node map_of(const std::string& option, const std::vector<std::string>& pairs) {
    const base::Place place{std::make_shared<const std::string>(option)};
    std::set<std::string> arguments;
    std::vector<base::Entry> entries;
    for (const std::string& pair : pairs) {
        const std::string argument = pair.substr(0, pair.find('='));
        if (!arguments.insert(argument).second)
            throw base::InputError{
                fmt::format("{}: {} is given twice. Name one file for each argument", option,
                            base::in_quotes(argument))};
        entries.push_back({argument, place, base::Node::scalar(place, file_of(pair))});
    }
    return base::Node::map(place, std::move(entries));
}

constexpr const char* kDevice = "device";
constexpr const char* kDeviceBase = "device.base";

/// Throws InputError if one of `options` sets the same value as `--set key`.
void require_not_given(const std::string& key, const std::vector<problem::Setting>& options) {
    const std::string said = key == kDeviceBase ? kDevice : key;
    const auto option = std::ranges::find(options, said, &problem::Setting::key);
    if (option != options.end())
        throw base::InputError{
            fmt::format("{} and --set {} set the same value. Leave out one of them",
                        *option->value.place().source, key)};
}

/// For Option::check: the reason why `value` is not ARG=FILE; empty if it is.
std::string fault_of_pair(const std::string& value) {
    const std::size_t sign = value.find('=');
    if (sign != std::string::npos && value.compare(sign + 1, std::string::npos, "-") == 0)
        return "'-' is not a file here; write ./- for a file of that name";
    const bool both = sign != 0 && sign != std::string::npos && sign + 1 < value.size();
    return both ? std::string{}
                : fmt::format("'{}' is not ARG=FILE, such as arg0=input.npy", value);
}

}  // namespace

void DesignOptions::add_to(CLI::App& command) {
    add_what_runs(command);
    add_data(command);
    add_what_is_written(command);
}

void DesignOptions::add_what_runs(CLI::App& command) {
    command.add_option("--device", device_, "Device to run on, instead of the problem's")
        ->type_name("NAME")
        ->check(of_kind(ValueKind::Device));
    choice_.add_files_to(command);
    command
        .add_option("--instructions", instructions_,
                    "Instruction stream (insts.txt or insts.bin) to run instead of the design's "
                    "runtime sequence")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    choice_.add_names_to(command);
}

void DesignOptions::add_data(CLI::App& command) {
    const auto add = [&](const char* name, std::vector<std::string>& files, const char* what) {
        command.add_option(name, files, what)
            ->type_name("ARG=FILE")
            ->take_all()
            ->expected(1)
            ->check(fault_of_pair);
    };
    add("--input", inputs_,
        "Contents of an argument of a design's sequence: .npy, or bytes (default: random)");
    add("--output", outputs_, "Write an argument after the run: .npy, or bytes");
    add("--expect", expected_, "Expected contents of an argument after the run: .npy, or bytes");
}

void DesignOptions::add_what_is_written(CLI::App& command) {
    command
        .add_option("--kernels-template", template_,
                    "Write a kernels.yaml for you to fill in, and run nothing")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    command
        .add_option("--lowered", lowered_,
                    "Write the design with its object FIFOs lowered to buffers, locks, BDs and "
                    "flows, and run nothing")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    command
        .add_option("--ports-template", ports_template_,
                    "Write a ports.yaml for you to fill in, and run nothing")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
}

std::vector<problem::Setting> DesignOptions::with(const std::vector<std::string>& settings) const {
    std::vector<problem::Setting> all;
    const auto add = [&](const char* key, const char* option,
                         const std::optional<std::string>& text) {
        if (text) all.emplace_back(key, base::parse_option(option, *text));
    };
    add(kDevice, "--device", device_);
    add("design.kernels", "--kernels", choice_.kernels);
    add("design.ports", "--ports", choice_.ports);
    add("design.instructions", "--instructions", instructions_);
    add("design.aie_device", "--aie-device", choice_.aie_device);
    add("design.sequence", "--sequence", choice_.sequence);
    const auto add_files = [&](const char* key, const char* option,
                               const std::vector<std::string>& files) {
        if (!files.empty()) all.emplace_back(key, map_of(option, files));
    };
    add_files("design.inputs", "--input", inputs_);
    add_files("design.outputs", "--output", outputs_);
    add_files("design.expect", "--expect", expected_);
    std::vector<problem::Setting> more = settings_of(settings);
    for (const problem::Setting& setting : more)
        require_not_given(setting.key, all);
    std::ranges::move(more, std::back_inserter(all));
    return all;
}

void DesignOptions::add_inputs(FileRoles& files) const {
    if (choice_.kernels) files.reads(*choice_.kernels, "the file of --kernels");
    if (choice_.ports) files.reads(*choice_.ports, "the file of --ports");
    if (instructions_) files.reads(*instructions_, "the file of --instructions");
    for (const std::string& input : inputs_)
        files.reads(file_of(input), "the file of --input");
    for (const std::string& expected : expected_)
        files.reads(file_of(expected), "the file of --expect");
}

namespace {

/// Registers a template as an output. Throws InputError if the file exists and is not empty,
/// because the user may have filled it in.
void write_new(FileRoles& files, const std::string& option, const std::string& file) {
    if (std::filesystem::is_regular_file(file) && !std::filesystem::is_empty(file))
        throw base::InputError{fmt::format(
            "{}: '{}' already exists and may contain your edits; name a new file", option, file)};
    files.writes(option, file);
}

}  // namespace

const char* DesignOptions::template_option() const {
    return template_         ? "--kernels-template"
           : ports_template_ ? "--ports-template"
           : lowered_        ? "--lowered"
                             : nullptr;
}

void DesignOptions::require_run_for(
    std::initializer_list<std::pair<const char*, bool>> given) const {
    const char* const option = template_option();
    if (option == nullptr) return;
    for (const auto& [other, is_given] : given)
        if (is_given)
            throw base::InputError{fmt::format(
                "{}: {} runs nothing. Combine it only with --set, --device, --kernels, --ports, "
                "--instructions, --aie-device, --sequence",
                other, option)};
}

bool DesignOptions::write_templates(const problem::Problem& problem, FileRoles files) const {
    const char* const option = template_option();
    if (option == nullptr) return false;
    const auto* workload = dynamic_cast<const design::DesignWorkload*>(problem.workload.get());
    if (workload == nullptr)
        throw base::InputError{
            fmt::format("{} applies only to designs (MLIR); this problem is not one", option)};
    if (template_) write_new(files, "--kernels-template", *template_);
    if (ports_template_) write_new(files, "--ports-template", *ports_template_);
    if (lowered_) {
        files.writes("--lowered", *lowered_);
        write_file(*lowered_, workload->lowered());
        write_stdout(
            fmt::format("{}: the design with its object FIFOs lowered to buffers, locks, BDs and "
                        "flows; the cores still use the names of the object FIFOs\n",
                        *lowered_));
    }
    if (template_) {
        write_file(*template_, workload->kernels_template());
        write_stdout(fmt::format("{}: the kernels of the design, to be filled in\n", *template_));
    }
    if (ports_template_) {
        write_file(*ports_template_, workload->ports_template());
        write_stdout(
            fmt::format("{}: the ports of the design, to be filled in\n", *ports_template_));
    }
    return true;
}

}  // namespace xdnasim::cli
