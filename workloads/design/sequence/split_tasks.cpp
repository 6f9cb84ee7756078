// Tasks whose transfer does not fit one BD of a shim, split as in mlir-aie
// (AIEDecomposeLargeDmaBd).

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "workloads/design/sequence/stream_builder.hpp"

namespace xdnasim::design {

using arch::TileId;

namespace {

/// Operations that wait for nothing. Remaining parts of a started task are pushed only after all of
/// these that follow the start.
constexpr std::array<std::string_view, 5> kQuick{"aiex.dma_start_task", "aiex.dma_configure_task",
                                                 "aiex.dma_configure_task_for",
                                                 "aiex.npu.rtp_write", "aiex.set_lock"};

bool is_quick(const ir::Operation& operation) {
    return std::ranges::find(kQuick, operation.name) != kQuick.end() ||
           operation.name.starts_with("arith.") || operation.name.starts_with("memref.") ||
           operation.name.starts_with("scf.");
}

}  // namespace

std::shared_ptr<StreamBuilder::TaskParts> StreamBuilder::parts_of(Task& task, const BdForm& form,
                                                                  const HostView& host) {
    auto parts = std::make_shared<TaskParts>(TaskParts{host, {}});
    for (const BdPiece& piece : form.pieces) {
        const bool first = parts->all.empty();
        TaskPart& part = parts->all.emplace_back();
        part.bd = piece.bd;
        part.bd.packet = form.bd.packet;
        const std::optional<int> spare = first ? form.bd.id : spare_bd(task.channel);
        part.bd.id = spare ? *spare : free_bd(task.channel, form.bd.origin);
        part.repeat = static_cast<int>(std::min<std::int64_t>(piece.rounds - 1, kMaxCount));
        if (!first) task.bds.push_back(part.bd.id);
    }
    return parts;
}

/// Writes one pass through `form`: as one BD, as a chain of BDs, or as one task for each BD.
void StreamBuilder::write_pieces(Task& task, const BdForm& form, const HostView& host) {
    const base::Position at = form.bd.origin;
    const TileId shim = task.channel.tile;
    task.passes = {form.pieces.size() == 1 ? form.pieces.front().rounds : 1, form.rounds, at};
    auto parts = parts_of(task, form, host);
    const auto depth = draft_.device.model(shim).dma.task_queue_depth;
    // In a chain, all BDs run once before any runs again.
    const bool chain =
        parts->all.size() > 1 && form.rounds == 1 &&
        std::cmp_less_equal(parts->all.size(), depth) &&
        std::ranges::all_of(form.pieces, [](const BdPiece& piece) { return piece.rounds == 1; });
    if (chain) return write_chain(at, shim, *parts);
    // Other BDs are written when their task starts.
    write_part(at, shim, *parts, parts->all.front());
    if (parts->all.size() > 1) task.parts = std::move(parts);
}

void StreamBuilder::write_chain(base::Position at, TileId shim, TaskParts& parts) {
    for (std::size_t i = 0; i < parts.all.size(); ++i) {
        if (i + 1 < parts.all.size()) parts.all[i].bd.next = parts.all[i + 1].bd.id;
        write_part(at, shim, parts, parts.all[i]);
    }
}

void StreamBuilder::write_part(base::Position at, TileId shim, const TaskParts& parts,
                               TaskPart& part) {
    if (!std::exchange(part.written, true)) write_bd(at, shim, part.bd, parts.host);
}

std::int64_t StreamBuilder::passes_of(const Task& task) const {
    const std::int64_t runs = std::int64_t{task.repeat} + 1;
    const std::int64_t all = base::saturating_multiply(runs, task.passes.passes);
    if (all % task.passes.runs != 0)
        draft_.text.fail(
            task.passes.at,
            fmt::format(
                "a task of {} rounds, too long for one BD, runs {} times; allowed: whole passes",
                task.passes.runs, runs));
    return all / task.passes.runs;
}

void StreamBuilder::start_task(base::Position at, const Task& task) {
    if (!round_.insert(task.channel).second) {
        start_the_rest();
        round_.insert(task.channel);
    }
    const std::int64_t passes = passes_of(task);
    if (!task.parts)
        return start(at, task.channel, task.first_bd,
                     static_cast<int>(std::min<std::int64_t>(passes - 1, kMaxCount)), task.token);
    const std::size_t parts = task.parts->all.size();
    const std::int64_t count = base::saturating_multiply(passes, static_cast<std::int64_t>(parts));
    for (std::int64_t i = 0; i < count; ++i) {
        count_step(at);
        const LateStart next{.at = at,
                             .channel = task.channel,
                             .parts = task.parts,
                             .index = i,
                             .count = count,
                             .token = task.token && i + 1 == count};
        if (i == 0)
            start_part(next);
        else
            late_.push_back(next);
    }
}

void StreamBuilder::start_part(const LateStart& next) {
    std::vector<TaskPart>& all = next.parts->all;
    TaskPart& part = all[static_cast<std::size_t>(next.index) % all.size()];
    write_part(next.at, next.channel.tile, *next.parts, part);
    start(next.at, next.channel, part.bd.id, part.repeat, next.token);
}

/// Starts the remaining parts. Parts of several tasks take turns, since one may depend on the data
/// of another.
void StreamBuilder::start_the_rest() {
    std::ranges::stable_sort(late_, [](const LateStart& a, const LateStart& b) {
        return base::saturating_multiply(a.index, b.count) <
               base::saturating_multiply(b.index, a.count);
    });
    for (const LateStart& next : std::exchange(late_, {}))
        start_part(next);
    round_.clear();
}

void StreamBuilder::start_the_rest_before(const ir::Operation& operation) {
    if (round_.empty() || is_quick(operation)) return;
    if (operation.is("aiex.dma_free_task")) {
        const Task& ended = task(fields(operation));
        if (std::ranges::find(late_, ended.parts, &LateStart::parts) == late_.end()) return;
    }
    start_the_rest();
}

}  // namespace xdnasim::design
