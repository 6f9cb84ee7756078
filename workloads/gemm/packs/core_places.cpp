#include "workloads/gemm/packs/core_places.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include <fmt/format.h>

#include "workloads/gemm/packs/array_shape.hpp"

namespace xdnasim::gemm::packs {

using arch::Bundle;
using arch::Direction;
using arch::Port;
using arch::PortSide;
using arch::TileId;

int first_column(const PackDesign& design, const arch::Device& device) {
    const std::vector<bool>& with_ports = device.pl->columns;
    const auto ports = static_cast<int>(std::ranges::count(with_ports, true));
    const int columns = design.packs * design.size + (design.rows > 1 ? *design.stagger : 0);
    const auto first = std::ranges::find(with_ports, true) - with_ports.begin();
    return std::clamp(static_cast<int>(first) + (ports - columns) / 2, 0,
                      std::max(device.columns - columns, 0));
}

TileId tile_of(const PackDesign& design, const arch::Device& device, const CoreIndex& core) {
    return {first_column(design, device) + core.pack * design.size + core.core +
                shift_of_row(core.row, design.stagger),
            device.first_core_row() + core.row * rows_of_a_pack(*design.placement)};
}

TileId inputs_of(const PackDesign& design, const arch::Device& device, const CoreIndex& core) {
    TileId tile = tile_of(design, device, core);
    if (*design.placement == Strategy::Unconstrained) ++tile.row;
    return tile;
}

std::vector<Spot> spots_in_tile_of_inputs(const PackDesign& design, const arch::Device& device,
                                          int core) {
    std::vector<MatrixBuffers> matrices{{Matrix::A, design.a_tile()}, {Matrix::B, design.b_tile()}};
    const bool with_c = *design.placement != Strategy::Unconstrained;
    if (with_c && core == holder_of_c(design.size))
        matrices.push_back({Matrix::C, design.c_tile()});
    return *design.placement == Strategy::Location ? place_by_location(matrices, device)
                                                   : place_by_address(matrices, device);
}

std::vector<Spot> spots_of_c_alone(const PackDesign& design, const arch::Device& device) {
    if (*design.placement != Strategy::Unconstrained) return {};
    return place_by_address({{Matrix::C, design.c_tile()}}, device);
}

namespace {

/// The wide ports of the shims in one direction, each given out once.
class FreePorts {
 public:
    FreePorts(const arch::Device& device, PortSide side)
        : side_{side},
          of_a_shim_{(side == PortSide::Slave ? device.pl->inputs : device.pl->outputs) / 2} {
        for (int column = 0; column < device.columns; ++column)
            if (device.pl->columns[static_cast<std::size_t>(column)]) columns_.push_back(column);
    }

    [[nodiscard]] int count() const { return static_cast<int>(columns_.size()) * of_a_shim_; }
    [[nodiscard]] int columns() const { return static_cast<int>(columns_.size()); }
    [[nodiscard]] int column_at(double share) const {
        const auto last = columns_.size() - 1;
        return columns_[std::min(
            static_cast<std::size_t>(share * static_cast<double>(columns_.size())), last)];
    }
    /// Takes a port of the shim nearest to `column` that has given out less than `most`; if there
    /// is none, of the nearest shim with a free port.
    Port near(int column, int most) {
        int best = -1;
        for (const int limit : {std::min(most, of_a_shim_), of_a_shim_}) {
            for (const int candidate : columns_)
                if (used_[candidate] < limit &&
                    (best < 0 || std::abs(candidate - column) < std::abs(best - column)))
                    best = candidate;
            if (best >= 0) break;
        }
        return {{best, 0}, side_, Bundle::Plio, 2 * used_[best]++};
    }

