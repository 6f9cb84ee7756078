#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/design/ir/symbols.hpp"
#include "workloads/design/lowering/object_fifos.hpp"

namespace xdnasim::design::lowering {
namespace {

/// Maximum number of blocks of one channel: far more than a tile has BDs.
constexpr std::size_t kMaxBlocks = 4096;
constexpr std::string_view kAllocation = "_shim_alloc";

/// A part of an object that one BD moves.
struct Part {
    std::int64_t offset = 0;
    std::int64_t length = 0;
    std::size_t locks = 0;  ///< index of its pair of locks
};

/// How a channel repeats its BDs.
struct Repeats {
    int runs = 1;            ///< of the task, as its start says
    std::size_t copies = 1;  ///< of each BD, one after the other
    bool end = false;        ///< whether the task ends; otherwise its last BD leads to the first
};

/// The parts of an object in a join or distribution.
std::vector<Part> parts_of(const Link& link, std::int64_t whole) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < link.offsets.size(); ++i) {
        const std::int64_t end = i + 1 < link.offsets.size() ? link.offsets[i + 1] : whole;
        parts.push_back({link.offsets[i], end - link.offsets[i], i});
    }
    return parts;
}

class Streams {
 public:
    Streams(Ends& ends, TakenChannels taken, const arch::Device& array, const ir::Text& text,
            Output& output)
        : ends_{ends},
          array_{array},
          text_{text},
          output_{output},
          channels_{choose_channels(ends, std::move(taken), array, text)} {}

    void add() {
        for (const auto& [producer, consumers] : ends_.streams) {
            add_end(*producer);
            if (is_shim(*producer)) add_allocation(*producer);
            for (const End* consumer : consumers) {
                add_end(*consumer);
                if (is_shim(*consumer) && !is_shim(*producer)) add_allocation(*consumer);
                if (!producer->fifo->packets) add_flow(*producer, *consumer);
            }
            if (producer->fifo->packets) add_packet_flow(*producer, consumers);
        }
    }

 private:
    void add_end(const End& end) {
        if (!is_shim(end) && end.depth > 0) add_program(end, channels_.at(&end));
    }

    static bool is_shim(const End& end) { return end.tile.id.row == 0; }

    /// Adds a shim allocation with the name of the FIFO. For a FIFO from shim to shim, it is the
    /// sending end.
    void add_allocation(const End& end) {
        output_.at_end.push_back(
            {{},
             fmt::format("aie.shim_dma_allocation {} (%{}, {}, {}{}){}\n    ",
                         ir::written_symbol(allocation_name(end.fifo->name)), end.tile.value,
                         end.produces ? "MM2S" : "S2MM", channels_.at(&end),
                         sends_packets(end) ? fmt::format(", {}", packet_of(end)) : "",
                         end.fifo->plio ? " {plio = true}" : ""),
             end.fifo->at});
    }

    void add_program(const End& end, int channel) {
        const auto& buffers = end.objects->buffers;
        const bool mem_tile = array_.kind(end.tile.id) == arch::TileKind::MemTile;
        const std::vector<Part> parts = mem_tile ? parts_in_mem_tile(end) : whole(end);
        const bool other = mem_tile && end.link != nullptr && end.objects != &end;
        auto objects = static_cast<std::size_t>(other ? end.objects->depth : end.depth);
        objects = std::min(objects, buffers.size());
        const Repeats repeats = repeats_of(end, objects * parts.size());
        const std::size_t blocks = objects * repeats.copies * parts.size();
        if (blocks == 0) return;
        require_room(end, blocks, repeats.runs);
        Output::Program& program = program_of(end.tile);
        const std::size_t number = program.channels.size();
        std::string text = fmt::format(
            "aie.dma_start({}, {}, ^fifo{}_0, ^behind{}{})", end.produces ? "MM2S" : "S2MM",
            channel, number, number,
            repeats.runs > 1 ? fmt::format(", repeat_count = {}", repeats.runs - 1) : "");
        std::size_t block = 0;
        for (std::size_t object = 0; object < objects; ++object)
            for (std::size_t round = 0; round < repeats.copies * parts.size(); ++round, ++block) {
                const std::size_t next = block + 1 == blocks ? 0 : block + 1;
                text += fmt::format("\n  ^fifo{}_{}:{}\n    ", number, block,
                                    bd(end, buffers[object], parts[round / repeats.copies]));
                text += repeats.end && next == 0
                            ? std::string{"aie.end"}
                            : fmt::format("aie.next_bd ^fifo{}_{}", number, next);
            }
        text += fmt::format("\n  ^behind{}:\n    ", number);
        program.channels.emplace_back(std::move(text), end.fifo->at);
    }

    /// `bds`: number of different BDs in the chain.
    [[nodiscard]] Repeats repeats_of(const End& end, std::size_t bds) const {
        const int repeat = end.fifo->repeat.value_or(1);
        const auto& iterations = end.fifo->iterations;
        const auto copies = static_cast<std::size_t>(end.produces ? repeat : 1);
        // The side that receives takes all copies of an object, each in a run of its own.
        if (iterations && array_.kind(end.tile.id) == arch::TileKind::MemTile)
            return {
                .runs = *iterations * (end.produces ? 1 : repeat), .copies = copies, .end = true};
        // mlir-aie repeats the task where the chain has only one BD.
        if (end.produces && bds == 1 && !iterations) return {.runs = repeat};
        return {.copies = copies};
    }

