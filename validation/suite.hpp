#pragma once
// A suite: measured rows of one kind, each with the simulation that is compared with it.

#include <array>
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

/// The use of a row.
enum class Split : std::uint8_t {
    Calibration,  ///< parameters may be fitted to the row
    Validation,   ///< no parameter may be fitted to the row
};

/// Groups of rows within a suite that may have tolerances of their own.
enum class Group : std::uint8_t {
    // Kernels of single cores.
    SingleCore,
    BiasAndRelu,
    RepeatedFigure,  ///< the source gives the same figure for another kernel
    // Recordings, by what their figures measure.
    Calls,
    Streams,
    Locks,
    Memory,
    Starts
};
inline constexpr std::array kGroups{Group::SingleCore, Group::BiasAndRelu, Group::RepeatedFigure,
                                    Group::Calls,      Group::Streams,     Group::Locks,
                                    Group::Memory,     Group::Starts};
[[nodiscard]] std::string to_string(Group group);  // "single core"

/// A measured row.
struct Measurement {
    std::string id;      ///< file and line: "kernels:12"
    std::string source;  ///< who measured it, and in which table or log it is
    std::string device;
    std::string what;   ///< what was measured
    std::string how;    ///< how it was measured: clock, repeats, power mode
    std::string types;  ///< types of the operands: "int8 -> int16"; empty without kernels
    std::optional<Group> group{};
    Split split = Split::Calibration;
    double value = 0;
};

/// Further figures of a simulation or facts about it, as pairs of name and value.
using Details = std::vector<std::pair<std::string, std::variant<double, std::string>>>;

/// What limits a simulated figure.
enum class Bound : std::uint8_t {
    Unknown,
    // Limits of a run (schedule::Limit).
    Compute,
    Stream,
    Dram,
    Commands,
    Latency,
    Buffers,
    // Limits of iterations in steady state (backends::SteadyLimit).
    Port,
    Kernel,
    Cascade
};
inline constexpr std::array kBounds{Bound::Unknown,  Bound::Compute, Bound::Stream,  Bound::Dram,
                                    Bound::Commands, Bound::Latency, Bound::Buffers, Bound::Port,
                                    Bound::Kernel,   Bound::Cascade};
[[nodiscard]] std::string to_string(Bound bound);  // "compute"

struct Simulation {
    double value = 0;
    Bound bound{};
    Details details;
    std::optional<double> analytic{};  ///< result of the closed forms; nullopt: not calculated
};

class Devices;

struct Case {
    Measurement measured;
    /// Simulates the row on its device, taken from `devices`.
    std::function<Simulation(const Devices& devices)> simulate;
};

struct Row {
    Measurement measured;
    Simulation simulated;

    [[nodiscard]] Figures figures() const { return {measured.value, simulated.value}; }
    /// Measured value and that of the closed forms. Precondition: `simulated.analytic` has a value.
    [[nodiscard]] Figures analytic_figures() const {
        return {measured.value, simulated.analytic.value()};
    }
};

struct Suite {
    std::string name;
    std::string title;
    std::string unit;  ///< unit of the compared values
    std::function<std::vector<Case>()> cases;
    std::string note{};          ///< remark to be shown with the errors
    bool takes_minutes = false;  ///< the suite is run only when it is named
    bool is_of_memory = false;   ///< the rows may depend on parameters of the memory
};

/// Makes a measurement from the columns that all files have (source, device, how, split), the
/// optional one (group), and `value`, the compared value.
[[nodiscard]] Measurement measurement_of(const CsvRow& row, std::string what, double value,
                                         std::string types = {});

}  // namespace xdnasim::validation
