#pragma once
// Moves of lanes between vectors: for each lane of a result, the lane of the operands that it comes
// from. Lanes of several dimensions are numbered with the last dimension running fastest.

#include <cstdint>
#include <vector>

#include "workloads/design/interpreter/scalar.hpp"

namespace xdnasim::design::interpreter {

using Shape = std::vector<std::int64_t>;

[[nodiscard]] std::int64_t lanes_of(const Shape& shape);
/// The index in each dimension of lane number `lane`.
[[nodiscard]] Shape position(std::int64_t lane, const Shape& shape);
[[nodiscard]] Scalar lane_at(const Shape& at, const Shape& shape);

// Each of these gives, for each lane of the result, the number of the operand's lane; empty if the
// shapes do not fit.

[[nodiscard]] std::vector<Scalar> broadcast_lanes(const Shape& from, const Shape& to);
[[nodiscard]] std::vector<Scalar> transposed_lanes(const Shape& from, const Shape& to,
                                                   const Shape& order);
[[nodiscard]] std::vector<Scalar> slice_lanes(const Shape& from, const Shape& to,
                                              const Shape& offsets);
/// Inserts `part` into `whole` from `offsets` on. Lane numbers count the lanes of `part` first, and
/// then those of `whole`.
[[nodiscard]] std::vector<Scalar> inserted_lanes(const Shape& part, const Shape& whole,
                                                 const Shape& offsets);

}  // namespace xdnasim::design::interpreter
