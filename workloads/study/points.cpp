#include <random>
#include <set>

#include "workloads/study/study.hpp"

namespace xdnasim::study {
namespace {

std::int64_t combinations(const Study& study) {
    std::int64_t count = 1;
    for (const Axis& axis : study.axes)
        count *= static_cast<std::int64_t>(axis.values.size());
    return count;
}

/// From 0 to `max`, each as likely as any other; the same on every machine, which
/// std::uniform_int_distribution is not.
std::int64_t draw(std::mt19937_64& random, std::int64_t max) {
    const std::uint64_t values = static_cast<std::uint64_t>(max) + 1;
    // What is above the last whole multiple of `values` would favour small ones.
    const std::uint64_t end = std::mt19937_64::max() / values * values;
    std::uint64_t drawn = random();
    while (drawn >= end)
        drawn = random();
    return static_cast<std::int64_t>(drawn % values);
}

/// `count` different numbers below `end`, by Floyd's method: for each j of the last `count`
/// numbers, one up to j is drawn, and j itself taken where that is there already. (Bentley and
/// Floyd, "Programming Pearls: a sample of brilliance", CACM 30(9), 1987.)
///
/// Example: 2 of 0..4. j = 3: 1 is drawn. j = 4: 1 again, so that 4 is taken: {1, 4}.
std::vector<std::int64_t> drawn_points(const Sample& sample, std::int64_t end) {
    std::mt19937_64 random{sample.seed};
    std::set<std::int64_t> points;
    for (std::int64_t j = end - sample.points; j < end; ++j)
        if (!points.insert(draw(random, j)).second) points.insert(j);
    return {points.begin(), points.end()};
}

}  // namespace

std::vector<std::int64_t> points_of(const Study& study) {
    const std::int64_t end = combinations(study);
    if (study.sample && study.sample->points < end) return drawn_points(*study.sample, end);
    std::vector<std::int64_t> points;
    points.reserve(static_cast<std::size_t>(end));
    for (std::int64_t point = 0; point < end; ++point)
        points.push_back(point);
    return points;
}

std::vector<problem::Setting> settings_at(const Study& study, std::int64_t point) {
    std::int64_t later = combinations(study);  // of the axes that come after
    std::vector<problem::Setting> settings;
    for (const Axis& axis : study.axes) {
        const auto steps = static_cast<std::int64_t>(axis.values.size());
        later /= steps;
        const auto& values = axis.values[static_cast<std::size_t>(point / later % steps)];
        for (std::size_t key = 0; key < axis.keys.size(); ++key)
            settings.emplace_back(axis.keys[key], values[key]);
    }
    return settings;
}

}  // namespace xdnasim::study
