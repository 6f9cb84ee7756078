#include "workloads/schedule/sequence_steps.hpp"

#include <variant>

#include "arch/routing_graph.hpp"
#include "workloads/schedule/bd_walk.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Bytes;
using arch::Port;

/// Checks every operation once. Operations are numbered from 0 in program order, loops and their
/// bodies included.
class StaticCheck {
 public:
    explicit StaticCheck(Inspection& inspection) : inspection_{inspection} {}

    std::vector<SequenceStep> check(const std::vector<SequenceOp>& operations) {
        std::vector<SequenceStep> steps;
        steps.reserve(operations.size());
        for (const SequenceOp& operation : operations) {
            SequenceStep& step = steps.emplace_back(SequenceStep{
                .operation = &operation,
                .report =
                    inspection_.at(fmt::format("sequence op {}", number_++), operation.origin),
                .reported = {},
                .body = {}});
            step.sound = std::visit([&](const auto& op) { return check(step, op); }, operation.op);
        }
        return steps;
    }

 private:
    bool check(SequenceStep& step, const WriteBd& write) {
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
                "writes a BD with its own offset of {} bytes, which the operation's offset "
                "replaces; it must be 0",
                write.bd.offset.count());
        step.extent = extent_of(write.bd);
        return sound;
    }

    bool check(SequenceStep& step, const WriteMemory& write) {
        const Buffer* const buffer = inspection_.schedule.buffer(write.buffer);
        const arch::Bytes end =
            write.offset + arch::kWord * static_cast<std::int64_t>(write.words.size());
        if (write.words.empty() || (write.words.size() > 1 && write.mask != kAllBits)) {
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

    bool check(SequenceStep& step, const SetLock& set) {
        if (inspection_.schedule.lock(set.lock) == nullptr) {
            step.report("sets lock {} of {}, which the schedule does not have", set.lock.id,
                        inspection_.name(set.lock.tile));
            return false;
        }
        step.report.check_range("lock value", set.value, 0,
                                inspection_.device.model(set.lock.tile).max_lock_value);
        return true;
    }

    bool check(SequenceStep& step, const PushTask& push) {
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

    bool check(SequenceStep& step, const AwaitToken& await) {
        return channel_exists(inspection_, step.report, await.tile, await.direction, await.channel);
    }

    bool check(SequenceStep& step, const SignalTrace& signal) {
        if (inspection_.device.has(arch::TileKind::Shim, signal.shim)) return true;
        step.report("signals the trace units from {}; only shims do",
                    inspection_.name(signal.shim));
        return false;
    }

    bool check(SequenceStep& step, const SequenceLoop& loop) {
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
    std::vector<std::int64_t> counts_;  ///< iteration counts of the loops around the operation
    int number_ = 0;
};

}  // namespace

std::vector<SequenceStep> check_each_operation(Inspection& inspection) {
    return StaticCheck{inspection}.check(inspection.schedule.sequence);
}

}  // namespace xdnasim::schedule
