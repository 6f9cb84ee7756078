#include <algorithm>

#include "workloads/gemm/packs/array_shape.hpp"
#include "workloads/gemm/packs/core_places.hpp"

namespace xdnasim::gemm::packs {

namespace {

/// The given value, or else all from `first` to `last`.
std::vector<int> values_of(const Open<int>& open, int first, int last) {
    if (open.asked()) return {*open};
    std::vector<int> all;
    for (int value = first; value <= last; ++value)
        all.push_back(value);
    return all;
}

/// Staggers to try, kBestStagger first. A single row is not shifted.
std::vector<int> staggers_of(const Open<int>& open, int rows) {
    if (rows == 1 && !open.asked()) return {0};
    std::vector<int> all = values_of(open, 0, kMaxStagger);
    std::stable_partition(all.begin(), all.end(),
                          [](int stagger) { return stagger == kBestStagger; });
    return all;
}

/// The largest number of packs, or the given one, that columns, ports and links have room for; 0:
/// none.
int packs_that_fit(PackDesign design, const ArrayLimits& limits, const arch::Device& device) {
    const int shift = design.rows > 1 ? *design.stagger : 0;
    const int columns = (limits.columns - shift) / design.size;
    const int most = std::min(columns, shape_of(limits, design.rows, design.size).packs);
    const bool given = design.packs.asked();
    if (given && design.packs > most) return 0;
    const int least = given ? *design.packs : 1;
    for (int packs = given ? *design.packs : most; packs >= least; --packs) {
        design.packs.choose(packs);
        if (tightest_cut(design, device).excess() <= 0) return packs;
    }
    return 0;
}

}  // namespace

std::vector<ArrayChoice> array_choices(const PackDesign& open, const arch::Device& device) {
    const ArrayLimits limits = array_limits(device);
    std::vector<ArrayChoice> choices;
    for (const int rows : values_of(open.rows, 1, limits.rows))
        for (const int size : values_of(open.size, 1, limits.columns))
            for (const int stagger : staggers_of(open.stagger, rows)) {
                PackDesign design = open;
                design.rows = rows;
                design.size = size;
                design.stagger = stagger;
                const int packs = packs_that_fit(design, limits, device);
                if (packs == 0) continue;
                const auto same = std::ranges::find_if(choices, [&](const ArrayChoice& choice) {
                    return choice.rows == rows && choice.size == size && choice.packs == packs;
                });
                if (same != choices.end())
                    same->staggers.push_back(stagger);
                else
                    choices.push_back({rows, size, packs, {stagger}});
            }
    return choices;
}

}  // namespace xdnasim::gemm::packs