 private:
    PortSide side_;
    int of_a_shim_;
    std::vector<int> columns_;
    std::map<int, int> used_;  ///< number of ports given out, by column
};

/// Ports for streams at `columns`, from the westernmost to the easternmost, spread over all ports
/// as evenly as possible.
std::vector<Port> spread(const std::vector<int>& columns, FreePorts& free) {
    std::vector<std::size_t> order(columns.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return columns[i]; });
    std::vector<Port> ports(columns.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(columns.size());
        const int even = free.column_at(share);
        // If there are few streams, ports are near their columns.
        const bool is_full = 2 * static_cast<int>(columns.size()) > free.count();
        ports[order[i]] = free.near(is_full ? even : columns[order[i]], free.count());
    }
    return ports;
}

int packs_in_row(const PackDesign& design, const arch::Device& device, int row) {
    const int room = (device.columns - shift_of_row(row, design.stagger)) / design.size;
    return std::min(*design.packs, room);
}

}  // namespace

PortPlaces place_ports(const PackDesign& design, const arch::Device& device) {
    PortPlaces ports;
    FreePorts inputs{device, PortSide::Slave};
    FreePorts outputs{device, PortSide::Master};
    const int size = design.size;
    constexpr int kFewOfB = 2;
    const int first = first_column(design, device);
    for (int column = 0; column < design.packs * size; ++column)
        ports.b.push_back(inputs.near(first + column, kFewOfB));
    const int of_a = design.rows * size;
    const int columns = design.packs * size;
    const bool is_wide = columns >= inputs.columns();
    for (int i = 0; i < of_a; ++i) {
        const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(of_a);
        const int column = is_wide ? inputs.column_at(share)
                                   : first + static_cast<int>(share * static_cast<double>(columns));
        ports.a.push_back(inputs.near(column, inputs.count()));
    }
    std::vector<int> of_c;
    for (int row = 0; row < design.rows; ++row)
        for (int pack = 0; pack < design.packs; ++pack)
            of_c.push_back(tile_of(design, device, {row, pack, holder_of_c(size)}).column);
    ports.c = spread(of_c, outputs);
    return ports;
}

std::vector<schedule::Flow> flows(const PackDesign& design, const arch::Device& device,
                                  const PortPlaces& ports) {
    constexpr int kChannelA = 0;
    constexpr int kChannelB = 1;
    const auto input = [&](const CoreIndex& core, int channel) {
        return arch::dma_port(inputs_of(design, device, core), Direction::S2MM, channel);
    };
    const auto at = [](const std::vector<Port>& list, int index) {
        return list[static_cast<std::size_t>(index)];
    };
    std::vector<schedule::Flow> all;
    // A shifted row may have no room for any of its packs, and then takes no streams.
    const auto add = [&](schedule::Flow flow) {
        if (!flow.sinks.empty()) all.push_back(std::move(flow));
    };
    for (int row = 0; row < design.rows; ++row)
        for (int core = 0; core < design.size; ++core) {
            schedule::Flow flow{
                fmt::format("A({},{})", row, core), at(ports.a, row * design.size + core), {}};
            for (int pack = 0; pack < packs_in_row(design, device, row); ++pack)
                flow.sinks.push_back(input({row, pack, core}, kChannelA));
            add(std::move(flow));
        }
    for (int pack = 0; pack < design.packs; ++pack)
        for (int core = 0; core < design.size; ++core) {
            schedule::Flow flow{
                fmt::format("B({},{})", core, pack), at(ports.b, pack * design.size + core), {}};
            for (int row = 0; row < design.rows; ++row)
                if (pack < packs_in_row(design, device, row))
                    flow.sinks.push_back(input({row, pack, core}, kChannelB));
            add(std::move(flow));
        }
    for (int row = 0; row < design.rows; ++row)
        for (int pack = 0; pack < packs_in_row(design, device, row); ++pack)
            all.push_back(
                {fmt::format("C({},{})", row, pack),
                 arch::dma_port(tile_of(design, device, {row, pack, holder_of_c(design.size)}),
                                Direction::MM2S, 0),
                 {at(ports.c, row * design.packs + pack)}});
    return all;
}

}  // namespace xdnasim::gemm::packs
