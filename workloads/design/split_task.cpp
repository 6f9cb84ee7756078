// Tasks of shims whose transfer does not fit one BD.

#include <algorithm>

#include "base/saturating.hpp"
#include "workloads/design/pieces.hpp"

namespace xdnasim::design {
namespace {

/// Drops outer dimensions that repeat the same elements: the task's repeat count covers them.
void drop_repeats(std::vector<Step>& steps) {
    while (steps.size() > kInnerSteps && (steps.back().size == 1 || steps.back().stride == 0))
        steps.pop_back();
}

/// Drops dimensions of size 1 as long as there are more than a BD has.
void drop_single(std::vector<Step>& steps) {
    for (std::size_t i = 1; i < steps.size() && steps.size() > kInnerSteps + 1;)
        if (steps[i].size == 1)
            steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
        else
            ++i;
}

}  // namespace

void split_task(const Draft& draft, Walk walk, const Memref& type, BdForm& form) {
    const arch::DmaModel& dma = draft.device.shim_tile.dma;
    if (walk.steps.size() <= kInnerSteps + 1) {
        Transfer whole{walk, {}};
        if (walk.steps.size() > kInnerSteps) whole.rounds = walk.steps.back();
        whole.walk.steps.resize(std::min(walk.steps.size(), kInnerSteps));
        if (holds(whole, type, dma.bd)) return;
    }
    drop_repeats(walk.steps);
    std::int64_t passes = 1;
    for (std::size_t i = kInnerSteps; i < walk.steps.size(); ++i)
        passes = base::saturating_multiply(passes, walk.steps[i].size);
    drop_single(walk.steps);
    std::vector<Step> rounds;
    for (std::size_t i = kInnerSteps; i < walk.steps.size(); ++i)
        rounds.push_back(walk.steps[i]);
    walk.steps.resize(std::min(walk.steps.size(), kInnerSteps));
    walk.length = 1;
    for (const Step& step : walk.steps)
        walk.length = base::saturating_multiply(walk.length, step.size);
    const auto most = static_cast<std::size_t>(dma.bds);
    const std::vector<Transfer> pieces =
        pieces_of(walk, rounds, type, dma.bd, most, draft.text, form.bd.origin);
    // A transfer that is not in whole words is left alone: reading its BD reports the error.
    if (!holds(pieces.front(), type, dma.bd)) return;
    form.rounds = passes;
    for (const Transfer& piece : pieces) {
        BdPiece& read = form.pieces.emplace_back();
        read.bd.origin = form.bd.origin;
        read.rounds = piece.rounds.size;
        set_transfer(read.bd, piece, type, dma.bd, draft.text, form.bd.origin);
    }
}

}  // namespace xdnasim::design
