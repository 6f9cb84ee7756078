#include <algorithm>

#include "arch/routing_graph.hpp"
#include "workloads/gemm/packs/array_shape.hpp"
#include "workloads/gemm/packs/core_places.hpp"

namespace xdnasim::gemm::packs {

namespace {

int links_of(const arch::Device& device, int column, arch::Bundle bundle) {
    int links = 0;
    for (int row = 0; row < device.rows(); ++row)
        links += arch::port_count(device, {column, row}, arch::PortSide::Master, bundle);
    return links;
}

}  // namespace

Cut tightest_cut(const PackDesign& design, const arch::Device& device) {
    const auto columns = static_cast<std::size_t>(device.columns);
    std::vector<int> to_east(columns);  // by the column that a stream leaves
    std::vector<int> to_west(columns);
    for (const schedule::Flow& flow : flows(design, device, place_ports(design, device))) {
        const int source = flow.source.tile.column;
        const auto [first, last] = std::ranges::minmax(
            flow.sinks, {}, [](const arch::Port& sink) { return sink.tile.column; });
        for (int column = source; column < last.tile.column; ++column)
            ++to_east[static_cast<std::size_t>(column)];
        for (int column = source; column > first.tile.column; --column)
            ++to_west[static_cast<std::size_t>(column)];
    }
    Cut tightest{.links = 1};
    const auto consider = [&](const Cut& cut) {
        if (cut.streams * tightest.links > tightest.streams * cut.links) tightest = cut;
    };
    for (int column = 0; column < device.columns; ++column) {
        const auto at = static_cast<std::size_t>(column);
        consider({column, column + 1, to_east[at], links_of(device, column, arch::Bundle::East)});
        consider({column, column - 1, to_west[at], links_of(device, column, arch::Bundle::West)});
    }
    return tightest;
}

Cut tightest_cut(const ArrayShape& shape, const arch::Device& device) {
    PackDesign design;
    design.rows = shape.rows;
    design.size = shape.size;
    design.packs = shape.packs;
    const bool fits = shape.size * shape.packs + kBestStagger <= device.columns;
    design.stagger = shape.rows > 1 && fits ? kBestStagger : 0;
    return tightest_cut(design, device);
}

}  // namespace xdnasim::gemm::packs
