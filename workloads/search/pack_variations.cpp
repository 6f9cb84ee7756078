// Variations of a design on packs, in each of its keys.

#include <algorithm>

#include <fmt/format.h>

#include "workloads/gemm/packs/pack_workload.hpp"
#include "workloads/search/spaces.hpp"

namespace xdnasim::search {

using gemm::packs::ArrayChoice;
using gemm::packs::PackDesign;

std::string to_string(PackKey key) {
    switch (key) {
        case PackKey::Tile:
            return "tile";
        case PackKey::Mmul:
            return "mmul";
        case PackKey::Placement:
            return "placement";
        case PackKey::Rows:
            return "array.rows";
        case PackKey::Size:
            return "array.size";
        case PackKey::Stagger:
            break;
    }
    return "array.stagger";
}

bool is_open(const PackDesign& design, PackKey key) {
    switch (key) {
        case PackKey::Tile:
            return !design.tile.asked();
        case PackKey::Mmul:
            return !design.mmul.asked();
        case PackKey::Placement:
            return !design.placement.asked();
        case PackKey::Rows:
            return !design.rows.asked();
        case PackKey::Size:
            return !design.size.asked();
        case PackKey::Stagger:
            break;
    }
    return !design.stagger.asked();
}

namespace {

std::string value_of(PackKey key, const PackDesign& design) {
    switch (key) {
        case PackKey::Tile:
            return to_string(*design.tile);
        case PackKey::Mmul:
            return to_string(*design.mmul);
        case PackKey::Placement:
            return to_string(*design.placement);
        case PackKey::Rows:
            return fmt::to_string(*design.rows);
        case PackKey::Size:
            return fmt::to_string(*design.size);
        case PackKey::Stagger:
            break;
    }
    return fmt::to_string(*design.stagger);
}

bool is_same(PackKey key, const PackDesign& core, const ArrayChoice& array,
             const PackDesign& winner) {
    switch (key) {
        case PackKey::Tile:
            return *core.tile == *winner.tile;
        case PackKey::Mmul:
            return *core.mmul == *winner.mmul;
        case PackKey::Placement:
            return *core.placement == *winner.placement;
        case PackKey::Rows:
            return array.rows == winner.rows;
        case PackKey::Size:
            return array.size == winner.size;
        case PackKey::Stagger:
            break;
    }
    return true;
}

/// May designs that differ in `key` also differ in `other`? Each shape of aie::mmul has tiles of
/// its own, and unconstrained buffers use two rows.
bool goes_along(PackKey key, PackKey other) {
    return (key == PackKey::Mmul && other == PackKey::Tile) ||
           (key == PackKey::Placement && other == PackKey::Rows);
}

bool holds(const ArrayChoice& array, int stagger) {
    return std::ranges::find(array.staggers, stagger) != array.staggers.end();
}

const PackDesign& packs_of(const Design& design) {
    return *gemm::packs::design_of(design.runs.front().workload.get());
}

}  // namespace

Design PackSpace::by_rule() {
    return made(gemm::packs::choose(open_, device_));
}

std::vector<PackVariation> PackSpace::variations(const Design& best) {
    const PackDesign& winner = packs_of(best);
    std::vector<PackVariation> all;
    const auto add = [&](PackKey key, const PackDesign& other) {
        all.push_back({key, value_of(key, winner), value_of(key, other), made(other)});
    };
    for (const PackKey key : kPackKeys) {
        if (!is_open(open_, key)) continue;
        for (const Candidate& candidate : others(key, winner)) {
            const Core& core = cores_[candidate.core];
            const ArrayChoice& array = arrays_[candidate.array];
            const bool keeps = holds(array, winner.stagger);
            add(key, complete(core, array,
                              keeps ? *winner.stagger : routed_stagger(core, candidate.array)));
        }
    }
    if (!is_open(open_, PackKey::Stagger)) return all;
    for (int stagger = 0; stagger <= gemm::packs::kMaxStagger; ++stagger) {
        const auto array = std::ranges::find_if(arrays_, [&](const ArrayChoice& choice) {
            return choice.rows == winner.rows && choice.size == winner.size &&
                   holds(choice, stagger);
        });
        if (stagger == winner.stagger || array == arrays_.end()) continue;
        PackDesign other = winner;
        other.packs = array->packs;
        other.stagger = stagger;
        add(PackKey::Stagger, gemm::packs::choose(other, device_));
    }
    return all;
}

std::vector<PackSpace::Candidate> PackSpace::others(PackKey key, const PackDesign& winner) {
    constexpr std::size_t kFew = 3;
    std::vector<Candidate> all;
    for (Candidate candidate : all_) {
        Core& core = cores_[candidate.core];
        const ArrayChoice& array = arrays_[candidate.array];
        const bool differs_in_it_alone = std::ranges::all_of(kPackKeys, [&](PackKey other) {
            if (other == key) return !is_same(key, core.design, array, winner);
            return goes_along(key, other) || is_same(other, core.design, array, winner);
        });
        if (!differs_in_it_alone || !make_exact(core)) continue;
        candidate.forecast = forecast(core, array);
        all.push_back(candidate);
    }
    sort(all);
    std::vector<Candidate> few;
    std::vector<PackDesign> seen;
    for (const Candidate& candidate : all) {
        const ArrayChoice& array = arrays_[candidate.array];
        PackDesign design = cores_[candidate.core].design;
        if (std::ranges::any_of(
                seen, [&](const PackDesign& known) { return is_same(key, design, array, known); }))
            continue;
        design.rows = array.rows;
        design.size = array.size;
        seen.push_back(design);
        few.push_back(candidate);
        if (few.size() == kFew) break;
    }
    return few;
}

}  // namespace xdnasim::search
