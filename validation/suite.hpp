#pragma once
// A suite: measured rows of one kind, each with the simulation that is to meet it.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "validation/csv_table.hpp"
#include "validation/statistics.hpp"

namespace xdnasim::validation {

/// What a row may be used for.
enum class Split : std::uint8_t {
    Calibration,  ///< parameters may be fitted to it
    Validation,   ///< nobody has
};

struct Measurement {
    std::string id;  ///< file and line: "kernels:12"
    std::string source;
    std::string device;
    std::string what;  ///< was measured
    std::string how;
    std::string types;  ///< of the operands: "int8 -> int16"; empty without kernels
    Split split = Split::Calibration;
    double value = 0;
};

/// Facts beside the compared figure, by name.
using Details = std::vector<std::pair<std::string, std::variant<double, std::string>>>;

struct Simulation {
    double value = 0;
    std::string bound;  ///< what limits it: "compute", "stream", "dram", ...
    Details details;
    std::optional<double> analytic{};  ///< what the closed forms alone give
};

struct Case {
    Measurement measured;
    std::function<Simulation()> simulate;
};

struct Row {
    Measurement measured;
    Simulation simulated;

    [[nodiscard]] Figures figures() const { return {measured.value, simulated.value}; }
    /// Precondition: there are closed forms.
    [[nodiscard]] Figures analytic_figures() const {
        return {measured.value, simulated.analytic.value()};
    }
};

struct Suite {
    std::string name;
    std::string title;
    std::string unit;  ///< of the compared values
    std::function<std::vector<Case>()> cases;
    std::string note{};  ///< what must be said beside its errors
};

/// The columns that all files have (source, device, how, split); `value` is the compared one.
[[nodiscard]] Measurement measurement_of(const CsvRow& row, std::string what, double value,
                                         std::string types = {});

}  // namespace xdnasim::validation
