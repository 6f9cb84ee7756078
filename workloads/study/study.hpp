#pragma once
// A study: one problem, run once for every combination of values that are given for its keys.

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

/// Keys of the problem that change together.
struct Axis {
    std::vector<std::string> keys;                ///< "gemm.size.m"
    std::vector<base::Place> places;              ///< of the keys in the study
    std::vector<std::vector<base::Node>> values;  ///< steps; of each the value of every key
};

enum class SampleMethod : std::uint8_t {
    Random,
    Sobol,  ///< even more evenly spread, in all axes at once
};
inline constexpr std::array kSampleMethods{SampleMethod::Random, SampleMethod::Sobol};
static_assert(base::lists_all<kSampleMethods>());
[[nodiscard]] std::string to_string(SampleMethod method);  // "random"

/// Some of the combinations.
struct Sample {
    std::int64_t points = 0;
    std::uint64_t seed = 1;  ///< of Sobol's sequence, how many of it are left out
    SampleMethod method = SampleMethod::Random;
};

enum class FigureKind : std::uint8_t {
    Lines,    ///< y over x, the points of a series joined in the order of x
    Points,   ///< y over x
    Map,      ///< a field for each x and y, its colour a third figure
    Front,    ///< y over x, and those points that none beats both in a smaller x and a larger y
    Roofline  ///< y over x, both logarithmic, below the roofs of the cores and of the DRAM
};
inline constexpr std::array kFigureKinds{FigureKind::Lines, FigureKind::Points, FigureKind::Map,
                                         FigureKind::Front, FigureKind::Roofline};
static_assert(base::lists_all<kFigureKinds>());
[[nodiscard]] std::string to_string(FigureKind kind);  // "lines"

/// What a figure shows: columns of the study's table, keys of the problem or figures of results.
struct Figure {
    std::string title;
    FigureKind kind{};
    std::string x;
    std::string y;
    std::optional<std::string> colour{};  ///< of a map
    std::optional<std::string> series{};  ///< each of its values has a colour of its own
};

struct Study {
    std::string title;
    base::Node file;  ///< that of the study, for places
    base::Node problem;
    std::optional<std::filesystem::path> problem_file{};  ///< none: it stands in the study itself
    std::filesystem::path folder;  ///< that relative paths in the problem count from
    std::optional<std::string> backend{};
    std::vector<Axis> axes;
    std::vector<Condition> where{};  ///< all of which hold for a point
    std::optional<Sample> sample{};
    std::vector<Figure> figures{};
};

/// So many points a study may have.
inline constexpr std::int64_t kMaxPoints = 1'000'000;

/// Reads a study file; see docs/studies.md. Throws InputError with file:line:column.
[[nodiscard]] Study load_study(const std::filesystem::path& file);

/// Throws InputError with file:line:column for a key of an axis that the problem cannot have, with
/// the keys that it can: before any point runs.
void require_keys(const Study& study);

/// Those that the problem reads, at any point. Throws InputError as points_of() does.
[[nodiscard]] std::vector<std::filesystem::path> named_files(const Study& study);

/// Of the values of all axes.
[[nodiscard]] std::int64_t combinations(const Study& study);

/// The numbers of the combinations that the study runs, in rising order. They count like the
/// digits of a clock: the last axis changes with every number. Throws InputError when there are
/// none, and when a sample cannot be had: too few of the combinations are points.
///
/// Example: axes of 2 and 3 steps have the combinations 0 to 5; 4 is step 1 of the first axis and
/// step 1 of the second, 4 = 1 * 3 + 1.
[[nodiscard]] std::vector<std::int64_t> points_of(const Study& study);

/// The keys of all axes with their values at combination `point`.
[[nodiscard]] std::vector<problem::Setting> settings_at(const Study& study, std::int64_t point);

}  // namespace xdnasim::study
