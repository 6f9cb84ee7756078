// Checks of BDs: ranges of their registers, and the addresses that they touch.

#include <algorithm>
#include <optional>

#include "arch/tile.hpp"
#include "base/saturating.hpp"
#include "workloads/schedule/bd_walk.hpp"
#include "workloads/schedule/inspection.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Bytes;
using arch::kWord;
using arch::TileId;

void check_length(const Reporter& report, const arch::BdLimits& limits, const Bd& bd) {
    if (!report.in_words("length", bd.length)) return;
    report.check_range("length in words", bd.length / kWord, 1, limits.max_length() / kWord);
}

/// Checks a step. The register holds the step in words, minus one, so that a step of 0 is
/// impossible.
void check_step(const Reporter& report, const std::string& name, Bytes stride, Bytes max) {
    if (!report.in_words(name, stride)) return;
    report.check_range(name + " in words", stride / kWord, 1, max / kWord);
}

void check_sizes_against_length(const Reporter& report, const Bd& bd) {
    const std::size_t outermost = bd.dimensions.size() - 1;
    const std::int64_t length = bd.length / kWord;
    if (outermost_is_open(bd)) {
        const std::int64_t inner = words_of(bd, outermost);
        if (inner > 0 && length % inner != 0) {
            report(
                "length is {} words; it must be a multiple of the {} words of the inner {} "
                "dimensions",
                length, inner, outermost);
        }
    } else if (const std::int64_t all = words_of(bd, outermost + 1); length != all) {
        report(
            "length is {} words; with a padded outermost dimension it must be the {} words of "
            "all dimensions",
            length, all);
    }
}

void check_dimensions(const Reporter& report, const arch::BdLimits& limits, const Bd& bd) {
    if (bd.dimensions.empty()) return;
    report.check_range("number of dimensions", static_cast<std::int64_t>(bd.dimensions.size()), 0,
                       limits.dimensions);
    for (std::size_t i = 0; i < bd.dimensions.size(); ++i) {
        const bool open = i + 1 == bd.dimensions.size() && outermost_is_open(bd);
        report.check_range(fmt::format("size of dimension {}", i), bd.dimensions[i].size, 1,
                           open ? base::kHuge : limits.max_wrap());
        if (steps_of(bd, i) > 1) {
            check_step(report, fmt::format("stride of dimension {}", i), bd.dimensions[i].stride,
                       limits.max_step());
        }
    }
    check_sizes_against_length(report, bd);
}

void check_padding(const Reporter& report, const arch::BdLimits& limits, const Bd& bd) {
    if (!has_padding(bd)) return;
    if (!limits.pads()) {
        report("has zero padding; only mem tiles pad");
        return;
    }
    const std::size_t allowed = std::min(limits.padding_bits.size(), bd.dimensions.size());
    report.check_range("number of padded dimensions", static_cast<std::int64_t>(bd.padding.size()),
                       0, static_cast<std::int64_t>(allowed));
    for (std::size_t i = 0; i < std::min(allowed, bd.padding.size()); ++i) {
        const std::int64_t max = limits.max_padding(i);
        report.check_range(fmt::format("zeros before dimension {}", i), bd.padding[i].before, 0,
                           max);
        report.check_range(fmt::format("zeros after dimension {}", i), bd.padding[i].after, 0, max);
    }
}

void check_iteration(const Reporter& report, const arch::BdLimits& limits, const Bd& bd) {
    if (!bd.iteration) return;
    report.check_range("iteration size", bd.iteration->size, 1, limits.max_iterations());
    if (bd.iteration->size > 1) {
        check_step(report, "iteration stride", bd.iteration->stride, limits.max_iteration_step());
    }
}

void check_tile_buffer(const Inspection& inspection, const Reporter& report, TileId tile,
                       const BufferRef& reference) {
    if (inspection.device.reaches_host(tile)) {
        report("uses a buffer of {}; a shim's DMA reaches host buffers only",
               inspection.name(reference.tile));
    } else if (!dma_reaches(inspection.device, tile, reference.tile)) {
        report("uses a buffer of {}, which this DMA cannot reach", inspection.name(reference.tile));
    } else if (inspection.buffer(reference) == nullptr) {
        report("uses buffer {} of {}, which does not exist", reference.index,
               inspection.name(reference.tile));
    }
}

void check_buffer(const Inspection& inspection, const Reporter& report, TileId tile, const Bd& bd) {
    if (const auto* own = std::get_if<BufferRef>(&bd.buffer)) {
        check_tile_buffer(inspection, report, tile, *own);
        return;
    }
    const auto host = std::get<HostBufferRef>(bd.buffer);
    if (!inspection.device.reaches_host(tile)) {
        report("uses host buffer {}; only a shim's DMA reaches host memory", host.index);
    } else if (inspection.buffer(host) == nullptr) {
        report("uses host buffer {}; there are {}", host.index,
               inspection.schedule.host_buffers.size());
    }
}

