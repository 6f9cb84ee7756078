// Declarations of the object FIFOs of a device.

#include <set>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/design/ir/fields.hpp"
#include "workloads/design/lowering/object_fifos.hpp"
#include "workloads/design/memref.hpp"

namespace xdnasim::design::lowering {
namespace {

constexpr int kMaxRepeat = 1024;
constexpr int kMaxIterations = 256;  // mlir-aie's limit, on all devices

class Reader {
 public:
    Reader(const ir::Text& text, const ir::Module& module, const arch::Device& array)
        : text_{text}, module_{module}, array_{array} {}

    FifoText read(const ir::Region& device) {
        for (const ir::Operation& operation : device.operations())
            if (operation.is("aie.tile")) read_tile(operation);
        for (const ir::Operation& operation : device.operations())
            if (operation.is("aie.objectfifo")) read_fifo(operation);
        return std::move(found_);
    }

 private:
    void read_tile(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        const arch::TileId tile{fields.small("col", 0, array_.columns - 1),
                                fields.small("row", 0, array_.rows() - 1)};
        for (const std::string_view result : operation.results)
            found_.tiles[result] = tile;
    }

    /// The list in "%tile dimensionsToStream [<size = 4, stride = 1>]".
    [[nodiscard]] std::string steps_in(ir::Range side) const {
        return list_in({side.begin + 1, side.end});
    }

    /// The first list of `range`, as it is written; empty if there is none, or if it is empty.
    [[nodiscard]] std::string list_in(ir::Range range) const {
        for (std::uint32_t i = range.begin; i < range.end; ++i)
            if (text_[i].is("["))
                return text_[i].partner == i + 1
                           ? std::string{}
                           : std::string{text_.written({i, text_[i].partner + 1})};
        return {};
    }

    void read_fifo(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        Fifo fifo;
        fifo.at = operation.at;
        fifo.words = {operation.rest.begin - 1, operation.rest.end};
        if (operation.generic)
            read_generic(fifo, fields);
        else
            read_pretty(fifo, fields);
        read_options(fifo, fields);
        if (!names_.insert(fifo.name).second)
            text_.fail(operation.at,
                       fmt::format("another object FIFO is also named '{}'", fifo.name));
        found_.fifos.push_back(std::move(fifo));
    }

    /// Reads "@in(%producer, {%consumer}, 2 : i32) : !aie.objectfifo<memref<16xi32>>".
    void read_pretty(Fifo& fifo, const ir::Fields& fields) const {
        const auto pieces = ir::split(text_, fields.range("arguments"));
        if (pieces.size() != 3 || !text_[pieces[1].begin].is("{"))
            text_.fail(fifo.at,
                       "cannot parse an object FIFO; allowed: @NAME(PRODUCER, {CONSUMERS}, DEPTH)");
        fifo.name = fields.symbol("sym_name");
        fifo.producer = tile_at(text_, found_, pieces[0].begin);
        fifo.to_stream = steps_in(pieces[0]);
        for (const ir::Range& side : ir::split(text_, ir::inside(text_, pieces[1])))
            fifo.consumers.push_back({tile_at(text_, found_, side.begin), steps_in(side)});
        read_depths(fifo, pieces[2]);
        read_type(fifo, fields.range("type"));
    }

    /// Reads "(%producer, %consumer) <{elemNumber = 2 : i32, elemType = !aie.objectfifo<...>,
    /// ...}>".
    void read_generic(Fifo& fifo, const ir::Fields& fields) const {
        fifo.name = fields.string("sym_name");
        fifo.producer = tile_at(text_, found_, fields.range("producerTile").begin);
        if (const auto steps = fields.find("dimensionsToStream")) fifo.to_stream = list_in(*steps);
        if (const auto consumers = fields.find("consumerTiles"))
            for (const ir::Range& consumer : ir::split(text_, *consumers))
                fifo.consumers.push_back({tile_at(text_, found_, consumer.begin), {}});
        // One list for each consumer, in the order of the consumers.
        if (const auto steps = fields.find("dimensionsFromStreamPerConsumer")) {
            std::size_t next = 0;
            ir::Range lists = *steps;
            while (!lists.empty() && !text_[lists.begin].is("["))
                ++lists.begin;
            for (const ir::Range& list : ir::split(text_, ir::inside(text_, lists)))
                if (next < fifo.consumers.size())
                    fifo.consumers[next++].from_stream = list_in(list);
        }
        read_depths(fifo, fields.range("elemNumber"));
        read_type(fifo, fields.range("elemType"));
    }

