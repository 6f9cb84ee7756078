#include "cli/kernel/kernel_report.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json_text.hpp"
#include "base/number_format.hpp"
#include "cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

using base::grouped;
using base::percent;

using Json = nlohmann::ordered_json;
using vliw::CodeSection;

bool has_section(const vliw::CallSchedule& call, std::string_view name) {
    return std::ranges::find(call.sections, name, &CodeSection::name) != call.sections.end();
}

std::int64_t cycles_of(const vliw::CallSchedule& call, std::string_view section) {
    for (const CodeSection& each : call.sections)
        if (each.name == section) return each.cycles * each.runs;
    return 0;
}

/// Number of cycles of a section to show: one II of a pipelined loop; else the cycles in which
/// operations issue and those that the section waits afterwards.
int rows_of(const CodeSection& section) {
    const vliw::SlotSchedule& schedule = section.schedule;
    return schedule.ii > 0 ? schedule.ii
                           : std::max(schedule.length, static_cast<int>(section.cycles));
}

double macs_per_cycle(const KernelReport& report) {
    return static_cast<double>(report.macs) / static_cast<double>(report.call.cycles().count());
}

/// For each slot, the share of a call's cycles in which it issues an operation.
std::vector<double> slot_shares(const KernelReport& report) {
    std::vector<double> shares;
    for (const std::int64_t use : report.call.slot_use(report.slots))
        shares.push_back(static_cast<double>(use) /
                         static_cast<double>(report.call.cycles().count()));
    return shares;
}

/// The part of the call that takes longest, and the reason for its length.
std::string bottleneck(const KernelReport& report) {
    const vliw::CallSchedule& call = report.call;
    const std::int64_t loop = cycles_of(call, "loop");
    if (call.rounds() > arch::Cycles{})
        return "between blocks: C is loaded only after the previous block has been stored";
    if (loop == 0) return "latency: too few steps to fill a pipeline";
    if (2 * loop < call.cycles().count())
        return has_section(call, "between blocks")
                   ? "between blocks: the code around the loop takes longer than the loop"
                   : "around the loop: the code there takes longer than the loop";
    if (call.ii > call.bounds.ii()) return "registers: the loop could issue more often";
    return call.bounds.recurrences > call.bounds.resources
               ? call.bounds.binding + ": the loop waits for its own results"
               : call.bounds.binding + ": the loop fills it";
}

}  // namespace

std::string kernel_summary(const KernelReport& report) {
    const vliw::CallSchedule& call = report.call;
    std::string parts;
    for (const CodeSection& section : call.sections)
        parts += fmt::format("{} {}, ", section.name, grouped(section.cycles * section.runs));
    std::string slots;
    const std::vector<double> shares = slot_shares(report);
    for (std::size_t i = 0; i < shares.size(); ++i)
        slots +=
            fmt::format("{}{} {}", i == 0 ? "" : ", ", report.slots.slots[i], percent(shares[i]));
    std::string text = labelled("kernel", report.name + " on " + report.device) +
                       labelled("cycles", fmt::format("{} a call: {}call and return {}",
                                                      grouped(call.cycles().count()), parts,
                                                      call.overhead.count()));
    if (report.macs > 0)
        text += labelled("rate",
                         fmt::format("{:.1f} MACs a cycle, {} of the matrix instruction's {}",
                                     macs_per_cycle(report),
                                     percent(macs_per_cycle(report) / report.peak_macs_per_cycle),
                                     report.peak_macs_per_cycle));
    if (call.ii > 0)
        text +=
            labelled("loop", fmt::format("initiation interval {}; lower bounds: {} by resources, "
                                         "{} by recurrences",
                                         call.ii, call.bounds.resources, call.bounds.recurrences));
    text += labelled("slots", slots) + labelled("bottleneck", bottleneck(report));
    if (report.operands > report.memory)
        text += labelled("note", fmt::format("A, B and C take {}; a core's memory has {}",
                                             base::counted(report.operands.count(), "byte"),
                                             grouped(report.memory.count())));
    return text;
}

