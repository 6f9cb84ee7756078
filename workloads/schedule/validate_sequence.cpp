// The runtime sequence: every operation is looked at once as it stands, then the whole
// is gone through as the command processor would, with the cheap checks that depend on
// the loops' indices.

#include <algorithm>
#include <bitset>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "arch/routing_graph.hpp"
#include "base/saturating.hpp"
#include "workloads/schedule/bd_walk.hpp"
#include "workloads/schedule/inspection.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Bytes;
using arch::Port;
using arch::TileId;

constexpr std::int64_t kMaxOperations = 4'000'000;

/// Breaches that depend on the loops' indices: each is reported once per operation.
enum Rule : std::size_t { kBdId, kAddress, kUnwritten, kNext, kTokens, kRules };

/// An operation with what is known of it before the sequence runs.
struct Step {
    const SequenceOp* operation;
    Reporter report;
    bool sound = true;  ///< its values can be computed
    Bytes extent{};     ///< of a WriteBd
    std::bitset<kRules> reported;
    std::vector<Step> body;  ///< of a loop

    /// Is this the first breach of `rule` here?
    [[nodiscard]] bool first(Rule rule) {
        const bool fresh = !reported.test(rule);
        reported.set(rule);
        return fresh;
    }
};

/// Looks at every operation once. They are numbered from 0 in the order in which they
/// stand, loops and what is in them included.
class StaticCheck {
 public:
    explicit StaticCheck(Inspection& inspection) : inspection_{inspection} {}

    std::vector<Step> check(const std::vector<SequenceOp>& operations) {
        std::vector<Step> steps;
        steps.reserve(operations.size());
        for (const SequenceOp& operation : operations) {
            Step& step = steps.emplace_back(
                Step{.operation = &operation,
                     .report =
                         inspection_.at(fmt::format("sequence op {}", number_++), operation.origin),
                     .reported = {},
                     .body = {}});
            step.sound = std::visit([&](const auto& op) { return check(step, op); }, operation.op);
        }
        return steps;
    }

 private:
    bool check(Step& step, const WriteBd& write) {
        bool sound = check_affine(step.report, "BD id", write.id, counts_);
        sound = check_affine(step.report, "offset", write.offset, counts_) && sound;
        if (!inspection_.device.contains(write.tile)) {
            step.report("writes a BD of {}, which is not in the array",
                        inspection_.name(write.tile));
            return false;
        }
        if (inspection_.dma(write.tile) == nullptr) {
            step.report("writes a BD of {}, which has no DMA", inspection_.name(write.tile));
            return false;
        }
        check_bd_shape(inspection_, step.report, write.tile, write.bd);
        if (write.bd.offset != Bytes{})
            step.report(
                "writes a BD with an offset of its own, {} bytes, which the operation's "
                "replaces; it must be 0",
                write.bd.offset.count());
        step.extent = extent_of(write.bd);
        return sound;
    }

    bool check(Step& step, const WriteMemory& write) {
        const Buffer* const buffer = inspection_.schedule.buffer(write.buffer);
        const arch::Bytes end =
            write.offset + arch::kWord * static_cast<std::int64_t>(write.words.size());
        if (write.words.empty() || (write.words.size() > 1 && write.mask != ~std::uint32_t{0})) {
            step.report(
                "writes {} words under the mask 0x{:08X}; allowed: one word, or several "
                "with all their bits",
                write.words.size(), write.mask);
            return false;
        }
        if (buffer != nullptr && write.offset >= arch::Bytes{} && end <= buffer->size)
            return step.report.in_words("offset in the buffer", write.offset);
        step.report("writes bytes {} to {} of a buffer of {}, which has {}", write.offset.count(),
                    end.count() - 1, inspection_.name(write.buffer.tile),
                    buffer == nullptr ? 0 : buffer->size.count());
        return false;
    }

    bool check(Step& step, const SetLock& set) {
        if (inspection_.schedule.lock(set.lock) == nullptr) {
            step.report("sets lock {} of {}, which the schedule does not have", set.lock.id,
                        inspection_.name(set.lock.tile));
            return false;
        }
        step.report.check_range("lock value", set.value, 0,
                                inspection_.device.model(set.lock.tile).max_lock_value);
        return true;
    }

