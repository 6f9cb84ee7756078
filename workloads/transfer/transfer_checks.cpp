#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/schedule/mapping_error.hpp"
#include "workloads/schedule/patterns.hpp"
#include "workloads/transfer/transfer_parts.hpp"

namespace xdnasim::transfer {

using arch::Bytes;
using arch::kWord;
using schedule::MappingError;

namespace {

/// A stream and its number, for messages.
struct Numbered {
    const MatrixStream& matrix;
    std::size_t number;

    [[noreturn]] void refuse(std::string_view key, const std::string& message) const {
        throw MappingError{fmt::format("transfer.streams.{}.{}", number, key),
                           fmt::format("stream {}: {}", matrix.name, message)};
    }
};

/// "32 and 64": the divisors of `whole` next to `part`, among the multiples of `unit` up to `max`.
std::string nearest_divisors(std::int64_t whole, std::int64_t part, std::int64_t unit,
                             std::int64_t max) {
    const auto divides = [&](std::int64_t x) { return x % unit == 0 && whole % x == 0; };
    std::int64_t below = std::min(part, max);
    while (below > 0 && !divides(below))
        --below;
    std::int64_t above = std::max(part, unit);
    while (above <= max && !divides(above))
        ++above;
    if (below <= 0) return fmt::to_string(above);
    return above > max ? fmt::to_string(below) : fmt::format("{} and {}", below, above);
}

void check_device(const arch::Device& device) {
    if (device.mem_rows() == 0)
        throw MappingError{
            "device", fmt::format("{}: a transfer needs mem tiles beside the shims", device.name)};
    if (device.usable_columns() == 0)
        throw MappingError{"device",
                           fmt::format("{}: a transfer needs a shim that reaches DRAM in column 0 "
                                       "(array.shim_dma), since it uses the columns from there on",
                                       device.name)};
}

void check_columns(const TransferDesign& design, const arch::Device& device) {
    const int usable = device.usable_columns();
    if (design.columns >= 1 && design.columns <= usable) return;
    throw MappingError{
        "transfer.columns",
        fmt::format("transfer.columns: from column 0 on, {} has {} whose shims reach DRAM, not {}",
                    device.name, base::counted(usable, "column"), design.columns)};
}

void check_number_of_streams(const TransferDesign& design, const arch::Device& device) {
    const int max = max_streams(device);
    const std::size_t count = design.streams.size();
    if (count >= 1 && count <= static_cast<std::size_t>(max)) return;
    throw MappingError{"transfer.streams",
                       fmt::format("transfer.streams: {} streams; a column of {} has the channels "
                                   "for 1 to {}",
                                   count, device.name, max)};
}

void check_tiles(const Numbered& stream) {
    const MatrixStream& matrix = stream.matrix;
    const std::int64_t word = kWord.count();
    const std::int64_t row = matrix.row.count();
    const std::int64_t run = matrix.run.count();
    if (matrix.rows < 1) stream.refuse("rows", fmt::format("{} rows; at least 1", matrix.rows));
    if (row < word || row % word != 0)
        stream.refuse(
            "row_bytes",
            fmt::format("row_bytes {} is not a multiple of {}, a word of DMA", row, word));
    if (run < word || run % word != 0 || row % run != 0)
        stream.refuse(
            "run_bytes",
            fmt::format(
                "run_bytes {} is not a multiple of {} that divides row_bytes {}; the nearest: "
                "{}",
                run, word, row, nearest_divisors(row, run, word, row)));
    if (matrix.runs < 1 || matrix.rows % matrix.runs != 0)
        stream.refuse(
            "runs",
            fmt::format("runs {} does not divide rows {}; the nearest: {}", matrix.runs,
                        matrix.rows, nearest_divisors(matrix.rows, matrix.runs, 1, matrix.rows)));
}

void check_shares(const Numbered& stream, int columns, int usable) {
    const std::int64_t strips = stream.matrix.strips();
    if (strips % columns == 0) return;
    throw MappingError{
        "transfer.columns",
        fmt::format(
            "stream {}: {} columns cannot share {} of tiles evenly; the nearest that can: {}",
            stream.matrix.name, columns, base::counted(strips, "strip"),
            nearest_divisors(strips, columns, 1, usable))};
}

void check_bd_length(const Numbered& stream, const arch::Device& device) {
    const Bytes max = device.mem_tile.dma.bd.max_length();
    const Bytes tile = stream.matrix.tile();
    if (tile > max)
        stream.refuse("runs", fmt::format("a tile of {} runs of {} bytes is {} bytes; a BD of a "
                                          "mem tile moves at most {}",
                                          stream.matrix.runs, stream.matrix.run.count(),
                                          tile.count(), max.count()));
}

void check_depth(const TransferDesign& design, const arch::Device& device) {
    const int max = schedule::max_relay_depth(device);
    if (design.depth < 1 || design.depth > max)
        throw MappingError{"transfer.depth",
                           fmt::format("transfer.depth: the BDs and locks of a mem tile of {} are "
                                       "enough for 1 to {} tiles of a stream, not {}",
                                       device.name, max, design.depth)};
    Bytes need{};
    for (const MatrixStream& matrix : design.streams)
        need += matrix.tile() * std::int64_t{design.depth};
    const Bytes room = device.mem_tile.memory;
    if (need > room)
        throw MappingError{
            "transfer.depth",
            fmt::format("transfer.depth: {} tiles of each stream are {} bytes, {} more than the {} "
                        "of a mem tile",
                        design.depth, need.count(), (need - room).count(), room.count())};
}

}  // namespace

int max_streams(const arch::Device& device) {
    const arch::DmaModel& shim = device.shim_tile.dma;
    const arch::DmaModel& mem = device.mem_tile.dma;
    return std::min({schedule::kMaxRelays, shim.mm2s_channels, shim.s2mm_channels,
                     mem.mm2s_channels, mem.s2mm_channels, shim.bds / kDirections});
}

void require_mappable(const TransferDesign& design, const arch::Device& device) {
    check_device(device);
    check_columns(design, device);
    check_number_of_streams(design, device);
    for (std::size_t i = 0; i < design.streams.size(); ++i) {
        const Numbered stream{design.streams[i], i};
        check_tiles(stream);
        check_shares(stream, design.columns, device.usable_columns());
        check_bd_length(stream, device);
    }
    check_depth(design, device);
}

}  // namespace xdnasim::transfer