    void read_depths(Fifo& fifo, ir::Range range) const {
        for (const ir::Range& piece : ir::split(text_, ir::inside(text_, range))) {
            const auto depth = ir::integer_at(text_, piece, nullptr);
            if (!depth || *depth < 0 || *depth > kMaxObjects)
                text_.fail(text_[piece.begin].at,
                           fmt::format("{} is not a depth of an object FIFO; allowed: 0 to {}",
                                       to_string(text_[piece.begin]), kMaxObjects));
            fifo.depths.push_back(static_cast<int>(*depth));
        }
        const std::size_t sides = fifo.consumers.size() + 1;
        if (fifo.consumers.empty())
            text_.fail(fifo.at, fmt::format("object FIFO '{}' has no consumer", fifo.name));
        const bool list = text_[range.begin].is("[");
        if (fifo.depths.size() != (list ? sides : 1))
            text_.fail(
                fifo.at,
                fmt::format("{} depths of an object FIFO with {} consumers; allowed: one for "
                            "all, or one for the producer and one for each consumer",
                            fifo.depths.size(), fifo.consumers.size()));
    }

    /// Reads the type "!aie.objectfifo<memref<16xi32>>".
    void read_type(Fifo& fifo, ir::Range type) const {
        for (std::uint32_t i = type.begin; i < type.end; ++i)
            if (text_[i].is("->"))
                text_.fail(text_[i].at, fmt::format("object FIFO '{}' has objects of another type "
                                                    "at its consumers. Use one type",
                                                    fifo.name));
        type = named_by(text_, type, module_.aliases);
        while (!type.empty() && !text_[type.begin].is("<"))
            ++type.begin;
        const ir::Range object = ir::inside(text_, type);
        const Memref memref = read_memory(text_, object, module_.aliases);
        fifo.elements = memref.elements();
        fifo.size = memref.size();
        fifo.type = text_.written(object);
    }

    void read_options(Fifo& fifo, const ir::Fields& fields) const {
        fifo.via_dma = fields.flag("via_DMA");
        fifo.plio = fields.flag("plio");
        fifo.unsynchronised = fields.flag("disable_synchronization");
        read_repeat(fifo, fields);
        if (fields.has("iter_count"))
            fifo.iterations = fields.small("iter_count", 1, kMaxIterations);
        if (fields.has("aie_stream"))
            text_.fail(
                fifo.at,
                fmt::format(
                    "object FIFO '{}' ends in a core's own stream. Use a DMA channel of its tile",
                    fifo.name));
        if (fields.has("via_shared_mem")) {
            const int side = fields.small("via_shared_mem", 0, 1);
            fifo.shared_side = static_cast<SharedSide>(side);
            fifo.memory = fifo.shared_side == SharedSide::Producer ? fifo.producer
                                                                   : fifo.consumers.front().tile;
        }
        fifo.packets = fields.flag("packet");
        if (fifo.packets && fields.has("packet_id"))
            fifo.packet_id = fields.small("packet_id", 0, arch::kMaxPacketId);
        read_channels(fifo, fields);
        if (const auto padding = fields.find("padDimensions")) {
            ir::Range list = *padding;
            while (!list.empty() && !text_[list.begin].is("["))
                ++list.begin;
            fifo.padding = text_.written(ir::inside(text_, list));
            if (const auto value = fields.find("padValue")) fifo.pad_value = text_.written(*value);
        }
        auto values = fields.find("initial_values");
        if (!values) values = fields.find("initValues");
        if (!values) return;
        for (const ir::Range& piece : ir::split(text_, ir::inside(text_, *values))) {
            std::uint32_t end = piece.begin;
            while (end < piece.end && !text_[end].is(":"))
                end = behind(text_, end);
            fifo.initial.emplace_back(text_.written({piece.begin, end}));
        }
        if (fifo.initial.size() != static_cast<std::size_t>(fifo.depths.front()))
            text_.fail(fifo.at, fmt::format("object FIFO '{}' has {} initial values for {} objects",
                                            fifo.name, fifo.initial.size(), fifo.depths.front()));
    }

