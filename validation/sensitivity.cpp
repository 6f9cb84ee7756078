
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "validation/regression.hpp"
#include "validation/simulated_run.hpp"

namespace xdnasim::validation {
namespace {

constexpr std::array<std::string_view, 4> kRaisedDevices{"xdna-phoenix", "xdna2-krackan",
                                                         "xdna2-strix", "xdna2-strix-halo"};
struct Parameter {
    std::string_view name;
    void (*raise)(arch::Device&);
};

template <class Value>
void raise(Value& value) {
    value = value * Sensitivity::kRaised;
}

constexpr std::array kParameters{
    Parameter{"dram.channel", [](arch::Device& d) { raise(d.dram.channel); }},
    Parameter{"dram.read", [](arch::Device& d) { raise(d.dram.read); }},
    Parameter{"dram.write", [](arch::Device& d) { raise(d.dram.write); }},
    Parameter{"dram.total", [](arch::Device& d) { raise(d.dram.total); }},
    Parameter{"dram.channel_run", [](arch::Device& d) { raise(d.dram.channel_run); }},
    Parameter{"dram.write_run", [](arch::Device& d) { raise(d.dram.write_run); }},
    Parameter{"dram.part_write", [](arch::Device& d) { raise(d.dram.part_write); }},
    Parameter{"dram.merge", [](arch::Device& d) { raise(d.dram.merge); }},
    Parameter{"dram.run", [](arch::Device& d) { raise(d.dram.run); }},
    Parameter{"dram.row",
              [](arch::Device& d) {
                  arch::Bytes& row = d.dram.row;
                  row = arch::Bytes{
                      std::llround(static_cast<double>(row.count()) * Sensitivity::kRaised)};
              }},
    Parameter{"dram.interleave_share",
              [](arch::Device& d) {
                  d.dram.interleave_share =
                      std::min(1.0, d.dram.interleave_share * Sensitivity::kRaised);
              }},
    Parameter{"dram.translation.entries",
              [](arch::Device& d) {
                  int& entries = d.dram.translation.entries;
                  entries = static_cast<int>(std::lround(entries * Sensitivity::kRaised));
              }},
    Parameter{"dram.translation.shared", [](arch::Device& d) { raise(d.dram.translation.shared); }},
    Parameter{"dram.translation.written",
              [](arch::Device& d) { raise(d.dram.translation.written); }},
    Parameter{"dram.translation.spread", [](arch::Device& d) { raise(d.dram.translation.spread); }},
    Parameter{"dram.translation.walk", [](arch::Device& d) { raise(d.dram.translation.walk); }},
    Parameter{"dram.translation.overlap",
              [](arch::Device& d) {
                  double& overlap = d.dram.translation.overlap;
                  overlap = std::min(1.0, overlap * Sensitivity::kRaised);
              }},
    Parameter{"dram.translation.write_walk",
              [](arch::Device& d) { raise(d.dram.translation.write_walk); }},
    Parameter{"fabric",
              [](arch::Device& d) {
                  raise(d.fabric.read);
                  raise(d.fabric.write);
              }},
    Parameter{"dispatch", [](arch::Device& d) { raise(d.dispatch); }}};

constexpr std::string_view kUnchanged = "as it is";
constexpr double kInPercent = 100;
constexpr double kMoved = 0.01;
constexpr double kShown = 0.1;  // percentage points: one digit

std::vector<Suite> suites_of(const std::optional<std::string>& name) {
    if (name) return find_suites(name);
    std::vector<Suite> suites = find_suites({});
    std::erase_if(suites, [](const Suite& suite) { return !suite.is_of_memory; });
    return suites;
}

Case with_raised(const Case& row, std::string id, Devices::Change change) {
    Case one{row.measured, [simulate = row.simulate, change](const Devices& /*unchanged*/) {
                 Simulation simulation = simulate(Devices{change});
                 simulation.details.clear();
                 return simulation;
             }};
    one.measured.id = std::move(id);
    return one;
}

std::vector<Case> rows_on(const Suite& suite, std::string_view device) {
    std::vector<Case> rows = suite.cases();
    std::erase_if(rows, [&](const Case& row) { return row.measured.device != device; });
    return rows;
}

}  // namespace

Sensitivity::Sensitivity(const std::optional<std::string>& suite) {
    const std::vector<Suite> suites = suites_of(suite);
    for (const std::string_view device : kRaisedDevices)
        add_table(device, suites);
}

void Sensitivity::add_table(std::string_view device, std::span<const Suite> suites) {
    std::vector<std::pair<std::string, std::vector<Case>>> rows;
    for (const Suite& suite : suites)
        if (std::vector<Case> some = rows_on(suite, device); !some.empty())
            rows.emplace_back(suite.name, std::move(some));
    if (rows.empty()) return;
    const auto make_line = [&](std::string_view parameter, Devices::Change change) {
        Line line{std::string{parameter}, {}};
        for (const auto& [suite, members] : rows) {
            line.groups.push_back({suite, cases_.size(), members.size()});
            for (const Case& row : members)
                cases_.push_back(with_raised(
                    row, fmt::format("{}: {}: {}: {}", device, parameter, suite, row.measured.id),
                    change));
        }
        return line;
    };
    Table table{std::string{device}, {make_line(kUnchanged, nullptr)}};
    for (const Parameter& parameter : kParameters)
        table.lines.push_back(make_line(parameter.name, parameter.raise));
    tables_.push_back(std::move(table));
}

Statistics Sensitivity::errors(const Group& group, std::span<const Simulation> simulations) const {
    std::vector<Figures> figures;
    for (std::size_t i = group.first; i < group.first + group.rows; ++i)
        figures.push_back({cases_[i].measured.value, simulations[i].value});
    return statistics_of(figures);
}

std::string Sensitivity::cell(const Group& group, const Group& before,
                              std::span<const Simulation> simulations) const {
    std::size_t moved = 0;
    bool any_moves = false;
    for (std::size_t i = 0; i < group.rows; ++i) {
        const double by = std::abs(Figures{.measured = simulations[before.first + i].value,
                                           .simulated = simulations[group.first + i].value}
                                       .error());
        moved += by > kMoved ? 1U : 0U;
        any_moves = any_moves || by > 0;
    }
    if (!any_moves) return " - |";
    const double change =
        kInPercent * (errors(group, simulations).median - errors(before, simulations).median);
    // A change that is rounded to 0 is shown without a sign.
    const std::string points =
        std::abs(change) < kShown / 2 ? "0.0" : fmt::format("{:+.1f}", change);
    return fmt::format(" {} ({}) |", points, moved);
}

std::string Sensitivity::line(const Line& line, const Line& before,
                              std::span<const Simulation> simulations) const {
    std::string text = fmt::format("| {} |", line.parameter);
    for (std::size_t i = 0; i < line.groups.size(); ++i)
        text += cell(line.groups[i], before.groups[i], simulations);
    return text + '\n';
}

std::string Sensitivity::legend() {
    return fmt::format(
        "The first line of a table gives the median error in percent and the number of rows. "
        "Below: what\n"
        "a parameter that is {:.0f} % higher adds to the error, in percentage points, and the "
        "number of rows\n"
        "whose figures it moves by over {:.0f} %. A dash means that no row of the suite moves: the "
        "suite says\n"
        "nothing about that parameter, or the parameter is a share of 0 or 1, which cannot be 10 % "
        "higher.\n",
        kInPercent * (kRaised - 1), kInPercent * kMoved);
}

std::string Sensitivity::tables(std::span<const Simulation> simulations) const {
    std::string text;
    for (const Table& table : tables_) {
        const Line& as_it_is = table.lines.front();
        std::string names = fmt::format("\n| {} |", table.device);
        std::string rule = "\n|---|";
        std::string first = fmt::format("\n| {} |", as_it_is.parameter);
        for (const Group& group : as_it_is.groups) {
            names += fmt::format(" {} |", group.suite);
            rule += "---|";
            first += fmt::format(" {:.1f} ({}) |", kInPercent * errors(group, simulations).median,
                                 group.rows);
        }
        text += fmt::format("{}{}{}\n", names, rule, first);
        for (const Line& raised : std::span{table.lines}.subspan(1))
            text += line(raised, as_it_is, simulations);
    }
    return text;
}

}  // namespace xdnasim::validation
