#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/sweep/sweep.hpp"

namespace xdnasim::cli {

Sweep::Sweep(const study::Study& study, SweepOptions options, std::string made_by,
             std::vector<std::int64_t> points, std::unique_ptr<base::KeptResults> kept)
    : study_{&study},
      options_{std::move(options)},
      made_by_{std::move(made_by)},
      points_{std::move(points)},
      kept_{std::move(kept)} {
    std::set<std::string> known;
    for (std::size_t i = 0; i < size(); ++i) {
        const SweepRow each = row(i);
        if (each.refusal) refusals_.add(each.point, *each.refusal);
        for (const auto& [name, value] : each.figures.items())
            if (known.insert(name).second) columns_.push_back(name);
    }
    if (refusals_.points() == size()) throw base::InputError{refusals_.message()};
}

SweepRow Sweep::row(std::size_t number) const {
    const std::int64_t point = points_[number];
    return row_of_line(point, kept_->result(fmt::format("{}", point)));
}

std::vector<std::string> Sweep::keys() const {
    std::vector<std::string> keys;
    for (const study::Axis& axis : study_->axes)
        keys.insert(keys.end(), axis.keys.begin(), axis.keys.end());
    return keys;
}

}  // namespace xdnasim::cli
