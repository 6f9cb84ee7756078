#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text_file.hpp"
#include "base/yaml.hpp"
#include "workloads/problem/problem.hpp"
#include "workloads/study/axis_range.hpp"
#include "workloads/study/study.hpp"

namespace xdnasim::study {
namespace {

using base::MapReader;
using base::Node;

constexpr std::string_view kContent =
    "a study has problem and axes; see validation/studies and docs/studies.md";

/// Columns of a roofline.
constexpr const char* kIntensity = "dram.operations_per_byte";
constexpr const char* kThroughput = "tops";

std::vector<Node> values_of(const Node& node, const std::string& path) {
    std::vector<Node> values = node.is_map() ? AxisRange{node, path}.values() : node.as_sequence();
    if (values.empty()) node.fail(fmt::format("{}: no values. Give at least one", path));
    return values;
}

Axis read_axis(const Node& node, const std::string& path) {
    Axis axis;
    std::vector<std::vector<Node>> columns;
    for (const base::Entry& entry : node.as_map()) {
        axis.keys.push_back(entry.key);
        axis.places.push_back(entry.place);
        columns.push_back(values_of(entry.value, fmt::format("{}.{}", path, entry.key)));
        if (columns.back().size() != columns.front().size())
            entry.value.fail(fmt::format(
                "{} values of {}, but {} of {}: the keys of one axis change together, so they need "
                "equally many values",
                columns.front().size(), axis.keys.front(), columns.back().size(), entry.key));
    }
    if (columns.empty())
        node.fail(fmt::format("{}: an axis needs at least one key of the problem", path));
    for (std::size_t step = 0; step < columns.front().size(); ++step) {
        std::vector<Node>& values = axis.values.emplace_back();
        for (const std::vector<Node>& column : columns)
            values.push_back(column[step]);
    }
    return axis;
}

std::vector<Axis> read_axes(const Node& node) {
    std::vector<Axis> axes;
    std::set<std::string> keys;
    std::vector<problem::Setting> settings;  // what is set for all combinations
    for (const Node& item : node.as_sequence()) {
        axes.push_back(read_axis(item, fmt::format("axes.{}", axes.size())));
        const Axis& axis = axes.back();
        for (std::size_t key = 0; key < axis.keys.size(); ++key) {
            if (!keys.insert(axis.keys[key]).second)
                item.fail(fmt::format("{} is in two axes", axis.keys[key]));
            settings.emplace_back(axis.keys[key], Node::null(axis.places[key]));
        }
    }
    if (axes.empty()) node.fail("axes: a study needs at least one axis");
    problem::refuse_replaced_parts(settings);
    return axes;
}

/// Number of steps of an axis, from its first key, without creating the values.
std::int64_t steps_of(const Node& axis, const std::string& path) {
    const std::vector<base::Entry>& entries = axis.as_map();
    if (entries.empty()) return 1;
    const auto& [key, place, values] = entries.front();
    return values.is_map() ? AxisRange{values, fmt::format("{}.{}", path, key)}.count()
                           : std::ssize(values.as_sequence());
}

/// Limits the number of points before values are created, which could take all memory.
void limit_points(const Node& axes, const std::optional<Sample>& sample) {
    constexpr auto kMaxCombinations = std::int64_t{1} << 62;
    std::int64_t combinations = 1;
    std::size_t number = 0;
    if (axes.is_map()) axes.fail("axes is a list of axes: write '- ' before each of them");
    for (const Node& axis : axes.as_sequence()) {
        // An axis without values is refused where its values are read.
        const std::int64_t steps =
            std::max(steps_of(axis, fmt::format("axes.{}", number++)), std::int64_t{1});
        if (combinations > kMaxCombinations / steps)
            axes.fail("axes: too many combinations to count");
        combinations *= steps;
    }
    const std::int64_t points = sample ? std::min(sample->points, combinations) : combinations;
    if (points > kMaxPoints)
        axes.fail(fmt::format("axes: {} combinations; allowed: up to {}, or a sample of them",
                              combinations, kMaxPoints));
}

/// Limits the number of axes for Sobol: each takes a dimension, of which Boost has a few thousand.
void limit_axes(const Node& axes, const Study& study) {
    constexpr std::ptrdiff_t kMaxSobolAxes = 1000;
    if (study.sample && study.sample->method == SampleMethod::Sobol &&
        std::ssize(study.axes) > kMaxSobolAxes)
        axes.fail(fmt::format("axes: {}; allowed for a sample by sobol: up to {}",
                              study.axes.size(), kMaxSobolAxes));
}

Sample read_sample(const Node& node) {
    MapReader reader{node, "sample"};
    Sample sample{
        .points =
            reader.require("points", fmt::format("1 to {}", kMaxPoints)).as_int(1, kMaxPoints)};
    constexpr std::uint64_t kMaxSeed = std::uint64_t{1} << 40;
    if (const Node* const method = reader.optional("method"))
        sample.method = method->as_one_of(kSampleMethods);
    if (const Node* const seed = reader.optional("seed"))
        sample.seed =
            sample.method == SampleMethod::Sobol ? seed->as_natural(kMaxSeed) : seed->as_natural();
    reader.finish();
    return sample;
}

/// Reads a problem that is given as a file; it may name further files next to it.
void take_named_problem(Study& study) {
    const std::filesystem::path named = study.folder / study.problem.as_string();
    base::require_file(named, study.problem.place());
    study.problem = problem::load_file(named);
    study.folder = named.parent_path();
    study.problem_file = named;
}

constexpr std::string_view kColumn{"a column of the table, such as tops or a key of an axis"};

/// Reads one condition, or a list of conditions.
std::vector<Condition> read_conditions(const Node& node) {
    if (!node.is_sequence()) return {Condition{node}};
    const std::vector<Node>& nodes = node.as_sequence();
    return {nodes.begin(), nodes.end()};
}

Figure read_figure(const Node& node, const std::string& path) {
    MapReader reader{node, path};
    Figure figure{.title = reader.require("title", "the text above the figure").as_string(),
                  .kind = reader.require_one_of("kind", kFigureKinds),
                  .x = kIntensity,
                  .y = kThroughput};
    if (figure.kind != FigureKind::Roofline) {
        figure.x = reader.require("x", kColumn).as_string();
        figure.y = reader.require("y", kColumn).as_string();
    }
    if (figure.kind == FigureKind::Map)
        figure.colour = reader.require("colour", kColumn).as_string();
    else if (const Node* const series = reader.optional("series"))
        figure.series = series->as_string();
    reader.finish();
    return figure;
}

}  // namespace

std::string to_string(SampleMethod method) {
    switch (method) {
        case SampleMethod::Random:
            return "random";
        case SampleMethod::Sobol:
            break;
    }
    return "sobol";
}

std::string to_string(FigureKind kind) {
    switch (kind) {
        case FigureKind::Lines:
            return "lines";
        case FigureKind::Points:
            return "points";
        case FigureKind::Map:
            return "map";
        case FigureKind::Front:
            return "front";
        case FigureKind::Roofline:
            break;
    }
    return "roofline";
}

Study load_study(const std::filesystem::path& file) {
    if (file.extension() == ".mlir")
        throw base::InputError{fmt::format(
            "{}: this is MLIR, but a study is YAML. Write a file with problem: {}, and axes",
            file.string(), file.filename().string())};
    const Node root = base::load_yaml(file, kContent);
    MapReader reader{root};
    if (root.find("problem") == nullptr && root.find("workload") != nullptr)
        root.fail(
            fmt::format("this is a problem, not a study. Write a file with problem: {}, and axes",
                        file.filename().string()));
    const Node& problem = reader.require("problem", "a problem, or the name of its file");
    const Node& axes = reader.require(
        "axes", "a list of axes, each of them keys of the problem with lists of values");
    const Node* const sample = reader.optional("sample");
    const std::optional<Sample> asked =
        sample != nullptr ? std::optional{read_sample(*sample)} : std::nullopt;
    limit_points(axes, asked);
    Study study{.title = file.stem().string(),
                .file = root,
                .problem = problem,
                .folder = file.parent_path(),
                .axes = read_axes(axes),
                .sample = asked};
    if (!problem.is_map()) take_named_problem(study);
    if (const Node* const title = reader.optional("title")) study.title = title->as_name();
    if (const Node* const backend = reader.optional("backend"))
        study.backend = backend->as_string();
    if (const Node* const where = reader.optional("where")) study.where = read_conditions(*where);
    if (const Node* const figures = reader.optional("figures"))
        for (const Node& figure : figures->as_sequence())
            study.figures.push_back(
                read_figure(figure, fmt::format("figures.{}", study.figures.size())));
    reader.finish();
    limit_axes(axes, study);
    return study;
}

}  // namespace xdnasim::study
