#include "sim/address_generator.hpp"

#include <algorithm>
#include <limits>

namespace xdnasim::sim {

AddressGenerator::AddressGenerator(const schedule::Bd& bd, arch::Bytes offset) : base_{offset} {
    const auto& dimensions = bd.dimensions;
    padded_ = !bd.padding.empty();
    if (dimensions.empty()) {
        run_ = bd.length;
        return;
    }
    run_ = arch::kWord;
    std::size_t first = 0;
    if (!padded_ && dimensions.front().stride == arch::kWord && dimensions.size() > 1) {
        run_ = dimensions.front().size * arch::kWord;
        first = 1;
    }
    for (std::size_t i = first; i < dimensions.size(); ++i) {
        Step step{dimensions[i].size, dimensions[i].stride, 0, dimensions[i].size};
        if (i < bd.padding.size()) {
            step.before = bd.padding[i].before;
            step.size += bd.padding[i].before + bd.padding[i].after;
        }
        // The outermost dimension has a step but no wrap: it goes on to the end of the BD's length.
        if (i + 1 == dimensions.size()) step.size = std::numeric_limits<std::int64_t>::max();
        outer_[outer_count_++] = step;
    }
    if (padded_) {
        for (std::size_t i = 0; i < outer_count_; ++i)
            position_ -= outer_[i].before * outer_[i].stride;
    }
}

bool AddressGenerator::in_padding() const {
    for (std::size_t i = 0; i < outer_count_; ++i) {
        const std::int64_t inside = index_[i] - outer_[i].before;
        if (inside < 0 || inside >= outer_[i].inside) return true;
    }
    return false;
}

void AddressGenerator::advance_outer() {
    for (std::size_t i = 0; i < outer_count_; ++i) {
        position_ += outer_[i].stride;
        if (++index_[i] < outer_[i].size) return;
        position_ -= outer_[i].size * outer_[i].stride;
        index_[i] = 0;
    }
}

AddressRun AddressGenerator::next(arch::Bytes limit) {
    const bool zero = padded_ && in_padding();
    const AddressRun run{base_ + position_ + run_done_, std::min(limit, run_ - run_done_), zero};
    run_done_ += run.length;
    if (run_done_ == run_) {
        run_done_ = arch::Bytes{};
        advance_outer();
    }
    return run;
}

}  // namespace xdnasim::sim