    /// Throws InputError if an end needs more blocks or runs of its task than there can be.
    void require_room(const End& end, std::size_t blocks, int runs) const {
        const std::string tile = array_.name_of(end.tile.id);
        if (blocks > kMaxBlocks)
            text_.fail(end.fifo->at, fmt::format("object FIFO '{}' needs {} BDs in {}; allowed: {}",
                                                 end.fifo->name, blocks, tile, kMaxBlocks));
        const int most = array_.model(end.tile.id).dma.max_repeat + 1;
        if (runs > most)
            text_.fail(end.fifo->at,
                       fmt::format("object FIFO '{}' needs a task of {} that runs {} times; "
                                   "allowed: {}",
                                   end.fifo->name, tile, runs, most));
    }

    [[nodiscard]] static std::vector<Part> whole(const End& end) {
        return {{0, end.fifo->elements, 0}};
    }

    [[nodiscard]] static std::vector<Part> parts_in_mem_tile(const End& end) {
        if (end.link == nullptr) return whole(end);
        const Fifo& owner = *end.objects->fifo;
        const bool split = end.link->inputs.size() > 1 || end.link->outputs.size() > 1;
        if (!split) {
            if (end.objects == &end || owner.elements < end.fifo->elements) return whole(end);
            return {{0, owner.elements, 0}};
        }
        const std::vector<Part> parts = parts_of(*end.link, owner.elements);
        if (end.objects == &end) return parts;
        const auto& names = end.link->inputs.size() > 1 ? end.link->inputs : end.link->outputs;
        const auto at = std::ranges::find(names, end.fifo->name) - names.begin();
        return {parts[static_cast<std::size_t>(at)]};
    }

    /// A block with lock operations and a transfer.
    [[nodiscard]] std::string bd(const End& end, const std::string& buffer,
                                 const Part& part) const {
        const End& objects = *end.objects;
        std::string steps = end.steps.empty() ? "" : ", " + end.steps;
        const bool pads = end.produces && !end.steps.empty() && !end.fifo->padding.empty() &&
                          array_.kind(end.tile.id) == arch::TileKind::MemTile;
        if (pads) steps += fmt::format(", [{}]", end.fifo->padding);
        std::vector<std::string> attributes;
        if (pads && !end.fifo->pad_value.empty())
            attributes.push_back(fmt::format("pad_value = {}", end.fifo->pad_value));
        if (sends_packets(end))
            attributes.push_back(fmt::format("packet = #aie.packet_info{}", packet_of(end)));
        const std::string value = attributes.empty()
                                      ? std::string{}
                                      : fmt::format(" {{{}}}", fmt::join(attributes, ", "));
        const std::string moved =
            fmt::format("\n    aie.dma_bd(%{} : {}, {}, {}{}){}", buffer, objects.fifo->type,
                        part.offset, part.length, steps, value);
        if (objects.locks.empty()) return moved;
        const LockPair& pair = objects.locks[part.locks];
        const int count = lock_count(end);
        return fmt::format(
            "\n    aie.use_lock(%{}, AcquireGreaterEqual, {}){}\n    "
            "aie.use_lock(%{}, Release, {})",
            end.produces ? pair.filled : pair.free, count, moved,
            end.produces ? pair.free : pair.filled, count);
    }

    /// Units by which an end changes its lock. An object, or a part of one, that enters a link and
    /// leaves it several times is free when it has been sent as often.
    [[nodiscard]] int lock_count(const End& end) const {
        if (end.link == nullptr || end.produces) return 1;
        for (const End* out : ends_.of(*end.link, false))
            if (out->fifo->repeat) return *out->fifo->repeat;
        return 1;
    }

    Output::Program& program_of(const NamedTile& tile) {
        for (Output::Program& program : output_.dma)
            if (program.tile.id == tile.id) return program;
        output_.dma.push_back({tile, {}});
        return output_.dma.back();
    }

    static bool sends_packets(const End& end) { return end.produces && end.fifo->packets; }

    static std::string packet_of(const End& end) {
        return fmt::format("<pkt_type = 0, pkt_id = {}>", *end.fifo->packet_id);
    }

    /// The port of an end: "%tile_0_2, DMA : 1".
    [[nodiscard]] std::string port_of(const End& end) const {
        return fmt::format("%{}, {} : {}", end.tile.value,
                           end.fifo->plio && end.tile.id.row == 0 ? "PLIO" : "DMA",
                           channels_.at(&end));
    }

    void add_flow(const End& producer, const End& consumer) {
        output_.at_end.push_back(
            {{},
             fmt::format("aie.flow({}, {})\n    ", port_of(producer), port_of(consumer)),
             producer.fifo->at});
    }

    void add_packet_flow(const End& producer, const std::vector<End*>& consumers) {
        std::string text = fmt::format("aie.packet_flow({}) {{\n      aie.packet_source<{}>",
                                       *producer.fifo->packet_id, port_of(producer));
        for (const End* consumer : consumers)
            text += fmt::format("\n      aie.packet_dest<{}>", port_of(*consumer));
        output_.at_end.push_back({{}, text + "\n    }\n    ", producer.fifo->at});
    }

    Ends& ends_;
    const arch::Device& array_;
    const ir::Text& text_;
    Output& output_;
    std::map<const End*, int> channels_;
};

}  // namespace

std::string allocation_name(std::string_view fifo) {
    return fmt::format("{}{}", fifo, kAllocation);
}

std::string_view fifo_of_allocation(std::string_view name) {
    if (name.ends_with(kAllocation)) name.remove_suffix(kAllocation.size());
    return name;
}

void add_streams(Ends& ends, TakenChannels taken, const arch::Device& array, const ir::Text& text,
                 Output& output) {
    Streams{ends, std::move(taken), array, text, output}.add();
}

}  // namespace xdnasim::design::lowering
