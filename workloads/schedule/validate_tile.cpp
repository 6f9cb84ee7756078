// Checks of the buffers, locks and BDs of one tile, and of the host buffers.

#include <algorithm>
#include <set>

#include "base/saturating.hpp"
#include "workloads/schedule/bd_walk.hpp"
#include "workloads/schedule/inspection.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Bytes;

constexpr std::int64_t kHostBytes = std::int64_t{1} << 48;  ///< size of a shim's address space

std::int64_t end_of(const Buffer& buffer) {
    return base::saturating_add(buffer.address.count(), buffer.size.count());
}

std::string buffer_name(const Inspection& inspection, const TileProgram& program,
                        const Buffer& buffer) {
    return fmt::format("{} buffer '{}'", inspection.name(program.tile), buffer.name);
}

void check_stack(Inspection& inspection, const TileProgram& program) {
    const bool core = inspection.device.has(arch::TileKind::CompTile, program.tile);
    const Bytes max = core ? inspection.device.model(program.tile).memory : Bytes{};
    const Reporter report = inspection.at(inspection.name(program.tile));
    report.check_range("stack in bytes", program.stack.count(), 0, max.count());
}

/// Can the buffer take part in the check for overlaps? Reports breaches of its placement.
bool check_placement(Inspection& inspection, const TileProgram& program, const Buffer& buffer) {
    const Reporter report = inspection.at(buffer_name(inspection, program, buffer), buffer.origin);
    const Bytes memory = inspection.device.model(program.tile).memory;
    if (memory == Bytes{}) {
        report("is in a tile without data memory");
        return false;
    }
    if (buffer.size <= Bytes{}) {
        report("size is {} bytes; it must be positive", buffer.size.count());
        return false;
    }
    if (buffer.address < Bytes{} || end_of(buffer) > memory.count()) {
        report("lies at bytes {} to {}; the memory has {}", buffer.address.count(),
               end_of(buffer) - 1, memory.count());
    }
    static_cast<void>(report.in_words("address", buffer.address));
    if (buffer.address < program.stack) {
        report("lies at byte {}; the core's stack takes the first {}", buffer.address.count(),
               program.stack.count());
    }
    return true;
}

/// Compares each buffer with the one that ends last among those that begin before it.
void check_overlaps(Inspection& inspection, const TileProgram& program,
                    std::vector<const Buffer*> buffers) {
    std::ranges::stable_sort(buffers, {}, &Buffer::address);
    const Buffer* furthest = nullptr;
    for (const Buffer* buffer : buffers) {
        if (furthest != nullptr && buffer->address.count() < end_of(*furthest)) {
            inspection.at(buffer_name(inspection, program, *buffer), buffer->origin)(
                "begins at byte {}, within buffer '{}' at {} to {}", buffer->address.count(),
                furthest->name, furthest->address.count(), end_of(*furthest) - 1);
        }
        if (furthest == nullptr || end_of(*buffer) > end_of(*furthest)) furthest = buffer;
    }
}

void check_next(const Inspection& inspection, const Reporter& report, arch::TileId tile,
                const Bd& bd) {
    if (bd.next && inspection.bd(tile, *bd.next) == nullptr) {
        report("is followed by BD {}, which does not exist", *bd.next);
    }
}

}  // namespace

void check_host_buffers(Inspection& inspection) {
    for (const HostBuffer& buffer : inspection.schedule.host_buffers) {
        inspection.at(fmt::format("host buffer '{}'", buffer.name))
            .check_range("size in bytes", buffer.size.count(), 1, kHostBytes);
    }
}

namespace {

void check_content(Inspection& inspection, const TileProgram& program, const Buffer& buffer) {
    if (!buffer.content) return;
    const auto bytes = static_cast<std::int64_t>(buffer.content->size());
    if (bytes != buffer.size.count())
        inspection.at(buffer_name(inspection, program, buffer), buffer.origin)(
            "begins with {} bytes of content; it has {}", bytes, buffer.size.count());
}

}  // namespace

void check_buffers(Inspection& inspection, const TileProgram& program) {
    check_stack(inspection, program);
    std::set<std::string_view> names;
    std::vector<const Buffer*> placed;
    for (const Buffer& buffer : program.buffers) {
        if (!names.insert(buffer.name).second) {
            inspection.at(buffer_name(inspection, program, buffer),
                          buffer.origin)("has a name that another buffer of the tile has too");
        }
        if (check_placement(inspection, program, buffer)) placed.push_back(&buffer);
        check_content(inspection, program, buffer);
    }
    check_overlaps(inspection, program, std::move(placed));
}

void check_locks(Inspection& inspection, const TileProgram& program) {
    const arch::TileModel& model = inspection.device.model(program.tile);
    std::set<int> ids;
    for (const Lock& lock : program.locks) {
        const Reporter report = inspection.at(
            fmt::format("{} lock {}", inspection.name(program.tile), lock.id), lock.origin);
        report.check_range("id", lock.id, 0, model.locks - 1);
        report.check_range("initial value", lock.initial, 0, model.max_lock_value);
        if (!ids.insert(lock.id).second) report("is declared more than once");
    }
}

void check_bds(Inspection& inspection, const TileProgram& program) {
    const arch::TileId tile = program.tile;
    const arch::DmaModel* dma = inspection.dma(tile);
    std::set<int> ids;
    for (const Bd& bd : program.bds) {
        const Reporter report =
            inspection.at(fmt::format("{} BD {}", inspection.name(tile), bd.id), bd.origin);
        if (dma == nullptr) {
            report("is in a tile without DMA");
            continue;
        }
        report.check_range("id", bd.id, 0, dma->bds - 1);
        if (!ids.insert(bd.id).second) report("is defined more than once");
        check_bd_shape(inspection, report, tile, bd);
        static_cast<void>(check_addresses(inspection, report, tile, bd, bd.offset, extent_of(bd)));
        check_next(inspection, report, tile, bd);
    }
}

}  // namespace xdnasim::schedule
