#include "workloads/design/design_workload.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/saturating.hpp"
#include "workloads/design/estimate.hpp"
#include "workloads/design/moved_data.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using schedule::BufferRole;
using schedule::Schedule;

void add_tiles(const Schedule& schedule, std::set<arch::TileId>& cores, std::set<int>& columns) {
    for (const schedule::TileProgram& program : schedule.tiles) {
        if (!program.core.empty()) cores.insert(program.tile);
        columns.insert(program.tile.column);
    }
}

/// Adds the lines of `more`, a kernels.yaml, that `text` lacks.
void add_kernels(std::string& text, const std::string& more) {
    std::istringstream lines{more};
    for (std::string line; std::getline(lines, line);)
        if (text.find(line) == std::string::npos) text += line + '\n';
}

/// Adds the finding unless an equal one is in `all`.
void add_new(std::vector<Finding>& all, const Finding& finding) {
    const bool known = std::ranges::any_of(all, [&](const Finding& other) {
        return other.what == finding.what && other.first == finding.first;
    });
    if (!known) all.push_back(finding);
}

std::string listed(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings)
        text += (text.empty() ? "" : ", ") + to_string(finding);
    return text;
}

}  // namespace

DesignWorkload::DesignWorkload(Design design, std::string file, std::string device, Part part)
    : design_{std::move(design)},
      file_{std::move(file)},
      device_{std::move(device)},
      part_{std::move(part)} {}

DesignWorkload::DesignWorkload(std::vector<std::shared_ptr<const DesignWorkload>> parts)
    : design_{parts.front()->design_},
      file_{parts.front()->file_},
      device_{parts.front()->device_},
      parts_{std::move(parts)} {
    for (std::size_t i = 1; i < parts_.size(); ++i) {
        const Design& part = parts_[i]->design_;
        design_.lowered += "// -----\n" + part.lowered;
        add_kernels(design_.kernels_template, part.kernels_template);
        for (const Finding& finding : part.ignored)
            add_new(design_.ignored, finding);
        for (const Finding& finding : part.losses)
            add_new(design_.losses, finding);
        for (const Finding& finding : part.unknown)
            add_new(design_.unknown, finding);
    }
}

std::pair<std::set<arch::TileId>, std::set<int>> DesignWorkload::tiles_used() const {
    std::pair<std::set<arch::TileId>, std::set<int>> used;
    if (parts_.empty()) add_tiles(design_.schedule, used.first, used.second);
    for (const auto& part : parts_)
        add_tiles(part->design_.schedule, used.first, used.second);
    return used;
}

Schedule DesignWorkload::map(const arch::Device& /*device*/) const {
    if (!parts_.empty())
        throw base::InputError{
            fmt::format("{}: the runtime sequence configures the array {} times, which only "
                        "`simulate` can run. Choose one device with design.aie_device",
                        file_, parts_.size())};
    if (design_.missing) throw base::InputError{*design_.missing};
    return design_.schedule;
}

parameters::Values DesignWorkload::parameters() const {
    return {
        {"file", file_},
        {"aie_device", design_.aie_device},
        {"sequence", design_.sequence ? parameters::Value{*design_.sequence} : parameters::Value{}},
        {"array", design_.array}};
}

parameters::Values DesignWorkload::derived() const {
    return {{"cores", std::ssize(tiles_used().first)},
            {"left_out_without_effect", static_cast<std::int64_t>(design_.ignored.size())},
            {"left_out_at_a_loss", static_cast<std::int64_t>(design_.losses.size())}};
}

std::vector<schedule::Line> DesignWorkload::summary() const {
    std::vector<schedule::Line> lines{
        {"design", fmt::format("{}, for {}, simulated on {} (choose another with the key device)",
                               file_, design_.array, device_)}};
    if (!parts_.empty()) {
        std::vector<std::string> names;
        for (const auto& part : parts_)
            names.push_back(part->design_.aie_device);
        lines.push_back(
            {"aie.device", fmt::format("{}, one after the other", fmt::join(names, ", "))});
    } else if (!design_.other_devices.empty())
        lines.push_back({"aie.device",
                         fmt::format("{}, without {} (choose another with design.aie_device)",
                                     design_.aie_device, fmt::join(design_.other_devices, ", "))});
    constexpr const char* kLeftOut = "left out";
    if (!design_.ignored.empty()) lines.push_back({kLeftOut, listed(design_.ignored)});
    for (const Finding& finding : design_.losses)
        lines.push_back({finding.left_out ? kLeftOut : "note", to_string(finding),
                         schedule::Line::Effect::Some});
    if (!design_.unknown.empty())
        lines.push_back({"note", fmt::format("unknown, and ignored: {}", listed(design_.unknown)),
                         schedule::Line::Effect::Possible});
    return lines;
}

std::string DesignWorkload::array_text() const {
    const auto [cores, columns] = tiles_used();
    return fmt::format("{} in {}", base::counted(std::ssize(cores), "core"),
                       base::counted(std::ssize(columns), "column"));
}

schedule::Work DesignWorkload::work() const {
    schedule::Work work;
    const Schedule& schedule = design_.schedule;
    const std::vector<BufferRole> roles = roles_of(schedule);
    work.moved = moved_bytes(schedule);
    for (std::size_t i = 0; i < roles.size(); ++i)
        if (roles[i] == BufferRole::Output) work.results += schedule.host_buffers[i].size;
    for (const BytesOfArgument& traced : traced_bytes(schedule, roles))
        work.results -= traced.end - traced.begin;
    // The kernel with the most calls in the program.
    std::map<int, std::int64_t> calls;
    for (const schedule::TileProgram& program : schedule.tiles)
        schedule::for_each_operation<schedule::Call>(
            program.core, [&](const schedule::Call& call, std::int64_t times) {
                std::int64_t& sum = calls[call.kernel.index];
                sum = base::saturating_add(sum, times);
            });
    const auto most =
        std::ranges::max_element(calls, {}, [](const auto& entry) { return entry.second; });
    if (most != calls.end()) work.kernel = schedule::KernelRef{most->first};
    return work;
}

schedule::Estimate DesignWorkload::estimate(const Schedule& schedule, const arch::Device& device,
                                            const schedule::KernelCycles& cycles) const {
    return design::estimate(schedule, device, cycles, work().kernel);
}

}  // namespace xdnasim::design
