#include "cli/place/place_report.hpp"

#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "cli/text_layout.hpp"
#include "workloads/placement/cost.hpp"

namespace xdnasim::cli {

using arch::TileKind;
using base::counted;
using base::grouped;
using placement::Ending;

void show_progress(ProgressLine& line, const placement::Progress& progress, std::int64_t moves) {
    const std::string best =
        progress.best ? fmt::format("cost {:.1f}", *progress.best) : "nothing legal yet";
    const std::string name =
        fmt::format("{}, temperature {:.2f}, moves", best, progress.temperature);
    line.update(PartProgress{name, static_cast<std::size_t>(progress.moves),
                             static_cast<std::size_t>(moves)});
}

namespace {

/// What ended the search early; empty if it ran to its end.
std::string stopped_by(const placement::Finding& finding) {
    switch (finding.ended) {
        case Ending::Done:
        case Ending::Moves:
            break;
        case Ending::Budget:
            return ", stopped by --budget";
        case Ending::Interrupted:
            return ", interrupted";
        case Ending::Memory:
            return ", the solver ran out of memory";
        case Ending::Limit:
            return finding.calls.failed > 0 ? ", the solver crashed or was killed"
                                            : ", the solver reached its time limit";
    }
    return "";
}

std::string method_text(const placement::Finding& finding) {
    if (finding.moves == 0) return to_string(finding.method) + stopped_by(finding);
    return fmt::format("{}, seed {}, {}{}", to_string(finding.method), finding.seed,
                       counted(finding.moves, "move"), stopped_by(finding));
}

}  // namespace

std::string failure_text(const placement::Search& search, const placement::Finding& finding) {
    if (finding.bound && std::isinf(*finding.bound))
        return fmt::format("there is no legal placement, as the method '{}' has proven",
                           to_string(finding.method));
    const std::vector<placement::Breach>& breaches = search.least_breaches();
    const std::string found =
        breaches.empty()
            ? "none was tried"
            : fmt::format(
                  "the nearest candidate has {}: {}{}",
                  breaches.size() == 1 ? "1 breach" : fmt::format("{} breaches", breaches.size()),
                  breaches.front().text(), breaches.size() > 1 ? "; ..." : "");
    return fmt::format("no legal placement was found ({}); {}", method_text(finding), found);
}

std::string method_line(const placement::Finding& finding) {
    return labelled("method", method_text(finding));
}

std::string solver_lines(const placement::Finding& finding, double cost) {
    const placement::SolverCalls& calls = finding.calls;
    if (calls.all() == 0) return "";
    std::string text;
    if (finding.bound) {
        const double gap = placement::gap_of(*finding.bound, cost);
        text += labelled("bound",
                         gap == 0 ? std::string{"no placement costs less"}
                                  : fmt::format("{:.2f}: a placement costs at most {:.1f} % less",
                                                *finding.bound, gap * kPercent));
    }
    std::string ends = fmt::format("{} proven", calls.proven);
    const auto add = [&](int count, const char* how) {
        if (count > 0) ends += fmt::format(", {} {}", count, how);
    };
    add(calls.out_of_time, "out of time");
    add(calls.stopped, "stopped");
    add(calls.out_of_memory, "out of memory");
    add(calls.failed, "broken down");
    return text + labelled("solver", fmt::format("{}: {}", counted(calls.all(), "program"), ends));
}

std::string solution_lines(const netlist::Netlist& netlist, const placement::Array& array,
                           const placement::Solution& solution) {
    const placement::Cost cost = cost_of(netlist, array, solution);
    const placement::Measures measures = measures_of(netlist, array, solution);
    std::string text =
        labelled("netlist", fmt::format("{}: {}, {}, {}, {}", netlist.name,
                                        counted(netlist.count(TileKind::CompTile), "core"),
                                        counted(netlist.count(TileKind::MemTile), "mem tile"),
                                        counted(netlist.count(TileKind::Shim), "shim"),
                                        counted(netlist.net_count(), "net")));
    text += labelled("device", fmt::format("{}, {} x {} tiles", array.device_name(),
                                           array.columns(), array.rows()));
    text += labelled("cost", fmt::format("{:.2f}: circuits {:.2f}, packets {:.2f}, neighbours "
                                         "{:.2f}, memory {:.2f}",
                                         cost.total(), cost.circuits, cost.packets,
                                         cost.neighbours + cost.own_tile, cost.memory));
    text += labelled(
        "nets", fmt::format("{} shared, {} streams, {} of them in packets", measures.shared_nets,
                            measures.stream_nets, measures.packet_nets));
    text += labelled("routes", counted(measures.route_length, "hop"));
    text += labelled("buffers", fmt::format("{} bytes", grouped(measures.buffers.count())));
    return text;
}

}  // namespace xdnasim::cli
