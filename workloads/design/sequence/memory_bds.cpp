#include "workloads/design/sequence/memory_bds.hpp"

// BDs of CompTiles and MemTiles, and words in their memory, that the sequence writes. An
// instruction stream gives an address in the tile, a schedule a buffer.

#include <algorithm>

#include <fmt/format.h>

#include "backends/txn/memory_bd.hpp"
#include "backends/txn/txn.hpp"
#include "base/error.hpp"
#include "base/saturating.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/schedule/bd_walk.hpp"

namespace xdnasim::design {
namespace {

using arch::Bytes;
using schedule::Buffer;

/// The buffer that holds bytes `begin` to `end` - 1; nullptr if there is none.
const Buffer* holder(const std::vector<Buffer>& buffers, Bytes begin, Bytes end) {
    const auto found = std::ranges::find_if(buffers, [&](const Buffer& buffer) {
        return buffer.address <= begin && end <= buffer.address + buffer.size;
    });
    return found == buffers.end() ? nullptr : &*found;
}

bool meets_another(const std::vector<Buffer>& buffers, Bytes begin, Bytes end) {
    return std::ranges::any_of(buffers, [&](const Buffer& buffer) {
        return buffer.address < end && begin < buffer.address + buffer.size;
    });
}

}  // namespace

bool place(schedule::WriteMemory& write, Draft& draft) {
    const std::vector<Buffer>& buffers = draft.program(write.buffer.tile).buffers;
    const Bytes end = write.offset + arch::kWord * static_cast<std::int64_t>(write.words.size());
    const Buffer* buffer = holder(buffers, write.offset, end);
    if (buffer == nullptr) return false;
    write.buffer.index = static_cast<int>(buffer - buffers.data());
    write.offset -= buffer->address;
    return true;
}

void leave_out_unused_locks(Draft& draft) {
    std::erase_if(draft.schedule.sequence, [&](const schedule::SequenceOp& operation) {
        const auto* set = std::get_if<schedule::SetLock>(&operation.op);
        if (set == nullptr) return false;
        const auto& locks = draft.program(set->lock.tile).locks;
        if (std::ranges::find(locks, set->lock.id, &schedule::Lock::id) != locks.end())
            return false;
        draft.loss(operation.origin, fmt::format("a value for lock {} of {}, which nothing uses",
                                                 set->lock.id, to_string(set->lock.tile)));
        return true;
    });
}

void declare_shim_locks(Draft& draft) {
    for (const schedule::SequenceOp& operation : draft.schedule.sequence) {
        const auto* write = std::get_if<schedule::WriteBd>(&operation.op);
        if (write == nullptr || !draft.device.reaches_host(write->tile)) continue;
        const auto declare = [&](const schedule::LockRef& named) {
            schedule::TileProgram& program = draft.program(named.tile);
            if (program.lock(named.id) != nullptr) return;
            program.locks.push_back({.id = named.id,
                                     .name = fmt::format("shim lock {}", named.id),
                                     .origin = operation.origin});
        };
        if (write->bd.acquire) declare(write->bd.acquire->lock);
        if (write->bd.release) declare(write->bd.release->lock);
    }
}

void place_written_words(Draft& draft) {
    std::erase_if(draft.schedule.sequence, [&](schedule::SequenceOp& operation) {
        auto* write = std::get_if<schedule::WriteMemory>(&operation.op);
        if (write == nullptr || place(*write, draft)) return false;
        draft.loss(operation.origin,
                   fmt::format("words written to address {} of {}, where no buffer lies",
                               write->offset.count(), to_string(write->buffer.tile)));
        return true;
    });
}

void place_memory_bds(Draft& draft) {
    for (schedule::SequenceOp& operation : draft.schedule.sequence) {
        auto* write = std::get_if<schedule::WriteBd>(&operation.op);
        if (write == nullptr) continue;
        const auto* unknown = std::get_if<schedule::BufferRef>(&write->bd.buffer);
        if (unknown == nullptr || unknown->index != txn::kUnknownBuffer) continue;
        const txn::MemoryPlace place =
            txn::memory_place(write->tile, Bytes{write->offset.base}, draft.device);
        const Bytes end{
            base::saturating_add(place.address.count(), schedule::extent_of(write->bd).count())};
        std::vector<Buffer>& buffers = draft.program(place.tile).buffers;
        if (holder(buffers, place.address, end) == nullptr) {
            const std::string what = fmt::format(
                "{}: BD {} of {} touches bytes {} to {} of {}",
                draft.schedule.location(operation.origin), write->id.base, to_string(write->tile),
                place.address.count(), end.count() - 1, to_string(place.tile));
            if (meets_another(buffers, place.address, end))
                throw base::InputError{what + ", of which only a part is one buffer"};
            if (end > draft.device.model(place.tile).memory)
                throw base::InputError{fmt::format("{}, which has {}", what,
                                                   draft.device.model(place.tile).memory.count())};
            buffers.push_back({fmt::format("bytes from {}", place.address.count()), place.address,
                               end - place.address, operation.origin});
        }
        const Buffer* buffer = holder(buffers, place.address, end);
        write->bd.buffer =
            schedule::BufferRef{place.tile, static_cast<int>(buffer - buffers.data())};
        write->offset.base = (place.address - buffer->address).count();
    }
}

}  // namespace xdnasim::design
