#pragma once
// A suite: measured rows of one kind, each with the simulation that is to meet it.

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

/// What a row may be used for.
enum class Split : std::uint8_t {
    Calibration,  ///< parameters may be fitted to it
    Validation,   ///< nobody has
};

/// Rows of a suite that a tolerance of their own may be about.
enum class Group : std::uint8_t {
    // Kernels of single cores.
    SingleCore,
    BiasAndRelu,
    RepeatedFigure,  ///< its source gives the same figure for another kernel
    // Recordings, by what their figures show.
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

struct Measurement {
    std::string id;  ///< file and line: "kernels:12"
    std::string source;
    std::string device;
    std::string what;  ///< was measured
    std::string how;
    std::string types;  ///< of the operands: "int8 -> int16"; empty without kernels
    std::optional<Group> group{};
    Split split = Split::Calibration;
    double value = 0;
};

/// Facts beside the compared figure, by name.
using Details = std::vector<std::pair<std::string, std::variant<double, std::string>>>;

/// What limits a simulated figure.
enum class Bound : std::uint8_t {
    Unknown,
    // Of a run (schedule::Limit).
    Compute,
    Stream,
    Dram,
    Commands,
    Latency,
    Buffers,
    // Of iterations that follow each other (backends::SteadyLimit).
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
    std::optional<double> analytic{};  ///< what the closed forms alone give
};

class Devices;

struct Case {
    Measurement measured;
    /// On the row's device, as `devices` have it.
    std::function<Simulation(const Devices& devices)> simulate;
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
    std::string note{};          ///< what must be said beside its errors
    bool takes_minutes = false;  ///< runs only when it is asked for
    bool is_of_memory = false;   ///< its rows may determine parameters of the memory
};

/// The columns that all files have (source, device, how, split), and the one that they may have
/// (group); `value` is the compared one.
[[nodiscard]] Measurement measurement_of(const CsvRow& row, std::string what, double value,
                                         std::string types = {});

}  // namespace xdnasim::validation
