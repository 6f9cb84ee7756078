// Kernels, and the programs of cores that call them.

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/saturating.hpp"
#include "workloads/kernels/dense_program.hpp"
#include "workloads/kernels/numerics.hpp"
#include "workloads/schedule/inspection.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Bytes;
using arch::TileId;

void check_work(const Reporter& report, const kernels::Matmul& work) {
    const auto check_multiple = [&](std::string_view name, int size, std::string_view of,
                                    int tile) {
        if (tile < 1) {
            report("{} is {}; it must be positive", of, tile);
        } else if (size < 1 || size % tile != 0) {
            report("{} is {}; it must be a positive multiple of {} = {}", name, size, of, tile);
        }
    };
    check_multiple("m", work.m, "r", work.r);
    check_multiple("k", work.k, "s", work.s);
    check_multiple("n", work.n, "t", work.t);
    report.check_range("shift", work.shift, 0, kernels::kMaxShift);
}

void check_work(const Reporter& report, const kernels::Encode& work) {
    constexpr int kSide = 16;  // two tiles
    if (work.m < 1 || work.n < 1 || work.m % kSide != 0 || work.n % kSide != 0)
        report("encodes {} x {} elements; allowed: positive multiples of {}", work.m, work.n,
               kSide);
}

void check_size(const Reporter& report, Bytes size) {
    if (size <= Bytes{}) report("size is {} bytes; it must be positive", size.count());
}
void check_work(const Reporter& report, const kernels::Zero& work) {
    check_size(report, work.size);
}
void check_work(const Reporter& report, const kernels::Copy& work) {
    check_size(report, work.size);
}

void check_integers(const Reporter& report, Bytes size, kernels::DataType type) {
    check_size(report, size);
    if (!kernels::is_integer(type))
        report("is of {}; allowed: {}", to_string(type), arch::names_where(arch::is_integer));
    else if (size.count() % size_of(type).count() != 0)
        report("size is {} bytes, no whole number of {}", size.count(), to_string(type));
}
void check_work(const Reporter& report, const kernels::AddOne& work) {
    check_integers(report, work.size, work.type);
}
void check_work(const Reporter& report, const kernels::Scale& work) {
    check_integers(report, work.size, work.type);
}
void check_work(const Reporter& report, const kernels::ChainSum& work) {
    check_size(report, work.size);
    if (work.size % arch::kCascadeWord != Bytes{})
        report("size is {} bytes; it must be a multiple of {}, a word of the cascade",
               work.size.count(), arch::kCascadeWord.count());
    if (!work.gets && !work.puts) report("neither gets words from the cascade nor puts them there");
}
void check_work(const Reporter& report, const kernels::Firing& work) {
    for (const Bytes size : work.inputs)
        check_size(report, size);
    for (const Bytes size : work.outputs)
        check_size(report, size);
}
void check_work(const Reporter& report, const kernels::ChainProduct& work) {
    check_work(report, work.product);
    const auto [rows, columns] = work.blocking();
    const auto check_blocks = [&](std::string_view name, int size, int block) {
        if (block < 1 || size % block != 0)
            report("{} is {}; it must be a multiple of {}, a block of tiles", name, size, block);
    };
    check_blocks("m", work.product.m, work.product.r * rows);
    check_blocks("n", work.product.n, work.product.t * columns);
}
template <class Layer>
void check_layer(const Reporter& report, const Layer& work) {
    try {
        kernels::require_tiles(work);
    } catch (const base::InputError& error) {
        report("{}", error.what());
    }
    if (work.shift < 0 || work.shift > kernels::kMaxShift)
        report("shifts by {}; allowed: 0 to {}", work.shift, kernels::kMaxShift);
}
void check_work(const Reporter& report, const kernels::Dense& work) {
    check_layer(report, work);
    if (work.passes && !work.receives) report("passes on what it does not receive");
    if (work.gives && work.puts_sums()) report("gives outputs and puts partial sums");
}
void check_work(const Reporter& report, const kernels::Reduce& work) {
    check_layer(report, work);
    if (work.gives && work.puts) report("gives outputs and puts sums");
}
void check_work(const Reporter& report, const kernels::External& work) {
    const auto check_words = [&](std::string_view name, std::int64_t words) {
        if (words < 0) report("{} {} words; it must not be negative", name, words);
    };
    check_words("gets", work.cascade.gets);
    check_words("puts", work.cascade.puts);
    for (const Bytes size : work.arguments)
        check_size(report, size);
}

/// Walks the program of one core. Operations are numbered from 0 in the order in which
/// they stand, loops and what is in them included.
class CoreCheck {
 public:
    CoreCheck(Inspection& inspection, TileId core)
        : inspection_{inspection}, core_{core}, name_{inspection.name(core)} {}

    /// What a stretch of program does to the core's time.
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
            report("tells event {}; a core has 0 to {}", told.event, TellEvent::kEvents - 1);
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
        if (!linked) report("gets words from the cascade; none leads to {}", name_);
    }

    void check_cascade_out(const Reporter& report) {
        const bool linked =
            std::ranges::any_of(inspection_.schedule.cascades,
                                [&](const CascadeLink& link) { return link.from == core_; });
        if (!linked) report("puts words to the cascade; none leads away from {}", name_);
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

void check_kernels(Inspection& inspection) {
    for (const kernels::Kernel& kernel : inspection.schedule.kernels) {
        const Reporter report = inspection.at(fmt::format("kernel '{}'", kernel.name));
        std::visit([&](const auto& work) { check_work(report, work); }, kernel.work);
        if (kernel.cycles && *kernel.cycles < arch::Cycles{1}) {
            report("takes {} cycles; it must be at least 1", kernel.cycles->count());
        }
        const kernels::CascadeWords words = cascade_words(kernel);
        if (kernel.cycles && std::max(words.gets, words.puts) > kernel.cycles->count())
            report("moves {} words one way over the cascade in {} cycles; at most one a cycle",
                   std::max(words.gets, words.puts), kernel.cycles->count());
    }
}

void check_core(Inspection& inspection, const TileProgram& program) {
    if (program.core.empty()) return;
    if (!inspection.is(arch::TileKind::CompTile, program.tile)) {
        inspection.at(inspection.name(program.tile))(
            "has a core program, but there is no core in this tile");
        return;
    }
    CoreCheck{inspection, program.tile}.check(program.core, 0);
}

}  // namespace xdnasim::schedule
