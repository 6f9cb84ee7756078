#include <algorithm>
#include <random>
#include <set>

#include <boost/random/sobol.hpp>
#include <fmt/format.h>

#include "workloads/study/study.hpp"

namespace xdnasim::study {
std::int64_t combinations(const Study& study) {
    std::int64_t count = 1;
    for (const Axis& axis : study.axes)
        count *= static_cast<std::int64_t>(axis.values.size());
    return count;
}

namespace {

/// A number from 0 to `max`, with equal probabilities and the same on every machine, unlike
/// std::uniform_int_distribution.
std::int64_t draw(std::mt19937_64& random, std::int64_t max) {
    const std::uint64_t values = static_cast<std::uint64_t>(max) + 1;
    // Draws above the last whole multiple of `values` would favour small numbers.
    const std::uint64_t end = std::mt19937_64::max() / values * values;
    std::uint64_t drawn = random();
    while (drawn >= end)
        drawn = random();
    return static_cast<std::int64_t>(drawn % values);
}

/// `count` different numbers below `end`, by Floyd's method: for each j of the last `count`
/// numbers, a number up to j is drawn, and j itself is taken if that number is already there.
/// (Bentley and Floyd, "Programming Pearls: a sample of brilliance", CACM 30(9), 1987.)
///
/// Example: 2 of 0..4. j = 3: 1 is drawn. j = 4: 1 is drawn again, so that 4 is taken: {1, 4}.
std::set<std::int64_t> drawn(std::int64_t count, std::uint64_t seed, std::int64_t end) {
    std::mt19937_64 random{seed};
    std::set<std::int64_t> numbers;
    for (std::int64_t j = end - count; j < end; ++j)
        if (!numbers.insert(draw(random, j)).second) numbers.insert(j);
    return numbers;
}

bool is_point(const Study& study, std::int64_t combination) {
    if (study.where.empty()) return true;
    const std::vector<problem::Setting> settings = settings_at(study, combination);
    return std::ranges::all_of(study.where, [&](const Condition& condition) {
        return condition.holds(study.problem, settings);
    });
}

/// All points among all combinations.
std::vector<std::int64_t> all_points(const Study& study) {
    std::vector<std::int64_t> points;
    for (std::int64_t point = 0; point < combinations(study); ++point)
        if (is_point(study, point)) points.push_back(point);
    return points;
}

/// The combination that a point of the unit cube stands for, by the step of each axis.
///
/// Example: axes of 2 and 3 steps; (0.6, 0.5) is step 1 of 0, 1 and step 1 of 0, 1, 2: number 4.
class SobolCombinations {
 public:
    explicit SobolCombinations(const Study& study) : study_{study}, sequence_{study.axes.size()} {
        sequence_.seed(study.sample->seed);
    }

    std::int64_t next() {
        std::int64_t combination = 0;
        for (const Axis& axis : study_.axes) {
            const auto steps = static_cast<std::int64_t>(axis.values.size());
            const auto place = static_cast<double>(sequence_()) * 0x1p-64;
            const auto step = static_cast<std::int64_t>(place * static_cast<double>(steps));
            combination = combination * steps + std::min(step, steps - 1);
        }
        return combination;
    }

 private:
    const Study& study_;
    boost::random::sobol sequence_;
};

/// Draws until there are enough different points. Gives up if too few combinations are points.
template <class Next>
std::vector<std::int64_t> draw_points(const Study& study, Next next) {
    constexpr std::int64_t kDrawsOfAPoint = 1000;
    constexpr std::int64_t kMostInVain = 100'000;  // one after the other
    const std::int64_t most = study.sample->points * kDrawsOfAPoint;
    std::set<std::int64_t> points;
    std::int64_t draws = 0;
    std::int64_t in_vain = 0;
    for (; std::ssize(points) < study.sample->points && draws < most && in_vain < kMostInVain;
         ++draws) {
        ++in_vain;
        const std::int64_t point = next();
        if (points.contains(point) || !is_point(study, point)) continue;
        points.insert(point);
        in_vain = 0;
    }
    if (std::ssize(points) < study.sample->points)
        study.file.find("sample")->fail(
            fmt::format("sample: only {} distinct points found in {} draws. Use a smaller "
                        "sample, or relax `where`",
                        points.size(), draws));
    return {points.begin(), points.end()};
}

std::vector<std::int64_t> sampled_points(const Study& study) {
    const Sample& sample = *study.sample;
    const std::int64_t end = combinations(study);
    switch (sample.method) {
        case SampleMethod::Random: {
            if (study.where.empty()) {
                const std::set<std::int64_t> points = drawn(sample.points, sample.seed, end);
                return {points.begin(), points.end()};
            }
            std::mt19937_64 random{sample.seed};
            return draw_points(study, [&] { return draw(random, end - 1); });
        }
        case SampleMethod::Sobol:
            break;
    }
    return draw_points(study,
                       [sequence = SobolCombinations{study}]() mutable { return sequence.next(); });
}

/// All points, if there are few enough combinations to check each of them.
std::vector<std::int64_t> points_among_all(const Study& study) {
    std::vector<std::int64_t> points = all_points(study);
    if (points.empty())
        study.file.find("where")->fail("where: no combination meets the condition. Relax it");
    const bool all = !study.sample || study.sample->points >= std::ssize(points);
    if (all) return points;
    if (study.sample->method == SampleMethod::Sobol) return sampled_points(study);
    std::vector<std::int64_t> some;
    for (const std::int64_t number :
         drawn(study.sample->points, study.sample->seed, std::ssize(points)))
        some.push_back(points[static_cast<std::size_t>(number)]);
    return some;
}

}  // namespace

std::vector<std::int64_t> points_of(const Study& study) {
    const std::int64_t all = combinations(study);
    const bool is_few = study.sample && study.where.empty() && study.sample->points < all;
    return is_few || all > kMaxPoints ? sampled_points(study) : points_among_all(study);
}

std::vector<problem::Setting> settings_at(const Study& study, std::int64_t point) {
    std::int64_t later = combinations(study);  // number of combinations of the later axes
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
