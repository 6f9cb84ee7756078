#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::schedule {

std::int64_t SemiAffine::at(std::span<const std::int64_t> indices) const {
    std::int64_t value = base;
    for (const Term& term : terms) {
        const std::int64_t index = indices[static_cast<std::size_t>(term.loop)] + term.shift;
        const std::int64_t quotient = index / term.divisor;
        value += term.stride * (term.modulus == 0 ? quotient : quotient % term.modulus);
    }
    return value;
}

}  // namespace xdnasim::schedule