void check_lock(const Inspection& inspection, const Reporter& report, TileId tile,
                const LockRef& lock) {
    if (!dma_reaches(inspection.device, tile, lock.tile)) {
        report("uses lock {} of {}, which this DMA cannot reach", lock.id,
               inspection.name(lock.tile));
    } else if (inspection.lock(lock) == nullptr) {
        report("uses lock {} of {}, which is not declared there", lock.id,
               inspection.name(lock.tile));
    }
}

/// Where the memory of `owner` begins in the address space of the BDs of `tile`: a mem tile sees
/// the memories of its western neighbour, of itself and of its eastern neighbour in a row.
Bytes window_of(const Inspection& inspection, TileId tile, TileId owner) {
    const arch::TileModel& model = inspection.device.model(tile);
    if (model.dma.neighbour_channels == 0) return {};
    return model.memory * (owner.column - tile.column + 1);
}

/// Size of the buffer; nullopt if it does not exist, which is reported elsewhere.
std::optional<Bytes> size_of_buffer(const Inspection& inspection, const Bd& bd) {
    if (const auto* host = std::get_if<HostBufferRef>(&bd.buffer)) {
        const HostBuffer* buffer = inspection.buffer(*host);
        return buffer != nullptr ? std::optional{buffer->size} : std::nullopt;
    }
    const Buffer* buffer = inspection.buffer(std::get<BufferRef>(bd.buffer));
    return buffer != nullptr ? std::optional{buffer->size} : std::nullopt;
}

bool check_base_address(const Inspection& inspection, const Reporter& report, TileId tile,
                        const BufferRef& reference, Bytes offset) {
    const std::optional<Bytes> max = inspection.device.model(tile).dma.bd.max_address();
    const Buffer* buffer = inspection.buffer(reference);
    if (!max || buffer == nullptr || !dma_reaches(inspection.device, tile, reference.tile)) {
        return true;
    }
    const Bytes base = window_of(inspection, tile, reference.tile) +
                       Bytes{base::saturating_add(buffer->address.count(), offset.count())};
    return report.in_range("base address in words", base / kWord, 0, *max / kWord);
}

}  // namespace

void check_acquire_value(const Inspection& inspection, const Reporter& report, TileId tile,
                         const Acquire& acquire) {
    if (!inspection.device.contains(acquire.lock.tile)) return;
    // The register holds greater-equal as the negative value, so that a 0 would mean "equal 0".
    const bool equal = acquire.condition == LockCondition::Equal;
    const int max = inspection.device.model(acquire.lock.tile).max_lock_value;
    const arch::TileModel& model = inspection.device.model(tile);
    report.check_range(equal ? "acquired value" : "acquired value (greater or equal)",
                       acquire.value, equal ? 0 : 1,
                       std::min(max, equal ? model.max_lock_change() : -model.min_lock_change()));
}

void check_release_value(const Inspection& inspection, const Reporter& report, TileId tile,
                         const Release& release) {
    const arch::TileModel& model = inspection.device.model(tile);
    report.check_range("released value", release.value, model.min_lock_change(),
                       model.max_lock_change());
}

void check_bd_shape(const Inspection& inspection, const Reporter& report, TileId tile,
                    const Bd& bd) {
    const arch::BdLimits& limits = inspection.device.model(tile).dma.bd;
    check_buffer(inspection, report, tile, bd);
    check_length(report, limits, bd);
    check_dimensions(report, limits, bd);
    check_padding(report, limits, bd);
    check_iteration(report, limits, bd);
    if (bd.acquire) {
        check_lock(inspection, report, tile, bd.acquire->lock);
        check_acquire_value(inspection, report, tile, *bd.acquire);
    }
    if (bd.release) {
        check_lock(inspection, report, tile, bd.release->lock);
        check_release_value(inspection, report, tile, *bd.release);
    }
    if (bd.packet) {
        report.check_range("packet id", bd.packet->id, 0, arch::kMaxPacketId);
        report.check_range("packet type", bd.packet->type, 0, arch::kMaxPacketType);
        if (bd.packet->in_data && bd.length <= arch::kWord)
            report("sends the header of a packet and no data; allowed: {} bytes and more",
                   2 * arch::kWord.count());
    }
}

bool check_addresses(const Inspection& inspection, const Reporter& report, TileId tile,
                     const Bd& bd, Bytes offset, Bytes extent) {
    const bool good = report.in_words("offset", offset);
    const auto size = size_of_buffer(inspection, bd);
    if (!size || extent == Bytes{}) return good;
    const Bytes end{base::saturating_add(offset.count(), extent.count())};
    if (offset < Bytes{} || end > *size) {
        report("touches bytes {} to {} of a buffer of {} bytes", offset.count(), end.count() - 1,
               size->count());
        return false;
    }
    const auto* buffer = std::get_if<BufferRef>(&bd.buffer);
    return (buffer == nullptr || check_base_address(inspection, report, tile, *buffer, offset)) &&
           good;
}

}  // namespace xdnasim::schedule
