#include "workloads/design/interpreter/lanes.hpp"

#include <algorithm>
#include <numeric>

namespace xdnasim::design::interpreter {

std::int64_t lanes_of(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies{});
}

Shape position(std::int64_t lane, const Shape& shape) {
    Shape at(shape.size());
    for (std::size_t i = shape.size(); i-- > 0; lane /= shape[i])
        at[i] = lane % shape[i];
    return at;
}

Scalar lane_at(const Shape& at, const Shape& shape) {
    std::int64_t lane = 0;
    for (std::size_t i = 0; i < shape.size(); ++i)
        lane = lane * shape[i] + at[i];
    return {lane};
}

std::vector<Scalar> broadcast_lanes(const Shape& from, const Shape& to) {
    std::vector<Scalar> lanes;
    if (from.size() > to.size()) return lanes;
    for (std::int64_t lane = 0; lane < lanes_of(to); ++lane) {
        // Leading dimensions are added, and dimensions of size 1 are stretched.
        Shape at = position(lane, to);
        at.erase(at.begin(), at.end() - std::ssize(from));
        for (std::size_t i = 0; i < at.size(); ++i)
            at[i] = std::min(at[i], from[i] - 1);
        lanes.push_back(lane_at(at, from));
    }
    return lanes;
}

std::vector<Scalar> transposed_lanes(const Shape& from, const Shape& to, const Shape& order) {
    std::vector<Scalar> lanes;
    if (order.size() != from.size() || to.size() != from.size()) return lanes;
    for (std::size_t i = 0; i < order.size(); ++i)
        if (order[i] < 0 || order[i] >= std::ssize(from) ||
            from[static_cast<std::size_t>(order[i])] != to[i])
            return lanes;
    for (std::int64_t lane = 0; lane < lanes_of(to); ++lane) {
        const Shape at = position(lane, to);
        Shape source(from.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            source[static_cast<std::size_t>(order[i])] = at[i];
        lanes.push_back(lane_at(source, from));
    }
    return lanes;
}

std::vector<Scalar> slice_lanes(const Shape& from, const Shape& to, const Shape& offsets) {
    std::vector<Scalar> lanes;
    if (offsets.size() > from.size() || to.size() != from.size()) return lanes;
    for (std::int64_t lane = 0; lane < lanes_of(to); ++lane) {
        Shape at = position(lane, to);
        for (std::size_t i = 0; i < offsets.size(); ++i)
            at[i] += offsets[i];
        for (std::size_t i = 0; i < at.size(); ++i)
            if (at[i] < 0 || at[i] >= from[i]) return {};
        lanes.push_back(lane_at(at, from));
    }
    return lanes;
}

std::vector<Scalar> inserted_lanes(const Shape& part, const Shape& whole, const Shape& offsets) {
    if (part.size() > whole.size() || offsets.size() != whole.size()) return {};
    // In leading dimensions that it lacks, the part has size 1.
    Shape size = part;
    size.insert(size.begin(), whole.size() - part.size(), 1);
    for (std::size_t i = 0; i < whole.size(); ++i)
        if (offsets[i] < 0 || offsets[i] + size[i] > whole[i]) return {};
    std::vector<Scalar> lanes;
    for (std::int64_t lane = 0; lane < lanes_of(whole); ++lane) {
        Shape at = position(lane, whole);
        bool inside = true;
        for (std::size_t i = 0; i < at.size(); ++i) {
            at[i] -= offsets[i];
            inside = inside && at[i] >= 0 && at[i] < size[i];
        }
        lanes.push_back(inside ? lane_at(at, size) : Scalar{lanes_of(part) + lane});
    }
    return lanes;
}

}  // namespace xdnasim::design::interpreter
