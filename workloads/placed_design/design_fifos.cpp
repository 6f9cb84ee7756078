// Object FIFOs of a design as nets.

#include <algorithm>

#include "workloads/design/lowering/object_fifos.hpp"
#include "workloads/netlist/ties.hpp"
#include "workloads/placed_design/design_netlist.hpp"

namespace xdnasim::placed_design {
namespace {

using arch::TileId;
using arch::TileKind;
using design::lowering::End;
using design::lowering::Ends;
using design::lowering::Fifo;
using design::lowering::FifoText;
using netlist::Carrier;
using netlist::CoreId;
using netlist::Net;

/// The ends of the FIFO `name` that produce objects, or that consume them.
std::vector<const End*> ends_of(const Ends& ends, const std::string& name, bool produces) {
    std::vector<const End*> found;
    for (const End& end : ends.all)
        if (end.fifo->name == name && end.produces == produces) found.push_back(&end);
    return found;
}

/// Adds nets for FIFOs. Numbers of objects are those of ends of streams.
class Fifos {
 public:
    Fifos(FifoText text, const arch::Device& array, const TileCores& tiles, DesignNetlist& found)
        : text_{std::move(text)}, array_{array}, tiles_{tiles}, found_{found} {
        streams_ = text_;
        for (Fifo& fifo : streams_.fifos)
            fifo.via_dma = true;
        ends_ = design::lowering::split(streams_, array);
    }

    void read() {
        for (const Fifo& fifo : text_.fifos) {
            const CoreId from = tiles_.at(fifo.producer.id);
            const CoreId to = tiles_.at(fifo.consumers.front().tile.id);
            const bool may_share = !design::lowering::needs_stream(text_, fifo);
            if (may_share && from == to)
                add_objects(fifo, from);
            else if (may_share && fifo.memory && is_core(from) && is_core(to))
                add_in_memory(fifo, from, to, tiles_.at(fifo.memory->id));
            else if (may_share && is_core(from) && is_core(to))
                add_shareable(fifo, from, to);
            else
                add_stream(fifo, from);
        }
    }

 private:
    [[nodiscard]] bool is_core(CoreId core) const {
        return tiles_.core(core).kind == TileKind::CompTile;
    }

    /// Adds the objects and locks of a FIFO that needs no channels.
    void add_objects(const Fifo& fifo, CoreId core) const {
        constexpr int kLocks = 2;
        netlist::RoomUse& own = tiles_.core(core).own;
        own.memory += fifo.size * std::int64_t{fifo.depths.front()};
        if (!fifo.unsynchronised) own.locks += kLocks;
    }

    /// Places the objects in `memory`, as aie.objectfifo.allocate asks for.
    void add_in_memory(const Fifo& fifo, CoreId from, CoreId to, CoreId memory) {
        add_objects(fifo, memory);
        for (const CoreId core : {from, to})
            if (core != memory)
                found_.netlist.ties.push_back(
                    netlist::memory_tie(tiles_.core(core).kind, core, memory));
    }

    void add_shareable(const Fifo& fifo, CoreId from, CoreId to) {
        const End& producer = *ends_of(ends_, fifo.name, true).front();
        const End& consumer = *ends_of(ends_, fifo.name, false).front();
        Net net;
        net.source = from;
        net.sinks = {to};
        // A common memory holds as many objects as the FIFO's depth; ends of streams may hold
        // fewer.
        net.depths = {std::max(producer.depth, fifo.depths.front()), consumer.depth};
        net.object = fifo.size;
        net.place = tiles_.place(fifo.at);
        net.initial_tokens = static_cast<int>(fifo.initial.size());
        found_.fifos[found_.netlist.net_count()] = {fifo.name, fifo.words, fifo.at};
        found_.netlist.nets.push_back(std::move(net));
    }

    void add_stream(const Fifo& fifo, CoreId from) {
        Net net;
        net.source = from;
        net.depths = {fifo.depths.front()};
        net.object = fifo.size;
        net.place = tiles_.place(fifo.at);
        net.carrier = Carrier::Circuit;
        for (const auto& consumer : fifo.consumers) {
            if (fifo.plio) keep_shims(fifo);
            net.sinks.push_back(tiles_.at(consumer.tile.id));
            net.depths.push_back(fifo.depths.front());
        }
        found_.netlist.nets.push_back(std::move(net));
        for (const bool produces : {true, false})
            for (const End* end : ends_of(ends_, fifo.name, produces))
                add_end(*end);
    }

    /// A shim at ports to the programmable logic cannot move.
    void keep_shims(const Fifo& fifo) const {
        const auto keep = [&](TileId tile) {
            if (array_.kind(tile) == TileKind::Shim) tiles_.core(tiles_.at(tile)).kept_tile = tile;
        };
        keep(fifo.producer.id);
        for (const auto& consumer : fifo.consumers)
            keep(consumer.tile.id);
    }

    /// Adds the resources of an end, for cores only: a mem tile or a shim takes the same resources
    /// wherever it is placed, since each tile holds one.
    void add_end(const End& end) const {
        constexpr int kLocks = 2;
        const CoreId core = tiles_.at(end.tile.id);
        if (!is_core(core)) return;
        netlist::RoomUse& own = tiles_.core(core).own;
        ++(end.produces ? own.mm2s : own.s2mm);
        own.bds += end.depth * (end.produces ? end.fifo->repeat.value_or(1) : 1);
        // FIFOs that a link joins share one set of objects, which belongs to the incoming FIFO.
        if (end.link != nullptr && end.produces) return;
        own.memory += end.fifo->size * std::int64_t{end.depth};
        if (!end.fifo->unsynchronised) own.locks += kLocks;
    }

    FifoText text_;
    const arch::Device& array_;
    const TileCores& tiles_;
    DesignNetlist& found_;
    FifoText streams_;
    Ends ends_;
};

}  // namespace

void add_fifos(const ir::Text& text, const ir::Module& module, const ir::Region& device,
               const arch::Device& array, const TileCores& tiles, DesignNetlist& found) {
    Fifos{design::lowering::read_fifos(text, module, device, array), array, tiles, found}.read();
}

}  // namespace xdnasim::placed_design
