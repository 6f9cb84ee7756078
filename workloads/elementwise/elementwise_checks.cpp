#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/elementwise/elementwise_parts.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/schedule/mapping_error.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::elementwise {

using arch::Bytes;
using arch::kWord;

namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& message) {
    const std::string path = "elementwise." + key;
    throw schedule::MappingError{path, path + ": " + message};
}

/// The nearest multiples of `unit`: one above `value`, and one below it unless that is 0.
std::string nearest_multiples(std::int64_t value, std::int64_t unit) {
    const std::int64_t below = value / unit * unit;
    return below > 0 ? fmt::format("{} and {}", below, below + unit) : fmt::to_string(unit);
}

void check_core(arch::TileId core, const arch::Device& device) {
    const std::vector<int> columns = device.host_columns();
    if (std::ranges::find(columns, core.column) == columns.end())
        refuse("column", fmt::format("column {} of {} has no shim that reaches host memory; "
                                     "allowed: {}",
                                     core.column, device.name, fmt::join(columns, ", ")));
    if (!device.has(arch::TileKind::CompTile, core))
        refuse("row", fmt::format("row {} of {} has no cores; allowed: {} to {}", core.row,
                                  device.name, device.first_core_row(), device.rows() - 1));
}

void check_objects(const ElementwiseDesign& design, const arch::Device& device) {
    const std::int64_t word = kWord.count();
    const std::int64_t object = design.object.count();
    if (object < word || object % word != 0)
        refuse("object_bytes", fmt::format("{} is not a multiple of {}, a word of DMA; nearest: {}",
                                           object, word, nearest_multiples(object, word)));
    if (const Bytes max = device.comp_tile.dma.bd.max_length(); design.object > max)
        refuse("object_bytes",
               fmt::format("{}; a BD of a core moves at most {} bytes", object, max.count()));
    if (design.objects < 1) refuse("objects", fmt::format("{}; at least 1", design.objects));
    if (const Bytes max = device.shim_tile.dma.bd.max_length(); design.size() > max)
        refuse("objects", fmt::format("{} objects are {} bytes; a BD of a shim moves at most {}",
                                      design.objects, design.size().count(), max.count()));
}

void check_depth(const ElementwiseDesign& design, const arch::Device& device) {
    const int max = max_depth(device);
    if (design.depth < 1 || design.depth > max)
        refuse("depth", fmt::format("the BDs and locks of a core of {} are enough for 1 to {} "
                                    "objects of a FIFO, not {}",
                                    device.name, max, design.depth));
    if (!place_in_core(design, device))
        refuse("object_bytes",
               fmt::format("{} objects of {} bytes in and as many out are more than the {} bytes "
                           "that the stack leaves of a core's memory; at most {} fit",
                           design.depth, design.object.count(), room_in_core(device).count(),
                           room_in_core(device).count() / (kFifos * design.depth)));
}

void check_mem_tile(const ElementwiseDesign& design, const arch::Device& device) {
    if (!design.mem_tile_object) return;
    if (device.mem_rows() == 0)
        refuse("mem_tile", fmt::format("{} has no mem tiles beside its shims", device.name));
    const std::string key = "mem_tile_object_bytes";
    const std::int64_t object = design.object.count();
    const std::int64_t size = design.mem_tile_object->count();
    if (size < object || size % object != 0)
        refuse(key, fmt::format("{} is not a multiple of the core's objects of {}; nearest: {}",
                                size, object, nearest_multiples(size, object)));
    if (design.objects % (size / object) != 0)
        refuse("objects", fmt::format("{} does not fill whole objects of the mem tile, each of "
                                      "which has {} of the core's; nearest: {}",
                                      design.objects, size / object,
                                      nearest_multiples(design.objects, size / object)));
    const arch::TileModel& tile = device.mem_tile;
    if (const Bytes max = tile.dma.bd.max_length(); *design.mem_tile_object > max)
        refuse(key,
               fmt::format("{}; a BD of a mem tile moves at most {} bytes", size, max.count()));
    if (const int max = schedule::max_relay_depth(device); design.depth > max)
        refuse("depth", fmt::format("the BDs and locks of a mem tile of {} are enough for 1 to {} "
                                    "objects of a FIFO, not {}",
                                    device.name, max, design.depth));
    const Bytes need = *design.mem_tile_object * std::int64_t{kFifos * design.depth};
    if (need > tile.memory)
        refuse(key, fmt::format("{} objects in and as many out are {} bytes, {} more than the {} "
                                "of a mem tile",
                                design.depth, need.count(), (need - tile.memory).count(),
                                tile.memory.count()));
}

void check_kernel(const ElementwiseDesign& design, const arch::Device& device) {
    if (design.kernel.cycles_per_call) return;
    try {
        static_cast<void>(kernels::program_of(kernel_of(design), device));
    } catch (const base::InputError& error) {
        refuse("kernel",
               fmt::format("{}. Change the kernel, or give cycles_per_call", error.what()));
    }
}

}  // namespace

void require_mappable(const ElementwiseDesign& design, const arch::Device& device) {
    check_core(design.core, device);
    check_objects(design, device);
    check_depth(design, device);
    check_mem_tile(design, device);
    check_kernel(design, device);
}

}  // namespace xdnasim::elementwise
