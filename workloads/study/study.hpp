#pragma once
// A study: one problem, run once for each combination of values of its axes.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/enumerators.hpp"
#include "base/node.hpp"
#include "workloads/problem/problem.hpp"
#include "workloads/study/condition.hpp"

namespace xdnasim::study {

/// An axis: keys of the problem that change together.
struct Axis {
    std::vector<std::string> keys;                ///< such as "gemm.size.m"
    std::vector<base::Place> places;              ///< positions of the keys in the study
    std::vector<std::vector<base::Node>> values;  ///< steps; each has one value for every key
};

enum class SampleMethod : std::uint8_t {
    Random,
    Sobol,  ///< spread more evenly, in all axes at once
};
inline constexpr std::array kSampleMethods{SampleMethod::Random, SampleMethod::Sobol};
static_assert(base::lists_all<kSampleMethods>());
[[nodiscard]] std::string to_string(SampleMethod method);  // "random"

/// A sample of the combinations.
struct Sample {
    std::int64_t points = 0;
    std::uint64_t seed = 1;  ///< seed; for Sobol the number of skipped elements of the sequence
    SampleMethod method = SampleMethod::Random;
};

enum class FigureKind : std::uint8_t {
    Lines,   ///< y over x, with the points of a series joined in the order of x
    Points,  ///< y over x
    Map,     ///< a field for each x and y, coloured by a third value
    /// Y over x, and the points that no other point beats in both a smaller x and a larger y.
    Front,
    Roofline  ///< y over x, both logarithmic, below the roofs of the cores and of the DRAM
};
inline constexpr std::array kFigureKinds{FigureKind::Lines, FigureKind::Points, FigureKind::Map,
                                         FigureKind::Front, FigureKind::Roofline};
static_assert(base::lists_all<kFigureKinds>());
[[nodiscard]] std::string to_string(FigureKind kind);  // "lines"

/// A figure, which shows columns of the study's table: keys of the problem or values of results.
struct Figure {
    std::string title;
    FigureKind kind{};
    std::string x;
    std::string y;
    std::optional<std::string> colour{};  ///< column that gives the colours of a map
    std::optional<std::string> series{};  ///< column whose values each have a colour of their own
};

struct Study {
    std::string title;
    base::Node file;  ///< the study file, for positions
    base::Node problem;
    /// Nullopt: the problem is part of the study file.
    std::optional<std::filesystem::path> problem_file{};
    std::filesystem::path folder;  ///< base of relative paths in the problem
    std::optional<std::string> backend{};
    std::vector<Axis> axes;
    std::vector<Condition> where{};  ///< conditions that every point must meet
    std::optional<Sample> sample{};
    std::vector<Figure> figures{};
};

/// Maximum number of points of a study.
inline constexpr std::int64_t kMaxPoints = 1'000'000;

/// Reads a study file; see docs/studies.md. Throws InputError with file:line:column.
[[nodiscard]] Study load_study(const std::filesystem::path& file);

/// Throws InputError with file:line:column for a key of an axis that the problem cannot have; the
/// message lists the possible keys. Called before any point runs.
void require_keys(const Study& study);

/// Files that the problem reads at some point of the study. Throws InputError as points_of() does.
[[nodiscard]] std::vector<std::filesystem::path> named_files(const Study& study);

/// Number of combinations of the values of all axes.
[[nodiscard]] std::int64_t combinations(const Study& study);

/// Numbers of the combinations that the study runs, in ascending order. They count like the digits
/// of a clock: the last axis changes with every number. Throws InputError if there are none, or if
/// too few combinations are points for the sample.
///
/// Example: axes of 2 and 3 steps have the combinations 0 to 5; 4 = 1 * 3 + 1 is step 1 of the
/// first axis and step 1 of the second.
[[nodiscard]] std::vector<std::int64_t> points_of(const Study& study);

/// Values of the keys of all axes in combination `point`.
[[nodiscard]] std::vector<problem::Setting> settings_at(const Study& study, std::int64_t point);

}  // namespace xdnasim::study
