#include "workloads/kernels/vliw/register_profile.hpp"

#include "workloads/kernels/vliw/indexing.hpp"

namespace xdnasim::vliw {

void RegisterProfile::open(int count, int first) {
    extend_to(first);
    for (int cycle = first; cycle < end(); ++cycle)
        at(taken_, cycle) += count;
}

void RegisterProfile::close(int count, int last) {
    extend_to(last + 1);
    for (int cycle = last + 1; cycle < end(); ++cycle)
        at(taken_, cycle) -= count;
}

std::optional<int> RegisterProfile::free_from(int count) const {
    int cycle = end();
    while (cycle > 0 && at(taken_, cycle - 1) + count <= registers_)
        --cycle;
    if (cycle == end()) return std::nullopt;
    return cycle;
}

void RegisterProfile::extend_to(int cycle) {
    if (cycle >= end()) taken_.resize(static_cast<std::size_t>(cycle) + 1, taken_.back());
}

}  // namespace xdnasim::vliw
