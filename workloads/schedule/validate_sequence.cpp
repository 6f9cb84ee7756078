// Checks of the runtime sequence: first every operation on its own, then the whole sequence in the
// order of the command processor, with the cheap checks that depend on loop indices.

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "arch/routing_graph.hpp"
#include "base/saturating.hpp"
#include "workloads/schedule/inspection.hpp"
#include "workloads/schedule/sequence_steps.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Bytes;
using arch::Port;
using arch::TileId;

std::int64_t operations_of(const std::vector<SequenceStep>& steps) {
    std::int64_t total = 0;
    for (const SequenceStep& step : steps) {
        const auto* loop = std::get_if<SequenceLoop>(&step.operation->op);
        const std::int64_t operations =
            loop == nullptr
                ? 1
                : base::saturating_multiply(std::max<std::int64_t>(loop->count, 0),
                                            base::saturating_add(1, operations_of(step.body)));
        total = base::saturating_add(total, operations);
    }
    return total;
}

/// Executes the sequence in the order of the command processor.
class DryRun {
 public:
    explicit DryRun(const Inspection& inspection) : inspection_{inspection} {}

    void run(std::vector<SequenceStep>& steps) {
        for (SequenceStep& step : steps) {
            std::visit([&](const auto& operation) { run(step, operation); }, step.operation->op);
        }
    }

 private:
    using enum SequenceStep::Rule;
    using Slot = std::pair<TileId, int>;  ///< tile and BD id

    void run(SequenceStep& step, const SequenceLoop& loop) {
        indices_.push_back(0);
        for (std::int64_t i = 0; i < loop.count; ++i) {
            indices_.back() = i;
            run(step.body);
        }
        indices_.pop_back();
    }

    void run(SequenceStep& step, const WriteBd& write) {
        if (!step.sound) {
            untold_.insert(write.tile);
            return;
        }
        const std::int64_t id = write.id.at(indices_);
        const int bds = inspection_.dma(write.tile)->bds;
        if (id < 0 || id >= bds) {
            if (step.first(kBdId)) step.report.check_range("BD id", id, 0, bds - 1);
            untold_.insert(write.tile);
            return;
        }
        written_[{write.tile, static_cast<int>(id)}] = &step;
        if (step.reported.test(kAddress)) return;
        const Bytes offset{write.offset.at(indices_)};
        const bool good =
            check_addresses(inspection_, step.report, write.tile, write.bd, offset, step.extent);
        step.reported.set(kAddress, !good);
    }

    void run(SequenceStep& step, const PushTask& push) {
        if (!step.sound) {
            // The tokens of this task cannot be reported as missing.
            untold_.insert(push.tile);
            return;
        }
        const Port port = arch::dma_port(push.tile, push.direction, push.channel);
        if (push.token) ++tokens_[port];
        const std::int64_t id = push.bd.at(indices_);
        const int bds = inspection_.dma(push.tile)->bds;
        if (id < 0 || id >= bds) {
            if (step.first(kBdId)) step.report.check_range("BD id", id, 0, bds - 1);
            return;
        }
        follow_chain(step, port, static_cast<int>(id), bds);
    }

    void run(SequenceStep& /*step*/, const SignalTrace& /*signal*/) {}
    void run(SequenceStep& /*step*/, const WriteMemory& /*write*/) {}
    void run(SequenceStep& /*step*/, const SetLock& /*set*/) {}

    void run(SequenceStep& step, const AwaitToken& await) {
        if (!step.sound || untold_.contains(await.tile)) return;
        int& tokens = tokens_[arch::dma_port(await.tile, await.direction, await.channel)];
        if (tokens > 0) {
            --tokens;
        } else if (step.first(kTokens)) {
            step.report("awaits a token of {} channel {} of {} that no task before it issues",
                        to_string(await.direction), await.channel, inspection_.name(await.tile));
        }
    }

    void follow_chain(SequenceStep& step, const Port& port, int first, int bds) {
        int id = first;
        for (int passed = 0; passed < bds; ++passed) {
            const auto [bd, report] = bd_at(step, {port.tile, id});
            if (bd == nullptr) {
                report_missing(step, port.tile, id, passed == 0);
                return;
            }
            if (run_by_.insert({bd, id, port}).second) {
                check_bd_on_channel(inspection_, *report, port, *bd, id);
            }
            if (!bd->next) return;
            id = *bd->next;
        }
    }

    /// The BD as the sequence last wrote it, or as the tile's program contains it, with the
    /// reporter of its breaches.
    std::pair<const Bd*, const Reporter*> bd_at(const SequenceStep& step, const Slot& slot) const {
        if (const auto at = written_.find(slot); at != written_.end()) {
            return {&std::get<WriteBd>(at->second->operation->op).bd, &at->second->report};
        }
        return {inspection_.bd(slot.first, slot.second), &step.report};
    }

    void report_missing(SequenceStep& step, TileId tile, int id, bool is_first) const {
        if (untold_.contains(tile)) return;
        if (is_first && step.first(kUnwritten)) {
            step.report("pushes BD {} of {}, which nothing has written", id,
                        inspection_.name(tile));
        } else if (!is_first && step.first(kNext)) {
            step.report("pushes a chain to BD {} of {}, which nothing has written", id,
                        inspection_.name(tile));
        }
    }

    const Inspection& inspection_;
    std::vector<std::int64_t> indices_;
    std::map<Slot, const SequenceStep*> written_;
    std::map<Port, int> tokens_;
    /// Tiles with operations whose values are wrong: the BDs and tokens of these operations are not
    /// reported as missing.
    std::set<TileId> untold_;
    std::set<std::tuple<const Bd*, int, Port>> run_by_;
};

}  // namespace

void check_sequence(Inspection& inspection) {
    std::vector<SequenceStep> steps = check_each_operation(inspection);
    if (const std::int64_t operations = operations_of(steps); operations > kMaxOperations) {
        inspection.at("sequence")(
            "has {} operations when its loops are unrolled; allowed are {}, as many as the "
            "simulator takes",
            operations, kMaxOperations);
        return;
    }
    DryRun{inspection}.run(steps);
}

}  // namespace xdnasim::schedule
