#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "validation/csv_table.hpp"
#include "validation/data_files.hpp"
#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"

namespace xdnasim::validation {
namespace {

constexpr std::array<std::string_view, 9> kEffectColumns{
    "source", "device", "input", "output", "key", "value", "loss", "how", "split"};

/// Keys of a problem that a row may change.
enum class Key : std::uint8_t { Depth, BLayout, BdReconfiguration };

gemm::GemmDesign changed(gemm::GemmDesign problem, const CsvRow& row) {
    switch (row["key"].as_choice<Key>({{"k_mt", Key::Depth},
                                       {"b_layout", Key::BLayout},
                                       {"bd_reconfiguration", Key::BdReconfiguration}})) {
        case Key::Depth:
            problem.k_mt = extent(row, "value");
            break;
        case Key::BLayout:
            problem.b_layout = layout(row, "value");
            break;
        case Key::BdReconfiguration:
            problem.bd_reconfiguration = row["value"].as_one_of(gemm::kBdReconfigurations);
            break;
    }
    return problem;
}

/// Returns the measured array that a row changes. Throws InputError if there is none.
MeasuredArray base_of(const CsvRow& row, const std::vector<MeasuredArray>& arrays) {
    const auto a = data_type(row, "input");
    const auto c = data_type(row, "output");
    const auto at = std::ranges::find_if(arrays, [&](const MeasuredArray& array) {
        return array.measured.device == row.text("device") && array.problem.a_type == a &&
               array.problem.c_type == c;
    });
    if (at == arrays.end())
        row["device"].fail(fmt::format("there is no measured array of {} to {} on '{}'",
                                       to_string(a), to_string(c), row.text("device")));
    return *at;
}

Simulation simulate(const MeasuredEffect& effect, const Devices& devices) {
    const arch::Device device = devices.at(effect.base.measured.device, effect.base.clock_ghz);
    const double whole = run(effect.base.problem, device).tops.value();
    const backends::RunResult result = run(effect.changed, device);
    Details details = details_of(result);
    details.emplace_back("tops_before", whole);
    return {.value = 1 - result.tops.value() / whole,
            .bound = bound_of(result),
            .details = std::move(details)};
}

}  // namespace

std::vector<MeasuredEffect> measured_effects() {
    const std::vector<MeasuredArray> arrays = measured_arrays();
    std::vector<MeasuredEffect> effects;
    for (const CsvRow& row : load_csv(measured_file("effects.csv"), kEffectColumns)) {
        const MeasuredArray base = base_of(row, arrays);
        const std::string what =
            fmt::format("{}, {} = {}", base.measured.what, row.text("key"), row.text("value"));
        effects.push_back({measurement_of(row, what, row["loss"].as_double(0, 1)), base,
                           changed(base.problem, row)});
    }
    return effects;
}

std::vector<Case> effect_cases() {
    std::vector<Case> cases;
    for (const MeasuredEffect& effect : measured_effects())
        cases.push_back({effect.measured,
                         [effect](const Devices& devices) { return simulate(effect, devices); }});
    return cases;
}

}  // namespace xdnasim::validation
