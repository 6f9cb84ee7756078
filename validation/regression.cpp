#include "validation/regression.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/spelling.hpp"
#include "validation/data_files.hpp"
#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"

namespace xdnasim::validation {
namespace {

constexpr const char* kNothingFitted =
    "No parameter is fitted per precision: leaving out a precision changes no parameter, and its "
    "error is the error of its rows. The rules for laying out code between blocks were chosen with "
    "all rows in view.";

constexpr const char* kSteadyRows =
    "Rows whose own repeats differ by over 5 % are left out: "
    "validation/measured/facts/taka_sweep_unsteady.csv.";

/// Returns the statistics of the rows with the same key; rows with an empty key are left out.
template <class Key>
std::map<std::string, Statistics> statistics_by(const std::vector<Row>& rows, Key key) {
    std::map<std::string, std::vector<Figures>> figures;
    for (const Row& row : rows)
        if (const std::string name = key(row); !name.empty())
            figures[name].push_back(row.figures());
    std::map<std::string, Statistics> statistics;
    for (const auto& [name, members] : figures)
        statistics[name] = statistics_of(members);
    return statistics;
}

}  // namespace

bool SuiteResult::passed() const {
    return std::ranges::all_of(checks, &Check::passed);
}

Statistics SuiteResult::statistics() const {
    std::vector<Figures> figures;
    for (const Row& row : rows)
        figures.push_back(row.figures());
    return statistics_of(figures);
}

std::map<std::string, Statistics> SuiteResult::classes() const {
    return statistics_by(rows, [](const Row& row) { return to_string(row.simulated.bound); });
}

std::map<std::string, Statistics> SuiteResult::types() const {
    return statistics_by(rows, [](const Row& row) { return row.measured.types; });
}

std::optional<Statistics> SuiteResult::analytic() const {
    std::vector<Figures> figures;
    for (const Row& row : rows)
        if (row.simulated.analytic) figures.push_back(row.analytic_figures());
    return figures.empty() ? std::nullopt : std::optional{statistics_of(figures)};
}

namespace {

std::vector<Suite> suites_of_gemms() {
    return {{.name = "sweep",
             .title = "GEMMs of a published sweep",
             .unit = "us",
             .cases = sweep_cases,
             .note = kSteadyRows,
             .takes_minutes = true},
            {.name = "sweep-sample",
             .title = fmt::format("GEMMs of a published sweep, one of {}", kSampleStep),
             .unit = "us",
             .cases = sweep_sample_cases,
             .note = kSteadyRows,
             .is_of_memory = true},
            {.name = "contiguous",
             .title = "GEMMs with short and long runs in DRAM",
             .unit = "us",
             .cases = contiguous_cases,
             .is_of_memory = true},
            {.name = "desktop",
             .title = "GEMMs of mlir-aie's whole_array, Phoenix at 1.8 GHz",
             .unit = "us",
             .cases = desktop_cases,
             .is_of_memory = true},
            {.name = "halo",
             .title = "GEMMs of mlir-aie's whole_array, Strix Halo",
             .unit = "us",
             .cases = halo_cases,
             .is_of_memory = true}};
}

std::vector<Suite> suites_of_cores_and_arrays() {
    return {{.name = "kernels",
             .title = "Single kernel calls, slot model",
             .unit = "cycles",
             .cases =
                 [] {
                     return kernel_cases({"taka_2025_kernels.csv", "gama_2025_kernels.csv",
                                          "u_orca_2026_kernels.csv"});
                 },
             .note = kNothingFitted},
            {.name = "kernels-bias",
             .title = "Kernel calls with bias and ReLU, slot model",
             .unit = "cycles",
             .cases = [] { return kernel_cases({"u_orca_2026_bias_relu.csv"}); }},
            {.name = "uorca",
             .title = "Layers of networks over the cascade",
             .unit = "cycles",
             .cases = uorca_cases,
             .note = "Two rows of bias and ReLU repeat another framework's figure to the cycle."},
            {.name = "arrays",
             .title = "Whole arrays, measured kernel rates",
             .unit = "TOPS",
             .cases = [] { return array_cases(KernelRates::Measured); },
             .is_of_memory = true},
            {.name = "arrays-slots",
             .title = "Whole arrays, slot model",
             .unit = "TOPS",
             .cases = [] { return array_cases(KernelRates::SlotModel); }},
            {.name = "atb-kernels",
             .title = "Cores with asymmetric tile buffers, slot model",
             .unit = "TFLOPS",
             .cases = atb_kernel_cases},
            {.name = "atb-arrays",
             .title = "Whole arrays with asymmetric tile buffers",
             .unit = "TFLOPS",
             .cases = atb_array_cases},
            {.name = "gama",
             .title = "Cores of packs, by where their buffers lie",
             .unit = "cycles",
             .cases = pack_cases}};
}

std::vector<Suite> suites_of_designs() {
    return {
        {.name = "transfers",
         .title = "Transfers without kernels",
         .unit = "us",
         .cases = transfer_cases,
         .is_of_memory = true},
        {.name = "traces", .title = "Recordings of cores", .unit = "cycles", .cases = trace_cases},
        {.name = "effects",
         .title = "What changes to a design cost",
         .unit = "share lost",
         .cases = effect_cases,
         .is_of_memory = true}};
}

}  // namespace

const std::vector<Suite>& all_suites() {
    static const std::vector<Suite> suites = [] {
        std::vector<Suite> all;
        for (const auto& some :
             {suites_of_gemms(), suites_of_cores_and_arrays(), suites_of_designs()})
            all.insert(all.end(), some.begin(), some.end());
        return all;
    }();
    return suites;
}

std::vector<Suite> find_suites(const std::optional<std::string>& name) {
    if (!name) {
        std::vector<Suite> suites = all_suites();
        std::erase_if(suites, [](const Suite& suite) { return suite.takes_minutes; });
        return suites;
    }
    std::vector<std::string> names;
    for (const Suite& suite : all_suites()) {
        if (suite.name == *name) return {suite};
        names.push_back(suite.name);
    }
    throw base::InputError{fmt::format("there is no suite '{}'{}; allowed: {}", *name,
                                       base::suggestion(*name, names), fmt::join(names, ", "))};
}

namespace {

SuiteResult empty_result(const Suite& suite) {
    return {.name = suite.name,
            .title = suite.title,
            .unit = suite.unit,
            .note = suite.note,
            .rows = {},
            .checks = {}};
}

std::vector<Tolerance> tolerances_of(const Suite& suite) {
    return load_tolerances(data_folder() / "tolerances" / (suite.name + ".yaml"));
}

}  // namespace

SuiteResult run_suite(const Suite& suite, const std::vector<Tolerance>& tolerances,
                      const OnProgress& on_progress) {
    SuiteResult result = empty_result(suite);
    const std::vector<Case> cases = suite.cases();
    for (const Case& one : cases) {
        if (on_progress) on_progress({suite.name, result.rows.size(), cases.size()});
        result.rows.push_back({one.measured, one.simulate(Devices{})});
    }
    for (const Tolerance& tolerance : tolerances)
        result.checks.push_back(check(tolerance, result.rows));
    return result;
}

SuiteResult run_suite(const Suite& suite, const OnProgress& on_progress) {
    return run_suite(suite, tolerances_of(suite), on_progress);
}

SuiteResult run_suite_side_by_side(const Suite& suite, const SideBySide& how,
                                   const OnProgress& on_progress) {
    SuiteResult result = empty_result(suite);
    const std::vector<Tolerance> tolerances = tolerances_of(suite);
    const std::vector<Case> cases = suite.cases();
    const std::vector<Simulation> simulations =
        simulate_side_by_side(cases, how, [&](std::size_t done) {
            if (on_progress) on_progress({suite.name, done, cases.size()});
        });
    for (std::size_t i = 0; i < cases.size(); ++i)
        result.rows.push_back({cases[i].measured, simulations[i]});
    for (const Tolerance& tolerance : tolerances)
        result.checks.push_back(check(tolerance, result.rows));
    return result;
}

}  // namespace xdnasim::validation
