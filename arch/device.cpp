#include "arch/device.hpp"

#include <algorithm>
#include <cmath>

namespace xdnasim::arch {

int Device::mem_rows() const {
    return static_cast<int>(std::ranges::count(row_kinds, TileKind::MemTile));
}

int Device::first_mem_row() const {
    return static_cast<int>(std::ranges::find(row_kinds, TileKind::MemTile) - row_kinds.begin());
}

int Device::core_rows() const {
    return static_cast<int>(std::ranges::count(row_kinds, TileKind::CompTile));
}

int Device::first_core_row() const {
    return static_cast<int>(std::ranges::find(row_kinds, TileKind::CompTile) - row_kinds.begin());
}

bool Device::contains(TileId tile) const {
    return tile.column >= 0 && tile.column < columns && tile.row >= 0 && tile.row < rows();
}

TileKind Device::kind(TileId tile) const {
    return row_kinds[static_cast<std::size_t>(tile.row)];
}

bool Device::has(TileKind kind, TileId tile) const {
    return contains(tile) && this->kind(tile) == kind;
}

std::string Device::name_of(TileId tile) const {
    return (contains(tile) ? to_string(kind(tile)) : "tile") + " " + to_string(tile);
}

const TileModel& Device::model(TileKind kind) const {
    switch (kind) {
        case TileKind::Shim:
            return shim_tile;
        case TileKind::MemTile:
            return mem_tile;
        case TileKind::CompTile:
            break;
    }
    return comp_tile;
}

bool Device::has_dma(TileId tile) const {
    if (!contains(tile)) return false;
    return kind(tile) != TileKind::Shim || shim_has_dma[static_cast<std::size_t>(tile.column)];
}

bool Device::has_plio(TileId tile) const {
    return pl && has(TileKind::Shim, tile) && pl->columns[static_cast<std::size_t>(tile.column)];
}

bool Device::reaches_host(TileId tile) const {
    return has_dma(tile) && kind(tile) == TileKind::Shim;
}

std::vector<int> Device::host_columns() const {
    std::vector<int> reaching;
    for (int column = 0; column < columns; ++column)
        if (reaches_host(shim_at(column))) reaching.push_back(column);
    return reaching;
}

int Device::usable_columns() const {
    int column = 0;
    while (column < columns && reaches_host(shim_at(column)))
        ++column;
    return column;
}

namespace {

/// Rounds up, with a tolerance: 150 ns at 1.8 GHz are 270 cycles, but rounding errors in the
/// product would make them 271.
Cycles rounded_up(double exact) {
    constexpr double kRoundingError = 1e-9;
    return Cycles{static_cast<std::int64_t>(std::ceil(exact * (1 - kRoundingError)))};
}

}  // namespace

Cycles Device::cycles(Nanoseconds latency) const {
    return rounded_up(exact_cycles(latency));
}

double Device::exact_cycles(Nanoseconds time) const {
    return time.count() * clock_ghz;
}

Nanoseconds Device::time_of(Cycles cycles) const {
    return time_of(static_cast<double>(cycles.count()));
}

Nanoseconds Device::time_of(double cycles) const {
    return Nanoseconds{cycles / clock_ghz};
}

Cycles PlModel::crossing_at(double pl_clock_ghz, double array_clock_ghz) const {
    return crossing +
           rounded_up(static_cast<double>(crossing_pl.count()) * array_clock_ghz / pl_clock_ghz);
}

BytesPerCycle Device::bytes_per_cycle(GigabytesPerSecond rate) const {
    return BytesPerCycle{rate.count() / clock_ghz};
}

double Device::tops(double operations_per_cycle) const {
    return operations_per_cycle * clock_ghz / kGigaPerTera;
}

}  // namespace xdnasim::arch
