#include "workloads/tracing/free_bd.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "workloads/schedule/operations.hpp"

namespace xdnasim::tracing {

using schedule::SemiAffine;

namespace {

struct Range {
    std::int64_t least = 0;
    std::int64_t most = 0;
};

/// What one term may be while its loop runs `count` times.
Range range_of(const SemiAffine::Term& term, std::int64_t count) {
    std::int64_t first = term.shift / term.divisor;
    std::int64_t last = (count - 1 + term.shift) / term.divisor;
    if (term.modulus > 0 && last - first + 1 >= term.modulus) {
        first = 0;
        last = term.modulus - 1;
    } else if (term.modulus > 0) {
        first %= term.modulus;
        last %= term.modulus;
        if (first > last) {
            first = 0;
            last = term.modulus - 1;
        }
    }
    const auto [least, most] = std::minmax({term.stride * first, term.stride * last});
    return {least, most};
}

class Used {
 public:
    Used(arch::TileId shim, int bds) : shim_{shim}, used_(static_cast<std::size_t>(bds)) {}

    /// `counts` of the loops around it.
    void add(const schedule::WriteBd& write, std::span<const std::int64_t> counts) {
        if (write.tile != shim_) return;
        Range range{write.id.base, write.id.base};
        for (const SemiAffine::Term& term : write.id.terms) {
            const auto [least, most] = range_of(term, counts[static_cast<std::size_t>(term.loop)]);
            range.least += least;
            range.most += most;
        }
        const auto last = static_cast<std::int64_t>(used_.size()) - 1;
        for (std::int64_t bd = std::max<std::int64_t>(range.least, 0);
             bd <= std::min(range.most, last); ++bd)
            used_[static_cast<std::size_t>(bd)] = true;
    }
    [[nodiscard]] std::optional<int> highest_free() const {
        for (std::size_t bd = used_.size(); bd-- > 0;)
            if (!used_[bd]) return static_cast<int>(bd);
        return std::nullopt;
    }

 private:
    arch::TileId shim_;
    std::vector<bool> used_;
};

}  // namespace

std::optional<int> free_bd(const schedule::Schedule& schedule, arch::TileId shim,
                           const arch::Device& device) {
    Used used{shim, device.shim_tile.dma.bds};
    schedule::for_each_operation<schedule::WriteBd>(
        schedule.sequence, [&](const schedule::WriteBd& write,
                               std::span<const std::int64_t> counts) { used.add(write, counts); });
    return used.highest_free();
}

}  // namespace xdnasim::tracing
