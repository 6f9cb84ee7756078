// The tasks of a runtime sequence: chains of BDs that are configured, started, awaited and freed.

#include <algorithm>

#include <fmt/format.h>

#include "workloads/design/sequence/stream_builder.hpp"

namespace xdnasim::design {

using arch::TileId;

bool StreamBuilder::read_task(const ir::Operation& operation) {
    if (operation.is("aiex.dma_configure_task_for")) {
        read_configure(operation, true);
    } else if (operation.is("aiex.dma_configure_task")) {
        read_configure(operation, false);
    } else if (operation.is("aiex.dma_start_task")) {
        read_start(operation);
    } else if (operation.is("aiex.dma_await_task") || operation.is("aiex.dma_free_task")) {
        const Task& ended = task(fields(operation));
        if (operation.is("aiex.dma_await_task")) {
            if (!ended.token)
                fields(operation).fail(
                    "task",
                    "is a task that does not signal its end. Configure it with issue_token = true");
            await(operation.at, ended.channel);
        }
        for (const int bd : ended.bds)
            bds_[ended.channel.tile].erase(bd);
    } else {
        return false;
    }
    return true;
}

/// Reads a start. Its repeat count and token apply to this start only.
void StreamBuilder::read_start(const ir::Operation& operation) {
    const ir::Fields read = fields(operation);
    Task started = task(read);
    for (const char* name : {"repeat_count", "repeat_count_val"})
        if (read.has(name)) started.repeat = read.small(name, 0, kMaxCount);
    if (read.has("repeat_count") && read.has("repeat_count_val"))
        read.fail("repeat_count", "stands beside 'repeat'; allowed: one of them");
    if (read.flag("no_token")) started.token = false;
    start_task(operation.at, started);
}

const StreamBuilder::Task& StreamBuilder::task(const ir::Fields& fields) const {
    const auto found = tasks_.find(fields.value("task"));
    if (found == tasks_.end())
        fields.fail("task",
                    fmt::format("is '%{}', not a task that was configured", fields.value("task")));
    return found->second;
}

int StreamBuilder::free_bd(const txn::Channel& channel, base::Position at) {
    std::set<int>& used = bds_[channel.tile];
    const arch::BdRange own = draft_.device.model(channel.tile).dma.bds_of(channel.number);
    for (const schedule::Bd& fixed : draft_.program(channel.tile).bds)
        used.insert(fixed.id);
    for (int id = own.first; id < own.end; ++id)
        if (used.insert(id).second) return id;
    draft_.text.fail(at, fmt::format("{} has no BD left: {} are in use. Await or free a task first",
                                     draft_.device.name_of(channel.tile), used.size()));
}

void StreamBuilder::read_configure(const ir::Operation& operation, bool by_symbol) {
    const ir::Fields read = fields(operation);
    Task task;
    if (by_symbol) {
        const Allocation& to = draft_.allocation(read, "alloc");
        task.channel = {to.shim, to.direction, to.channel};
        task.packet = to.packet;
    } else {
        task.channel = {draft_.tile(read, "tile"), draft_.direction(read, "direction"),
                        read.small("channel", 0, kMaxChannel)};
        if (read.has("packet")) task.packet = packet_header(read, "packet");
    }
    // Incoming packets bring their own header.
    if (task.channel.direction == arch::Direction::S2MM) task.packet.reset();
    task.token = read.flag("issue_token");
    task.repeat = static_cast<int>(read.integer_or("repeat_count", 0, 0, kMaxCount));
    if (read.has("bd_id")) task.bd = read.small("bd_id", 0, kMaxId);
    if (read.flag("out_of_order"))
        read.fail("out_of_order",
                  "is not supported. Let the DMA's program set the channel out of order, by "
                  "'out_of_order' of aie.dma_start");
    read_chain(operation, task);
    if (task.bds.empty()) draft_.text.fail(operation.at, "a task without aie.dma_bd");
    task.first_bd = task.bds.front();
    for (const std::string_view result : operation.results)
        tasks_[result] = task;
}

namespace {

/// A block of a task: its BD and the operations beside it.
struct TaskBlock {
    const ir::Operation* bd = nullptr;
    const ir::Operation* packet = nullptr;
    std::vector<const ir::Operation*> locks;
    std::optional<std::string_view> next;
};

TaskBlock task_block(const Draft& draft, const ir::Block& block) {
    TaskBlock read;
    for (const ir::Operation& inner : block.operations) {
        if (inner.is("aie.dma_bd")) read.bd = &inner;
        if (inner.is("aie.dma_bd_packet")) read.packet = &inner;
        if (inner.is("aie.use_lock")) read.locks.push_back(&inner);
        if (inner.is("aie.next_bd")) read.next = draft.fields(inner).token("dest").text;
    }
    return read;
}

/// Number of the next BD; nullopt if the task ends with this one.
std::optional<int> next_bd(const Draft& draft, const TaskBlock& read,
                           const std::vector<ir::Block>& blocks, const Named<int>& ids) {
    if (!read.next) return std::nullopt;
    if (const auto next = ids.find(*read.next); next != ids.end()) return next->second;
    const bool ends = std::ranges::any_of(blocks, [&](const ir::Block& other) {
        return other.label == *read.next && only_ends(other);
    });
    if (!ends)
        draft.text.fail(read.bd->at, fmt::format("there is no block '^{}' with a BD", *read.next));
    return std::nullopt;
}

}  // namespace

void StreamBuilder::read_locks(const std::vector<const ir::Operation*>& locks, bool shim,
                               schedule::Bd& bd) {
    for (const ir::Operation* lock : locks) {
        if (shim) {
            draft_.unsupported(lock->at,
                               "a lock of a shim's BD is not supported. Let the sequence start the "
                               "tasks in turn");
            continue;
        }
        const auto use = lock_use(draft_, *lock, &constants_);
        if (const auto* acquire = std::get_if<schedule::Acquire>(&use)) {
            bd.acquire = *acquire;
            if (!is_enabled(draft_, *lock))
                draft_.note(lock->at,
                            "'acq_en' of aie.use_lock in a task is ignored: its BD acquires the "
                            "lock, as in mlir-aie");
        } else {
            bd.release = std::get<schedule::Release>(use);
        }
    }
}

void StreamBuilder::read_chain(const ir::Operation& operation, Task& task) {
    if (operation.regions.empty()) return;
    const std::vector<ir::Block>& blocks = operation.regions.front().blocks;
    const bool shim = is_shim(task.channel.tile);
    std::vector<BdForm> forms;
    std::vector<TaskBlock> read;
    Named<int> ids;
    for (const ir::Block& block : blocks) {
        for (const ir::Operation& inner : block.operations)
            read_number(inner);
        const TaskBlock one = task_block(draft_, block);
        if (one.bd == nullptr) continue;
        schedule::Bd& bd = forms.emplace_back(read_chain_bd(*one.bd, task)).bd;
        if (!bd.packet) bd.packet = task.packet;
        if (one.packet != nullptr) bd.packet = packet_beside(fields(*one.packet));
        ids[block.label] = bd.id;
        read_locks(one.locks, shim, bd);
        read.push_back(one);
    }
    for (std::size_t i = 0; i < forms.size(); ++i) {
        forms[i].bd.next = next_bd(draft_, read[i], blocks, ids);
        if (!forms[i].pieces.empty() && (forms.size() > 1 || forms[i].bd.next))
            draft_.text.fail(forms[i].bd.origin,
                             "a BD of a chain moves more than one BD can hold; allowed: a task of "
                             "this BD alone");
        write_chain_bd(task, forms[i], *read[i].bd);
    }
}

void StreamBuilder::write_chain_bd(Task& task, const BdForm& form, const ir::Operation& written) {
    const schedule::Bd& bd = form.bd;
    if (!is_shim(task.channel.tile)) return write_memory_bd(bd.origin, task.channel.tile, bd);
    const HostView& host = view(fields(written), "buffer");
    if (!form.pieces.empty()) return write_pieces(task, form, host);
    write_bd(bd.origin, task.channel.tile, bd, host);
}

namespace {

/// Checks the length of a BD. The task's repeat count covers the outermost of four dimensions, so
/// that one round moves the inner three.
void require_inner_length(const Draft& draft, const BdForm& form, const Memref& type) {
    if (!form.inner_length || type.bytes_of(*form.inner_length) == form.bd.length) return;
    draft.text.fail(
        form.bd.origin,
        fmt::format(
            "the BD moves {} elements, but its {} have {}; allowed: a length of {}{}",
            type.elements_in(form.bd.length),
            form.has_outermost ? "three innermost dimensions" : "dimensions", *form.inner_length,
            *form.inner_length,
            form.has_outermost ? " (the outermost dimension is repeated by repeat_count)" : ""));
}

}  // namespace

BdForm StreamBuilder::read_chain_bd(const ir::Operation& operation, Task& task) {
    const TileId tile = task.channel.tile;
    const ir::Fields read = fields(operation);
    BdForm form;
    if (is_shim(tile)) {
        leave_out_unused(read);
        const Memref& type = view(read, "buffer").type;
        form = read_bd(draft_, operation, type, arch::TileKind::Shim, BdOwner::Task, &constants_);
        require_inner_length(draft_, form, type);
    } else {
        const schedule::BufferRef buffer = draft_.buffer(read, "buffer");
        const Memref& type = draft_.types.at(buffer);
        form =
            read_bd(draft_, operation, type, draft_.device.kind(tile), BdOwner::Task, &constants_);
        require_inner_length(draft_, form, type);
        form.bd.buffer = buffer;
    }
    if (form.sink_bd)
        read.fail("out_of_order_id",
                  "is not supported in a task of the runtime sequence. Let the DMA's program of a "
                  "core or a mem tile send the packets");
    if (task.bd && (!task.bds.empty() || form.id))
        draft_.text.fail(operation.at,
                         "a task that gives the number of its BD has another BD or one with its "
                         "own number; allowed: one BD without a number");
    if (task.bd) form.id = task.bd;
    const int bds = draft_.device.model(tile).dma.bds;
    if (form.id && *form.id >= bds)
        read.fail("bd_id", fmt::format("is {}; allowed: 0 to {}, the BDs of a {}", *form.id,
                                       bds - 1, to_string(draft_.device.kind(tile))));
    form.bd.id = form.id ? *form.id : free_bd(task.channel, operation.at);
    bds_[tile].insert(form.bd.id);
    task.bds.push_back(form.bd.id);
    return form;
}

}  // namespace xdnasim::design
