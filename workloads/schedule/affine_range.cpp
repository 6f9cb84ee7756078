#include "workloads/schedule/affine_range.hpp"

#include <algorithm>

#include "workloads/schedule/saturating.hpp"

namespace xdnasim::schedule {

namespace {

bool check_term(const Reporter& report, std::string_view name, const SemiAffine::Term& term,
                std::size_t loops) {
    bool good = true;
    if (term.loop < 0 || static_cast<std::size_t>(term.loop) >= loops) {
        report("{} follows loop {}; {} loops are around it", name, term.loop, loops);
        good = false;
    }
    if (term.divisor < 1) {
        report("{} divides by {}; it must be positive", name, term.divisor);
        good = false;
    }
    if (term.modulus < 0) {
        report("{} has modulus {}; it must not be negative", name, term.modulus);
        good = false;
    }
    if (term.shift < 0) {
        report("{} shifts a loop's index by {}; it must not be negative", name, term.shift);
        good = false;
    }
    return good;
}

/// The largest that the term adds or takes away.
std::int64_t magnitude(const SemiAffine::Term& term, std::int64_t count) {
    const std::int64_t last = saturating_add(std::max<std::int64_t>(count, 1) - 1, term.shift);
    if (last >= kHuge) return kHuge;
    std::int64_t quotient = last / term.divisor;
    if (term.modulus > 0) quotient = std::min(quotient, term.modulus - 1);
    return saturating_multiply(std::abs(saturate(term.stride)), quotient);
}

}  // namespace

bool check_affine(const Reporter& report, std::string_view name, const SemiAffine& value,
                  std::span<const std::int64_t> counts) {
    bool good = true;
    std::int64_t largest = std::abs(saturate(value.base));
    for (const SemiAffine::Term& term : value.terms) {
        if (check_term(report, name, term, counts.size())) {
            largest = saturating_add(largest,
                                     magnitude(term, counts[static_cast<std::size_t>(term.loop)]));
        } else {
            good = false;
        }
    }
    if (largest >= kHuge) {
        report("{} reaches numbers beyond {}", name, kHuge - 1);
        good = false;
    }
    return good;
}

}  // namespace xdnasim::schedule
