#include "test/arch/example_device.hpp"

namespace xdnasim::arch {

namespace {

using enum Bundle;
using Channels = ConnectionRule::Channels;
using Bundles = std::vector<Bundle>;

PortCount& ports(SwitchModel& model, Bundle bundle) {
    return model.ports[static_cast<std::size_t>(bundle)];
}

// Port counts and connections: mlir-aie AIETargetModel, AIE2 (masters, slaves).

SwitchModel with_common_ports() {
    SwitchModel model;
    model.arbiters = 6;
    model.msels = 4;
    model.packet_slots = 4;
    ports(model, North) = {6, 4};
    ports(model, South) = {4, 6};
    ports(model, TileControl) = {1, 1};
    ports(model, Trace) = {0, 1};
    return model;
}

SwitchModel core_switch() {
    SwitchModel model = with_common_ports();
    ports(model, Core) = {1, 1};
    ports(model, Dma) = {2, 2};
    ports(model, Fifo) = {1, 1};
    ports(model, West) = {4, 4};
    ports(model, East) = {4, 4};
    ports(model, Trace) = {0, 2};
    model.rules = {
        {{Dma, Fifo, North, South, West, East},
         {Core, Dma, TileControl, Fifo, North, South, West, East},
         Channels::SameIfSameBundle},
        {{Core}, {Dma, TileControl, Fifo, North, South, West, East}},
        {{TileControl}, {Core, Fifo, North, South, West, East}},
        {{Trace}, {Dma}, Channels::Any, 0},
        {{Trace}, {Fifo, South}},
    };
    return model;
}

SwitchModel mem_switch() {
    SwitchModel model = with_common_ports();
    ports(model, Dma) = {6, 6};
    model.rules = {
        {{Dma}, {Dma}, Channels::Same},
        {{Dma}, {TileControl, North, South}},
        {{TileControl, Trace}, {Dma}, Channels::Any, 5},
        {{TileControl}, {North, South}},
        {{North, South}, {Dma, TileControl}},
        {{North, South}, {North, South}, Channels::Same},
        {{Trace}, {South}},
    };
    return model;
}

SwitchModel shim_switch() {
    SwitchModel model = with_common_ports();
    ports(model, Fifo) = {1, 1};
    ports(model, South) = {6, 8};
    ports(model, West) = {4, 4};
    ports(model, East) = {4, 4};
    model.rules = {
        {{TileControl}, {Fifo, North, South, West, East}},
        {{Fifo, South}, {TileControl, Fifo, North, South, West, East}},
        {{North, West, East},
         {TileControl, Fifo, North, South, West, East},
         Channels::SameIfSameBundle},
        {{Trace}, {Fifo, South}},
        {{Trace}, {West, East}, Channels::Any, 0},
    };
    return model;
}

}  // namespace

Device example_device(int columns, int core_rows, int mem_rows) {
    Device device;
    device.name = "example";
    device.columns = columns;
    device.row_kinds = {TileKind::Shim};
    device.row_kinds.insert(device.row_kinds.end(), static_cast<std::size_t>(mem_rows),
                            TileKind::MemTile);
    device.row_kinds.insert(device.row_kinds.end(), static_cast<std::size_t>(core_rows),
                            TileKind::CompTile);
    device.shim_has_dma.assign(static_cast<std::size_t>(columns), true);
    device.comp_tile.stream_switch = core_switch();
    device.mem_tile.stream_switch = mem_switch();
    device.shim_tile.stream_switch = shim_switch();
    device.shim_mux = {.mm2s_to_south = {3, 7}, .south_to_s2mm = {2, 3}};
    return device;
}

}  // namespace xdnasim::arch
