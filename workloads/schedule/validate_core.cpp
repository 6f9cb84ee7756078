// Checks of the programs of cores.

#include <algorithm>

#include "base/saturating.hpp"
#include "workloads/schedule/inspection.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Bytes;
using arch::TileId;

/// Checks the program of one core. Operations are numbered from 0 in program order, loops and their
/// bodies included.
class CoreCheck {
 public:
    CoreCheck(Inspection& inspection, TileId core)
        : inspection_{inspection}, core_{core}, name_{inspection.name(core)} {}

    /// Properties of a stretch of a core's program.
    struct Effect {
        bool takes_time = false;
        bool ends = true;
    };

    Effect check(const CoreBody& body, int depth) {
        Effect total;
        for (const CoreOp& step : body) {
            const Reporter report =
                inspection_.at(fmt::format("{} op {}", name_, number_++), step.origin);
            if (!total.ends) {
                report("is never reached: it follows a loop without end");
                break;
            }
            const Effect effect = std::visit(
                [&](const auto& operation) { return check(report, operation, depth); }, step.op);
            total.takes_time = total.takes_time || effect.takes_time;
            total.ends = effect.ends;
        }
        return total;
    }

 private:
    Effect check(const Reporter& report, const Acquire& acquire, int /*depth*/) {
        check_lock(report, acquire.lock);
        check_acquire_value(inspection_, report, core_, acquire);
        return {.takes_time = true};
    }

    Effect check(const Reporter& report, const Release& release, int /*depth*/) {
        check_lock(report, release.lock);
        check_release_value(inspection_, report, core_, release);
        return {.takes_time = true};
    }

    Effect check(const Reporter& report, const Call& call, int /*depth*/) {
        if (const kernels::Kernel* kernel = inspection_.schedule.kernel(call.kernel)) {
            check_arguments(report, call, *kernel);
            const kernels::CascadeWords words = cascade_words(*kernel);
            if (words.gets > 0) check_cascade_in(report);
            if (words.puts > 0) check_cascade_out(report);
        } else {
            report("calls kernel {}; there are {}", call.kernel.index,
                   inspection_.schedule.kernels.size());
        }
        for (const BufferSlice& slice : call.arguments)
            check_slice(report, slice);
        return {.takes_time = true};
    }

    Effect check(const Reporter& report, const GetCascade& get, int /*depth*/) {
        check_cascade_in(report);
        if (get.into) check_word(report, *get.into);
        return {.takes_time = true};
    }

    Effect check(const Reporter& report, const PutCascade& put, int /*depth*/) {
        check_cascade_out(report);
        if (put.from) check_word(report, *put.from);
        return {.takes_time = true};
    }

    static Effect check(const Reporter& report, const TellEvent& told, int /*depth*/) {
        if (told.event < 0 || told.event >= TellEvent::kEvents)
            report("signals event {}; a core has 0 to {}", told.event, TellEvent::kEvents - 1);
        return {};
    }

    Effect check(const Reporter& report, const Loop& loop, int depth) {
        if (depth == kMaxLoopDepth) {
            report("is nested in {} loops; allowed are {}", depth, kMaxLoopDepth - 1);
            return {.takes_time = true};
        }
        if (loop.count && *loop.count < 0) {
            report("runs {} times; it must not be negative", *loop.count);
        }
        Effect effect = check(loop.body, depth + 1);
        if (!loop.count) {
            if (!effect.takes_time) report("runs for ever without taking time");
            effect.ends = false;
        } else if (*loop.count <= 0) {
            effect = {};
        }
        return effect;
    }

    void check_cascade_in(const Reporter& report) {
        const bool linked =
            std::ranges::any_of(inspection_.schedule.cascades,
                                [&](const CascadeLink& link) { return link.to == core_; });
        if (!linked) report("gets words from the cascade, but no cascade leads to {}", name_);
    }

    void check_cascade_out(const Reporter& report) {
        const bool linked =
            std::ranges::any_of(inspection_.schedule.cascades,
                                [&](const CascadeLink& link) { return link.from == core_; });
        if (!linked) report("puts words to the cascade, but no cascade leads away from {}", name_);
    }

    void check_word(const Reporter& report, const BufferSlice& slice) {
        if (slice.length != arch::kCascadeWord)
            report("moves {} bytes over the cascade; a word has {}", slice.length.count(),
                   arch::kCascadeWord.count());
        check_slice(report, slice);
    }

    void check_lock(const Reporter& report, const LockRef& lock) {
        if (!core_reaches(inspection_.device, core_, lock.tile)) {
            report("uses lock {} of {}, which {} cannot reach", lock.id,
                   inspection_.name(lock.tile), name_);
        } else if (inspection_.lock(lock) == nullptr) {
            report("uses lock {} of {}, which is not declared there", lock.id,
                   inspection_.name(lock.tile));
        }
    }

    static void check_arguments(const Reporter& report, const Call& call,
                                const kernels::Kernel& kernel) {
        const std::vector<Bytes> sizes = argument_sizes(kernel);
        if (call.arguments.size() != sizes.size()) {
            report("calls '{}' with {} arguments; it takes {}", kernel.name, call.arguments.size(),
                   sizes.size());
            return;
        }
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            if (call.arguments[i].length == sizes[i]) continue;
            report("passes {} bytes as argument {} of '{}'; it takes {}",
                   call.arguments[i].length.count(), i, kernel.name, sizes[i].count());
        }
    }

    void check_slice(const Reporter& report, const BufferSlice& slice) {
        const TileId tile = slice.buffer.tile;
        const Buffer* buffer = inspection_.buffer(slice.buffer);
        if (!core_reaches(inspection_.device, core_, tile)) {
            report("uses a buffer of {}, which {} cannot reach", inspection_.name(tile), name_);
        } else if (buffer == nullptr) {
            report("uses buffer {} of {}, which does not exist", slice.buffer.index,
                   inspection_.name(tile));
        } else if (slice.offset < Bytes{} || slice.length <= Bytes{} ||
                   base::saturating_add(slice.offset.count(), slice.length.count()) >
                       buffer->size.count()) {
            report("uses {} bytes from byte {} of buffer '{}', which has {}", slice.length.count(),
                   slice.offset.count(), buffer->name, buffer->size.count());
        }
    }

    Inspection& inspection_;
    TileId core_;
    std::string name_;
    int number_ = 0;
};

}  // namespace

void check_core(Inspection& inspection, const TileProgram& program) {
    if (program.core.empty()) return;
    if (!inspection.device.has(arch::TileKind::CompTile, program.tile)) {
        inspection.at(inspection.name(program.tile))(
            "has a core program, but there is no core in this tile");
        return;
    }
    CoreCheck{inspection, program.tile}.check(program.core, 0);
}

}  // namespace xdnasim::schedule
