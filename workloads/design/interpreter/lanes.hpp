#pragma once
// Which lane of its operands each lane of a vector is. The lanes of several dimensions are numbered
// with the last dimension the fastest.

#include <cstdint>
#include <vector>

#include "workloads/design/interpreter/scalar.hpp"

namespace xdnasim::design::interpreter {

using Shape = std::vector<std::int64_t>;

[[nodiscard]] std::int64_t lanes_of(const Shape& shape);
/// The place in each dimension of lane `lane`.
[[nodiscard]] Shape position(std::int64_t lane, const Shape& shape);
[[nodiscard]] Scalar lane_at(const Shape& at, const Shape& shape);

// Each gives, by lane of the result, the lane that it is; empty: the shapes do not fit.

[[nodiscard]] std::vector<Scalar> broadcast_lanes(const Shape& from, const Shape& to);
[[nodiscard]] std::vector<Scalar> transposed_lanes(const Shape& from, const Shape& to,
                                                   const Shape& order);
[[nodiscard]] std::vector<Scalar> slice_lanes(const Shape& from, const Shape& to,
                                              const Shape& offsets);
/// Of the lanes of `part` and behind them those of `whole`: those of `whole` with `part` in it from
/// `offsets` on.
[[nodiscard]] std::vector<Scalar> inserted_lanes(const Shape& part, const Shape& whole,
                                                 const Shape& offsets);

}  // namespace xdnasim::design::interpreter
