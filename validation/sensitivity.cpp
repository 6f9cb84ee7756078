#include "validation/sensitivity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "validation/regression.hpp"
#include "validation/simulated_run.hpp"

namespace xdnasim::validation {
namespace {

constexpr double kRaised = 1.1;
constexpr std::array<std::string_view, 4> kRaisedDevices{"xdna-phoenix", "xdna2-krackan",
                                                         "xdna2-strix", "xdna2-strix-halo"};
constexpr std::array<std::string_view, 7> kRaisedSuites{
    "sweep-sample", "contiguous", "desktop", "halo", "arrays", "transfers", "effects"};

struct Parameter {
    std::string_view name;
    void (*raise)(arch::Device&);
};

template <class Value>
void raise(Value& value) {
    value = value * kRaised;
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
    Parameter{"dram.interleave_share",
              [](arch::Device& d) {
                  d.dram.interleave_share = std::min(1.0, d.dram.interleave_share * kRaised);
              }},
    Parameter{"dram.translation.entries",
              [](arch::Device& d) {
                  int& entries = d.dram.translation.entries;
                  entries = static_cast<int>(std::lround(entries * kRaised));
              }},
    Parameter{"dram.translation.written",
              [](arch::Device& d) { raise(d.dram.translation.written); }},
    Parameter{"dram.translation.spread", [](arch::Device& d) { raise(d.dram.translation.spread); }},
    Parameter{"dram.translation.walk", [](arch::Device& d) { raise(d.dram.translation.walk); }},
    Parameter{"dram.translation.write_walk",
              [](arch::Device& d) { raise(d.dram.translation.write_walk); }},
    Parameter{"fabric",
              [](arch::Device& d) {
                  raise(d.fabric.read);
                  raise(d.fabric.write);
              }},
    Parameter{"dispatch", [](arch::Device& d) { raise(d.dispatch); }}};

constexpr std::string_view kUnchanged = "as it is";

std::vector<Figures> figures_of(const std::vector<Case>& cases, std::string_view device) {
    std::vector<Figures> figures;
    for (const Case& one : cases)
        if (one.measured.device == device)
            figures.push_back({one.measured.value, one.simulate().value});
    return figures;
}

Simulation errors_of(std::string_view device, const Parameter* parameter) {
    const Adjustment adjustment{parameter == nullptr ? nullptr : parameter->raise};
    Simulation errors;
    std::vector<Figures> all;
    for (const std::string_view name : kRaisedSuites) {
        const Suite suite = find_suites(std::string{name}).front();
        const std::vector<Figures> figures = figures_of(suite.cases(), device);
        if (figures.empty()) continue;
        errors.details.emplace_back(std::string{name}, statistics_of(figures).median);
        all.insert(all.end(), figures.begin(), figures.end());
    }
    errors.value = statistics_of(all).median;
    return errors;
}

Case case_of(std::string_view device, std::string_view name, const Parameter* parameter) {
    Case one;
    one.measured.id = fmt::format("{}: {}", device, name);
    one.measured.device = device;
    one.measured.what = name;
    one.simulate = [device, parameter] { return errors_of(device, parameter); };
    return one;
}

}  // namespace

std::vector<Case> sensitivity_cases() {
    std::vector<Case> cases;
    for (const std::string_view device : kRaisedDevices) {
        cases.push_back(case_of(device, kUnchanged, nullptr));
        for (const Parameter& parameter : kParameters)
            cases.push_back(case_of(device, parameter.name, &parameter));
    }
    return cases;
}

namespace {

constexpr double kInPercent = 100;

std::string line_of(std::string_view what, const Simulation& errors, const Simulation& before) {
    std::string line = fmt::format("| {} |", what);
    const bool is_first = what == kUnchanged;
    for (std::size_t i = 0; i < errors.details.size(); ++i) {
        const double value = kInPercent * std::get<double>(errors.details[i].second);
        const double change = value - kInPercent * std::get<double>(before.details[i].second);
        line += is_first ? fmt::format(" {:.1f} |", value) : fmt::format(" {:+.1f} |", change);
    }
    return line + '\n';
}

std::string head_of(const std::string& device, const Simulation& errors) {
    std::string names = fmt::format("| {} |", device);
    std::string rule = "|---|";
    for (const auto& [suite, value] : errors.details) {
        names += fmt::format(" {} |", suite);
        rule += "---|";
    }
    return fmt::format("\n{}\n{}\n", names, rule);
}

}  // namespace

std::string sensitivity_tables(std::span<const Case> cases,
                               std::span<const Simulation> simulations) {
    std::string text;
    const Simulation* before = nullptr;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (cases[i].measured.what == kUnchanged) {
            before = &simulations[i];
            text += head_of(cases[i].measured.device, *before);
        }
        text += line_of(cases[i].measured.what, simulations[i], *before);
    }
    return text;
}

}  // namespace xdnasim::validation