    bool check(Step& step, const PushTask& push) {
        const bool sound = check_affine(step.report, "BD id", push.bd, counts_);
        if (!channel_exists(inspection_, step.report, push.tile, push.direction, push.channel)) {
            return false;
        }
        step.report.check_range("repeat", push.repeat, 0, inspection_.dma(push.tile)->max_repeat);
        const Port port = arch::dma_port(push.tile, push.direction, push.channel);
        if (inspection_.flows_at(port).empty()) {
            step.report("pushes to {} channel {} of {}, where no flow starts or ends",
                        to_string(push.direction), push.channel, inspection_.name(push.tile));
        }
        return sound;
    }

    bool check(Step& step, const AwaitToken& await) {
        return channel_exists(inspection_, step.report, await.tile, await.direction, await.channel);
    }

    bool check(Step& step, const SignalTrace& signal) {
        if (inspection_.is(arch::TileKind::Shim, signal.shim)) return true;
        step.report("signals the trace units from {}; only shims do",
                    inspection_.name(signal.shim));
        return false;
    }

    bool check(Step& step, const SequenceLoop& loop) {
        if (counts_.size() == kMaxLoopDepth) {
            step.report("is nested in {} loops; allowed are {}", kMaxLoopDepth, kMaxLoopDepth - 1);
            return false;
        }
        if (loop.count < 0) step.report("runs {} times; it must not be negative", loop.count);
        counts_.push_back(loop.count);
        step.body = check(loop.body);
        counts_.pop_back();
        return true;
    }

    Inspection& inspection_;
    std::vector<std::int64_t> counts_;  ///< of the loops around the operation
    int number_ = 0;
};

std::int64_t operations_of(const std::vector<Step>& steps) {
    std::int64_t total = 0;
    for (const Step& step : steps) {
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

/// Goes through the sequence as the command processor would.
class DryRun {
 public:
    explicit DryRun(const Inspection& inspection) : inspection_{inspection} {}

    void run(std::vector<Step>& steps) {
        for (Step& step : steps) {
            std::visit([&](const auto& operation) { run(step, operation); }, step.operation->op);
        }
    }

 private:
    using Slot = std::pair<TileId, int>;  ///< BD of a tile

    void run(Step& step, const SequenceLoop& loop) {
        indices_.push_back(0);
        for (std::int64_t i = 0; i < loop.count; ++i) {
            indices_.back() = i;
            run(step.body);
        }
        indices_.pop_back();
    }

    void run(Step& step, const WriteBd& write) {
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

    void run(Step& step, const PushTask& push) {
        if (!step.sound) {
            // Its tokens are not known to be missing.
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

    void run(Step& /*step*/, const SignalTrace& /*signal*/) {}
    void run(Step& /*step*/, const WriteMemory& /*write*/) {}
    void run(Step& /*step*/, const SetLock& /*set*/) {}

    void run(Step& step, const AwaitToken& await) {
        if (!step.sound || untold_.contains(await.tile)) return;
        int& tokens = tokens_[arch::dma_port(await.tile, await.direction, await.channel)];
        if (tokens > 0) {
            --tokens;
        } else if (step.first(kTokens)) {
            step.report("awaits a token of {} channel {} of {} that no task before it issues",
                        to_string(await.direction), await.channel, inspection_.name(await.tile));
        }
    }

    void follow_chain(Step& step, const Port& port, int first, int bds) {
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

    /// The BD as the sequence last wrote it, or as the tile's program has it, and where
    /// to report its breaches.
    std::pair<const Bd*, const Reporter*> bd_at(const Step& step, const Slot& slot) const {
        if (const auto at = written_.find(slot); at != written_.end()) {
            return {&std::get<WriteBd>(at->second->operation->op).bd, &at->second->report};
        }
        return {inspection_.bd(slot.first, slot.second), &step.report};
    }

    void report_missing(Step& step, TileId tile, int id, bool is_first) const {
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
    std::map<Slot, const Step*> written_;
    std::map<Port, int> tokens_;
    /// Tiles with operations whose values are wrong: what these would have written or
    /// issued is not reported as missing.
    std::set<TileId> untold_;
    std::set<std::tuple<const Bd*, int, Port>> run_by_;
};

}  // namespace

void check_sequence(Inspection& inspection) {
    std::vector<Step> steps = StaticCheck{inspection}.check(inspection.schedule.sequence);
    if (const std::int64_t operations = operations_of(steps); operations > kMaxOperations) {
        inspection.at("sequence")("has {} operations when its loops are unrolled; allowed are {}",
                                  operations, kMaxOperations);
        return;
    }
    DryRun{inspection}.run(steps);
}

}  // namespace xdnasim::schedule
