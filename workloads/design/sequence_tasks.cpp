// The tasks of a runtime sequence: chains of a shim's BDs that are configured, started, awaited and
// freed.

#include <fmt/format.h>

#include "workloads/design/stream_builder.hpp"

namespace xdnasim::design {

using arch::TileId;

bool StreamBuilder::read_task(const ir::Operation& operation) {
    if (operation.is("aiex.dma_configure_task_for")) {
        read_configure(operation, true);
    } else if (operation.is("aiex.dma_configure_task")) {
        read_configure(operation, false);
    } else if (operation.is("aiex.dma_start_task")) {
        const Task& started = task(fields(operation));
        push(operation.at, started.channel, started.first_bd, started.repeat, started.token);
    } else if (operation.is("aiex.dma_await_task") || operation.is("aiex.dma_free_task")) {
        const Task& ended = task(fields(operation));
        if (operation.is("aiex.dma_await_task")) await(operation.at, ended.channel);
        for (const int bd : ended.bds)
            bds_[ended.channel.tile].erase(bd);
    } else {
        return false;
    }
    return true;
}

const StreamBuilder::Task& StreamBuilder::task(const ir::Fields& fields) const {
    const auto found = tasks_.find(fields.value("task"));
    if (found == tasks_.end()) fields.fail("task", "is not a task that was configured");
    return found->second;
}

int StreamBuilder::free_bd(TileId shim, base::Position at) {
    std::set<int>& used = bds_[shim];
    for (int id = 0; id < draft_.device.shim_tile.dma.bds; ++id)
        if (used.insert(id).second) return id;
    draft_.text.fail(at, fmt::format("shim {} has no BD left: {} are in use; allowed: await or "
                                     "free a task before",
                                     to_string(shim), used.size()));
}

void StreamBuilder::read_configure(const ir::Operation& operation, bool by_symbol) {
    const ir::Fields read = fields(operation);
    Task task;
    if (by_symbol) {
        const Allocation& to = draft_.allocation(read, "alloc");
        task.channel = {to.shim, to.direction, to.channel};
    } else {
        task.channel = {draft_.tile(read, "tile"), draft_.direction(read, "direction"),
                        read.small("channel", 0, kMaxChannel)};
    }
    if (draft_.device.kind(task.channel.tile) != arch::TileKind::Shim) {
        draft_.unsupported(operation.at,
                           "aiex.dma_configure_task of a mem tile or a core during the run");
        return;
    }
    task.token = read.flag("issue_token");
    task.repeat = static_cast<int>(read.integer_or("repeat_count", 0, 0, kMaxCount));
    std::vector<std::pair<schedule::Bd, HostView>> chain;
    if (!operation.regions.empty())
        for (const ir::Block& block : operation.regions.front().blocks)
            for (const ir::Operation& inner : block.operations) {
                if (!inner.is("aie.dma_bd")) {
                    if (inner.is("aie.use_lock"))
                        draft_.unsupported(inner.at, "a lock of a shim's BD");
                    continue;
                }
                const HostView& host = view(fields(inner), "buffer");
                BdForm form = read_bd(draft_, inner, host.type, arch::TileKind::Shim, &constants_);
                form.bd.id = form.id ? *form.id : free_bd(task.channel.tile, inner.at);
                bds_[task.channel.tile].insert(form.bd.id);
                task.bds.push_back(form.bd.id);
                chain.emplace_back(std::move(form.bd), host);
            }
    for (std::size_t i = 0; i < chain.size(); ++i) {
        if (i + 1 < chain.size()) chain[i].first.next = chain[i + 1].first.id;
        write_bd(chain[i].first.origin, task.channel.tile, chain[i].first, chain[i].second);
    }
    if (chain.empty()) draft_.text.fail(operation.at, "a task without aie.dma_bd");
    task.first_bd = task.bds.front();
    for (const std::string_view result : operation.results)
        tasks_[result] = task;
}

}  // namespace xdnasim::design
