#include <algorithm>

#include <fmt/format.h>

#include "arch/neighbours.hpp"
#include "workloads/design/lowering/object_fifos.hpp"

namespace xdnasim::design::lowering {
namespace {

bool reaches(arch::TileId core, arch::TileId memory) {
    const auto memories = arch::memories_in_reach(core);
    return std::ranges::find(memories, memory) != memories.end();
}

const Link* link_of(const FifoText& text, const std::string& fifo, bool input) {
    for (const Link& link : text.links) {
        const auto& names = input ? link.inputs : link.outputs;
        if (std::ranges::find(names, fifo) != names.end()) return &link;
    }
    return nullptr;
}

class Splitter {
 public:
    Splitter(const FifoText& text, const arch::Device& array) : text_{text}, array_{array} {}

    Ends run() {
        for (const Fifo& fifo : text_.fifos) {
            const std::optional<NamedTile> memory = common_memory(fifo);
            if (memory)
                add_shared(fifo, *memory);
            else
                add_stream(fifo);
        }
        return std::move(ends_);
    }

 private:
    /// Tile whose memory holds the objects of a FIFO without a stream; nullopt if it needs a
    /// stream.
    [[nodiscard]] std::optional<NamedTile> common_memory(const Fifo& fifo) const {
        const Consumer& consumer = fifo.consumers.front();
        if (needs_stream(text_, fifo)) return std::nullopt;
        const arch::TileId from = fifo.producer.id;
        const arch::TileId to = consumer.tile.id;
        if (array_.kind(from) != array_.kind(to)) return std::nullopt;
        if (array_.kind(from) != arch::TileKind::CompTile)
            return from == to ? std::optional{fifo.producer} : std::nullopt;
        if (fifo.memory && reaches(from, fifo.memory->id) && reaches(to, fifo.memory->id))
            return fifo.memory;
        // The producer's own memory is the first choice.
        if (reaches(to, from)) return fifo.producer;
        if (reaches(from, to)) return consumer.tile;
        return std::nullopt;
    }

    /// Depth with one object more than the core holds at a time, so that the next one can arrive
    /// meanwhile.
    [[nodiscard]] int needed_depth(const Fifo& fifo, arch::TileId tile, int depth) const {
        if (depth == 0 || array_.kind(tile) != arch::TileKind::CompTile) return depth;
        const auto acquired = text_.acquired.find({fifo.name, tile});
        if (acquired == text_.acquired.end()) return depth;
        return acquired->second == 1 && depth == 1 ? 1 : acquired->second + 1;
    }

    void add_shared(const Fifo& fifo, const NamedTile& memory) {
        End& end = ends_.all.emplace_back();
        end.fifo = &fifo;
        end.name = fifo.name;
        end.tile = fifo.producer;
        end.reader = fifo.consumers.front().tile.id;
        end.depth = fifo.depths.front();
        end.memory = memory;
    }

    void add_stream(const Fifo& fifo) {
        End& producer = ends_.all.emplace_back();
        producer.fifo = &fifo;
        producer.name = fifo.name;
        producer.tile = fifo.producer;
        producer.memory = fifo.producer;
        producer.streams = true;
        producer.steps = fifo.to_stream;
        producer.link = link_of(text_, fifo.name, false);
        producer.depth = fifo.depths.front();
        if (!fifo.sided() && fifo.initial.empty())
            producer.depth = needed_depth(fifo, fifo.producer.id, producer.depth);
        std::vector<End*> consumers(fifo.consumers.size());
        // In mlir-aie's order, which inserts each consumer before the previous one.
        for (std::size_t i = fifo.consumers.size(); i-- > 0;)
            consumers[i] = &add_consumer(fifo, i);
        ends_.streams.emplace_back(&producer, std::move(consumers));
    }

    End& add_consumer(const Fifo& fifo, std::size_t number) {
        const Consumer& consumer = fifo.consumers[number];
        End& end = ends_.all.emplace_back();
        end.fifo = &fifo;
        end.name = fifo.consumers.size() > 1 ? fmt::format("{}_{}_cons", fifo.name, number)
                                             : fmt::format("{}_cons", fifo.name);
        end.tile = consumer.tile;
        end.memory = consumer.tile;
        end.produces = false;
        end.streams = true;
        end.steps = consumer.from_stream;
        const Link* link = link_of(text_, fifo.name, true);
        if (link != nullptr && link->tile == consumer.tile.id) end.link = link;
        end.depth = fifo.sided() ? fifo.depths[number + 1] : fifo.depths.front();
        // For ends with dimensions or a link, mlir-aie also adapts depths that are given for each
        // side.
        if (!fifo.sided() || !end.steps.empty() || end.link != nullptr)
            end.depth = needed_depth(fifo, consumer.tile.id, end.depth);
        return end;
    }

    const FifoText& text_;
    const arch::Device& array_;
    Ends ends_;
};

}  // namespace

bool needs_stream(const FifoText& fifos, const Fifo& fifo) {
    return fifo.via_dma || fifo.repeat || fifo.consumers.size() > 1 || !fifo.to_stream.empty() ||
           !fifo.consumers.front().from_stream.empty() ||
           link_of(fifos, fifo.name, true) != nullptr ||
           link_of(fifos, fifo.name, false) != nullptr;
}

Ends split(const FifoText& fifos, const arch::Device& array) {
    return Splitter{fifos, array}.run();
}

void require_shared_memories(const Ends& ends, const ir::Text& text) {
    for (const End& end : ends.all) {
        const Fifo& fifo = *end.fifo;
        if (!fifo.shared_side) continue;
        if (end.streams)
            text.fail(fifo.at,
                      fmt::format("object FIFO '{}' cannot use a shared memory (via_shared_mem), "
                                  "because it needs a stream. Use neighbouring cores and one "
                                  "consumer, without steps, repeat_count, via_DMA or a link",
                                  fifo.name));
        // If the consumer does not reach the producer's memory, mlir-aie uses the consumer's.
        const arch::TileId consumer = fifo.consumers.front().tile.id;
        if (fifo.shared_side == SharedSide::Consumer && fifo.memory->id == consumer &&
            end.memory.id != consumer)
            text.fail(
                fifo.at,
                fmt::format(
                    "object FIFO '{}' cannot lie in the memory of its consumer (via_shared_mem = "
                    "1), which the producer's core {} cannot reach; allowed: 0",
                    fifo.name, to_string(fifo.producer.id)));
    }
}

std::vector<End*> Ends::of(const Link& link, bool inputs) {
    std::vector<End*> found;
    for (const std::string& name : inputs ? link.inputs : link.outputs)
        for (End& end : all)
            if (end.link == &link && end.fifo->name == name && end.produces != inputs)
                found.push_back(&end);
    return found;
}

}  // namespace xdnasim::design::lowering