    /// Reads repeat_count, or memtile_repeat of designs of 2024, which counts only the repeats that
    /// follow the first time.
    void read_repeat(Fifo& fifo, const ir::Fields& fields) const {
        if (fields.has("repeat_count")) fifo.repeat = fields.small("repeat_count", 1, kMaxRepeat);
        if (!fields.has("memtile_repeat")) return;
        if (array_.kind(fifo.producer.id) != arch::TileKind::MemTile)
            fields.fail("memtile_repeat",
                        fmt::format("is for FIFOs that a mem tile produces, but {} produces '{}'",
                                    array_.name_of(fifo.producer.id), fifo.name));
        fifo.repeat = fields.small("memtile_repeat", 0, kMaxRepeat - 1) + 1;
    }

    /// Reads "prod_dma_channel = 1 : i32, cons_dma_channels = array<i32: 0, -1>"; -1 stands for any
    /// channel.
    void read_channels(Fifo& fifo, const ir::Fields& fields) const {
        if (fields.has("prod_dma_channel"))
            fifo.producer_channel = fields.small("prod_dma_channel", 0, ir::kMaxChannel);
        auto list = fields.find("cons_dma_channels");
        if (!list) return;
        while (!list->empty() && !text_[list->begin].is(":"))
            ++list->begin;
        if (!list->empty()) ++list->begin;
        while (!list->empty() && text_[list->end - 1].is(">"))
            --list->end;
        const auto channels = ir::split(text_, *list);
        if (channels.size() != fifo.consumers.size())
            fields.fail("cons_dma_channels",
                        fmt::format("has {} for {}", base::counted(std::ssize(channels), "number"),
                                    base::counted(std::ssize(fifo.consumers), "consumer")));
        for (std::size_t i = 0; i < channels.size(); ++i) {
            const auto channel = ir::integer_at(text_, channels[i], nullptr);
            if (!channel || *channel < -1 || *channel > ir::kMaxChannel)
                fields.fail("cons_dma_channels",
                            fmt::format("has '{}'; allowed: -1 to {}", text_.written(channels[i]),
                                        ir::kMaxChannel));
            if (*channel >= 0) fifo.consumers[i].channel = static_cast<int>(*channel);
        }
    }

    const ir::Text& text_;
    const ir::Module& module_;
    const arch::Device& array_;
    FifoText found_;
    std::set<std::string> names_;
};

}  // namespace

NamedTile tile_at(const ir::Text& text, const FifoText& fifos, std::uint32_t word) {
    const ir::Token& token = text[word];
    const auto found = fifos.tiles.find(token.text);
    if (token.kind != ir::Kind::Value || found == fifos.tiles.end())
        text.fail(token.at, fmt::format("{} is not a tile of the design", to_string(token)));
    return {std::string{token.text}, found->second};
}

FifoText read_fifos(const ir::Text& text, const ir::Module& module, const ir::Region& device,
                    const arch::Device& array) {
    FifoText found = Reader{text, module, array}.read(device);
    number_packets(text, device, found);
    read_uses(text, module.aliases, device, found);
    return found;
}

}  // namespace xdnasim::design::lowering
