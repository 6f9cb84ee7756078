#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "backends/mlir/design_files.hpp"
#include "backends/mlir/write_parts.hpp"
#include "base/error.hpp"

namespace xdnasim::mlir {
namespace {

using arch::TileId;
using schedule::Schedule;
using schedule::TileProgram;

/// Returns the tiles that have a program or that a stream or a cascade passes.
std::set<TileId> tiles_of(const Schedule& schedule) {
    std::set<TileId> tiles;
    for (const TileProgram& program : schedule.tiles)
        tiles.insert(program.tile);
    for (const schedule::CascadeLink& link : schedule.cascades)
        tiles.insert({link.from, link.to});
    for (const schedule::Route& route : schedule.routes)
        for (const schedule::Connection& connection : route.connections)
            tiles.insert(connection.slave.tile);
    return tiles;
}

void declare_tiles(Writing& writing) {
    for (const TileId tile : tiles_of(writing.schedule))
        writing.text.line("%{} = aie.tile({}, {})", tile_name(tile), tile.column, tile.row);
}

void declare_locks(Writing& writing, const TileProgram& program) {
    for (const schedule::Lock& lock : program.locks) {
        const std::string& name = writing.names.lock({program.tile, lock.id});
        writing.text.line(
            "%{0} = aie.lock(%{1}, {2}) {{init = {3} : i32, sym_name = \"{0}\"}} loc({4})", name,
            tile_name(program.tile), lock.id, lock.initial, in_quotes(lock.name));
    }
}

/// Returns the buffer's content as MLIR writes many numbers, " = dense<"0x...">"; empty if no
/// content is given.
std::string content_of(const schedule::Buffer& buffer) {
    if (!buffer.content) return {};
    std::string digits;
    for (const std::byte byte : *buffer.content)
        fmt::format_to(std::back_inserter(digits), "{:02X}", std::to_integer<int>(byte));
    return fmt::format(" = dense<\"0x{}\">", digits);
}

void declare_buffers(Writing& writing, const TileProgram& program) {
    int index = 0;
    for (const schedule::Buffer& buffer : program.buffers) {
        const std::string& name = writing.names.buffer({program.tile, index++});
        writing.text.line(
            "%{0} = aie.buffer(%{1}) {{address = {2} : i32, sym_name = \"{0}\"}} : {3}{5} loc({4})",
            name, tile_name(program.tile), buffer.address.count(),
            memref(buffer.size,
                   fmt::format("buffer '{}' of {}", buffer.name, to_string(program.tile))),
            in_quotes(buffer.name), content_of(buffer));
    }
}

void declare_cascades(Writing& writing) {
    for (const schedule::CascadeLink& link : writing.schedule.cascades)
        writing.text.line("aie.cascade_flow(%{}, %{})", tile_name(link.from), tile_name(link.to));
}

/// Declares ports to the programmable logic as mlir-aie does for ends of object FIFOs there: MM2S
/// is the direction into the array.
void declare_pl_ports(Writing& writing) {
    std::size_t number = 0;
    for (const schedule::PlPort& port : writing.schedule.pl.ports)
        writing.text.line("aie.shim_dma_allocation @{} (%{}, {}, {}) {{plio = true}} loc({})",
                          writing.names.pl_port(number++), tile_name(port.port.tile),
                          to_string(arch::direction_of(port.port.side)), port.port.channel,
                          in_quotes(port.name));
}

struct Family {
    const char* kind;
    int columns;
    int rows;
};

Family family_of(arch::Generation generation) {
    switch (generation) {
        case arch::Generation::AieMl:
            return {"npu1", 4, 6};
        case arch::Generation::Aie2p:
            break;
    }
    return {"npu2", 8, 6};
}

/// A Versal device of mlir-aie.
struct VersalArray {
    const char* kind;
    int columns;
    int rows;
    int mem_rows;
};
constexpr std::array kVersalArrays{VersalArray{"xcve2302", 17, 4, 1},
                                   VersalArray{"xcve2802", 38, 11, 2}};

std::optional<std::string> versal_kind(const arch::Device& device) {
    for (const VersalArray& array : kVersalArrays)
        if (device.pl && device.columns == array.columns && device.rows() == array.rows &&
            device.mem_rows() == array.mem_rows)
            return array.kind;
    return std::nullopt;
}

/// Whether the rows are those of an NPU: a shim, a mem tile, and no more cores than the family has.
bool has_the_rows_of_an_npu(const arch::Device& device, const Family& family) {
    return device.rows() <= family.rows && device.mem_rows() == 1;
}

}  // namespace

std::string device_kind(const Schedule& schedule, const arch::Device& device) {
    if (auto versal = versal_kind(device)) return *std::move(versal);
    const Family family = family_of(device.generation);
    int columns = 1;
    for (const TileId tile : tiles_of(schedule))
        columns = std::max(columns, tile.column + 1);
    if (columns > family.columns || !has_the_rows_of_an_npu(device, family))
        throw base::InputError{
            fmt::format("device {} is not an {} of mlir-aie; allowed: up to {} columns of a shim, "
                        "a mem tile and up to {} cores",
                        device.name, family.kind, family.columns, family.rows - 2)};
    if (columns == family.columns) return family.kind;
    return fmt::format("{}_{}col", family.kind, columns);
}

std::string to_string(Release release) {
    switch (release) {
        case Release::V1_3_4:
            return "1.3.4";
        case Release::Current:
            break;
    }
    return "current";
}

bool has_values(Release release) {
    switch (release) {
        case Release::V1_3_4:
            return false;
        case Release::Current:
            break;
    }
    return true;
}

bool names_patterns(Release release) {
    switch (release) {
        case Release::V1_3_4:
            return false;
        case Release::Current:
            break;
    }
    return true;
}

bool has_bd_iterations(Release release) {
    switch (release) {
        case Release::V1_3_4:
            return false;
        case Release::Current:
            break;
    }
    return true;
}

std::string Writing::next_value() {
    return fmt::format("%{}", values++);
}

std::string Writing::number(std::int64_t value) {
    if (!has_values(release)) return fmt::format("{}", value);
    // Registers are unsigned, but constants of type i32 are written as signed numbers.
    constexpr std::int64_t kHalf = std::int64_t{1} << 31;
    const std::int64_t written = value >= kHalf ? value - 2 * kHalf : value;
    const std::string name = next_value();
    text.line("{} = arith.constant {} : i32", name, written);
    return name;
}

std::string write(const Schedule& schedule, const arch::Device& device, Release release) {
    const Names names{schedule};
    const std::vector<ArgumentPlaces> sliced = sliced_arguments(schedule);
    Text text;
    Writing writing{schedule, device, names, sliced, text, release};
    text.open("module {{");
    text.open("aie.device({}) {{", device_kind(schedule, device));
    declare_tiles(writing);
    for (const TileProgram& program : schedule.tiles) {
        declare_locks(writing, program);
        declare_buffers(writing, program);
    }
    declare_cascades(writing);
    declare_pl_ports(writing);
    write_kernels(writing);
    for (const TileProgram& program : schedule.tiles) {
        write_dma(writing, program);
        write_core(writing, program);
    }
    write_routes(writing);
    write_sequence(writing);
    text.close("}} loc({})", in_quotes(schedule.device));
    text.close("}}");
    return text.take();
}

void write_lock_use(Writing& writing, const schedule::Acquire& acquire) {
    const bool equal = acquire.condition == schedule::LockCondition::Equal;
    const std::string value = writing.number(acquire.value);
    writing.text.line("aie.use_lock(%{}, {}, {})", writing.names.lock(acquire.lock),
                      equal ? "Acquire" : "AcquireGreaterEqual", value);
}

void write_lock_use(Writing& writing, const schedule::Release& release) {
    const std::string value = writing.number(release.value);
    writing.text.line("aie.use_lock(%{}, Release, {})", writing.names.lock(release.lock), value);
}

std::string memref(arch::Bytes size, const std::string& what) {
    if (size % arch::kWord != arch::Bytes{})
        throw base::InputError{
            fmt::format("{} has {} bytes; the export supports only whole words of {} bytes", what,
                        size.count(), arch::kWord.count())};
    return fmt::format("memref<{}xi32>", size / arch::kWord);
}

}  // namespace xdnasim::mlir
