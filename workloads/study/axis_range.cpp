#include "workloads/study/axis_range.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "base/map_reader.hpp"
#include "workloads/study/study.hpp"

namespace xdnasim::study {
namespace {

using base::Node;

constexpr std::array<std::string_view, 4> kKeys{"from", "to", "step", "factor"};
constexpr double kMaxValue = 1e15;
constexpr std::string_view kNumber{"a number; a range has from, to, and either step or factor"};

/// Rounds to the nearest decimal: 0.1 + 2 x 0.1 is 0.3, although the sum is another double.
double rounded(double value) {
    return std::strtod(fmt::format("{:.15g}", value).c_str(), nullptr);
}

Node number(const base::Place& place, double value) {
    constexpr double kExactIntegers = 9e15;
    const bool whole = value == static_cast<double>(static_cast<std::int64_t>(value)) &&
                       std::abs(value) < kExactIntegers;
    return Node::scalar(place, whole ? fmt::format("{}", static_cast<std::int64_t>(value))
                                     : fmt::format("{}", value));
}

}  // namespace

AxisRange::AxisRange(const Node& node, const std::string& path) : place_{node.place()} {
    const auto is_of_range = [](const base::Entry& entry) {
        return std::ranges::find(kKeys, entry.key) != kKeys.end();
    };
    if (!node.entries().empty() && std::ranges::none_of(node.entries(), is_of_range))
        node.fail(
            fmt::format("{}: a map here is a range: from, to, and either step or factor. A "
                        "key of the problem is written with dots, such as gemm.size.m",
                        path));
    base::MapReader reader{node, path};
    from_ = reader.require("from", kNumber).as_double(-kMaxValue, kMaxValue);
    const double to = reader.require("to", kNumber).as_double(from_, kMaxValue);
    const Node* const step = reader.optional("step");
    const Node* const factor = reader.optional("factor");
    reader.finish();
    if ((step == nullptr) == (factor == nullptr))
        node.fail(fmt::format("{}: a range has from, to, and either step or factor", path));
    if (factor != nullptr && from_ <= 0)
        node.fail(fmt::format("{}: a range with a factor begins above 0", path));
    constexpr double kMinChange = 1e-9;
    adds_ = step != nullptr;
    change_ = adds_ ? step->as_double(kMinChange, kMaxValue)
                    : factor->as_double(1 + kMinChange, kMaxValue);
    constexpr double kRounding = 1e-9;  // of a step or, if values are multiplied, of the end
    nothing_ = kRounding * (adds_ ? change_ : to);
    const auto is_within = [&](std::int64_t index) { return value(index) <= to + nothing_; };
    if (is_within(kMaxPoints)) node.fail(fmt::format("{}: more than {} values", path, kMaxPoints));
    // By bisection, since each value is at least as large as the one before.
    for (std::int64_t end = kMaxPoints; count_ < end;) {
        const std::int64_t middle = (count_ + end) / 2;
        if (is_within(middle))
            count_ = middle + 1;
        else
            end = middle;
    }
}

std::vector<Node> AxisRange::values() const {
    std::vector<Node> values;
    for (std::int64_t i = 0; i < count_; ++i) {
        const double exact = value(i);
        const bool is_zero = adds_ && std::abs(exact) < nothing_;
        values.push_back(number(place_, is_zero ? 0 : exact));
    }
    return values;
}

/// Value at `index`, calculated directly: a sum of steps would be rounded at each of them.
double AxisRange::value(std::int64_t index) const {
    const auto steps = static_cast<double>(index);
    return rounded(adds_ ? from_ + steps * change_ : from_ * std::pow(change_, steps));
}

}  // namespace xdnasim::study