std::string kernel_json(const KernelReport& report) {
    const vliw::CallSchedule& call = report.call;
    Json slots;
    const std::vector<double> shares = slot_shares(report);
    for (std::size_t i = 0; i < shares.size(); ++i)
        slots[report.slots.slots[i]] = shares[i];
    Json sections = Json::array();
    for (const CodeSection& section : call.sections)
        sections.push_back(
            {{"name", section.name}, {"cycles", section.cycles}, {"runs", section.runs}});
    const bool multiplies = report.macs > 0;
    const Json document{
        {"kernel", report.name},
        {"device", report.device},
        {"cycles", call.cycles().count()},
        {"macs_per_cycle", multiplies ? Json(macs_per_cycle(report)) : Json(nullptr)},
        {"efficiency",
         multiplies ? Json(macs_per_cycle(report) / report.peak_macs_per_cycle) : Json(nullptr)},
        {"ii", call.ii > 0 ? Json(call.ii) : Json(nullptr)},
        {"first_block", cycles_of(call, "first block")},
        {"further_blocks", cycles_of(call, "further blocks")},
        {"prologue", cycles_of(call, "prologue")},
        {"loop", cycles_of(call, "loop")},
        {"between_blocks", cycles_of(call, "between blocks")},
        {"epilogue", cycles_of(call, "epilogue")},
        {"overhead", call.overhead.count()},
        {"sections", sections},
        {"slots", slots},
        {"bottleneck", bottleneck(report)}};
    return base::json_text(document, 2) + '\n';
}

std::string kernel_schedule_json(const KernelReport& report) {
    Json sections = Json::array();
    for (const CodeSection& section : report.call.sections) {
        const int rows = rows_of(section);
        Json operations = Json::array();
        for (std::size_t i = 0; i < section.schedule.placements.size(); ++i)
            operations.push_back({{"cycle", section.schedule.placements[i].cycle % rows},
                                  {"slot", section.schedule.placements[i].slot},
                                  {"label", section.graph.nodes[i].label}});
        sections.push_back({{"name", section.name},
                            {"runs", section.runs},
                            {"cycles", section.cycles},
                            {"rows", rows},
                            {"operations", operations}});
    }
    const Json document{{"title", report.name + " on " + report.device},
                        {"slots", report.slots.slots},
                        {"sections", sections}};
    return base::json_text(document);
}

std::string kernel_timeline(const KernelReport& report, int rows) {
    constexpr std::size_t kMaxWidth = 14;
    std::string text;
    int left = rows;
    for (const CodeSection& section : report.call.sections) {
        const std::size_t slots = report.slots.slots.size();
        const auto length = static_cast<std::size_t>(rows_of(section));
        std::vector<std::vector<std::string>> cells(length, std::vector<std::string>(slots));
        for (std::size_t i = 0; i < section.schedule.placements.size(); ++i) {
            const vliw::Placement& at = section.schedule.placements[i];
            cells[static_cast<std::size_t>(at.cycle) % length][static_cast<std::size_t>(at.slot)] =
                section.graph.nodes[i].label.substr(0, kMaxWidth);
        }
        text +=
            fmt::format("{}, {}, {} each\n{:>5}", section.name, base::counted(section.runs, "time"),
                        base::counted(section.cycles, "cycle"), "cycle");
        for (const std::string& slot : report.slots.slots)
            text += fmt::format("  {:<{}}", slot, kMaxWidth);
        text += '\n';
        for (std::size_t cycle = 0; cycle < length; ++cycle) {
            if (left-- <= 0)
                return text + fmt::format("... ({} shown)\n", base::counted(rows, "line"));
            text += fmt::format("{:>5}", cycle);
            for (const std::string& cell : cells[cycle])
                text += fmt::format("  {:<{}}", cell.empty() ? "." : cell, kMaxWidth);
            text += '\n';
        }
    }
    return text;
}

}  // namespace xdnasim::cli
