#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/spelling.hpp"
#include "workloads/design/ir/fields.hpp"
#include "workloads/design/lowering/object_fifos.hpp"
#include "workloads/design/memref.hpp"

namespace xdnasim::design::lowering {
namespace {

constexpr int kMaxDepth = 1024;
constexpr int kMaxRepeat = 1024;
constexpr int kMaxIterations = 256;  // of a task
constexpr std::int64_t kMaxOffset = std::int64_t{1} << 40;

class Reader {
 public:
    Reader(const ir::Text& text, const ir::Module& module, const arch::Device& array)
        : text_{text}, module_{module}, array_{array} {}

    FifoText read(const ir::Region& device) {
        for (const ir::Operation& operation : device.operations())
            if (operation.is("aie.tile")) read_tile(operation);
        for (const ir::Operation& operation : device.operations())
            if (operation.is("aie.objectfifo")) read_fifo(operation);
        for (const ir::Operation& operation : device.operations()) {
            if (operation.is("aie.objectfifo.link"))
                read_link(operation);
            else if (operation.is("aie.objectfifo.allocate"))
                read_allocation(operation);
            else if (operation.name.starts_with("aie.objectfifo.register"))
                text_.fail(operation.at,
                           fmt::format("{}: allowed: transfers in a runtime sequence, with an "
                                       "object FIFO from or to a shim",
                                       operation.name));
            else if (operation.is("aie.core"))
                read_core(operation);
        }
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

    [[nodiscard]] NamedTile tile_at(std::uint32_t word) const {
        const ir::Token& token = text_[word];
        const auto found = found_.tiles.find(token.text);
        if (token.kind != ir::Kind::Value || found == found_.tiles.end())
            text_.fail(token.at, fmt::format("{} is not a tile of the design", to_string(token)));
        return {std::string{token.text}, found->second};
    }

    /// "%tile dimensionsToStream [<size = 4, stride = 1>]": the list.
    [[nodiscard]] std::string steps_in(ir::Range side) const {
        return list_in({side.begin + 1, side.end});
    }

    /// The first list, as it is written; empty: there is none, or nothing in it.
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
                       fmt::format("another object FIFO has the name '{}', too", fifo.name));
        found_.fifos.push_back(std::move(fifo));
    }

    /// "@in(%producer, {%consumer}, 2 : i32) : !aie.objectfifo<memref<16xi32>>"
    void read_pretty(Fifo& fifo, const ir::Fields& fields) const {
        const auto pieces = ir::split(text_, fields.range("arguments"));
        if (pieces.size() != 3 || !text_[pieces[1].begin].is("{"))
            text_.fail(fifo.at,
                       "an object FIFO that is not written as known here; allowed: "
                       "@NAME(PRODUCER, {CONSUMERS}, DEPTH)");
        fifo.name = fields.symbol("sym_name");
        fifo.producer = tile_at(pieces[0].begin);
        fifo.to_stream = steps_in(pieces[0]);
        for (const ir::Range& side : ir::split(text_, ir::inside(text_, pieces[1])))
            fifo.consumers.push_back({tile_at(side.begin), steps_in(side)});
        read_depths(fifo, pieces[2]);
        read_type(fifo, fields.range("type"));
    }

    /// "(%producer, %consumer) <{elemNumber = 2 : i32, elemType = !aie.objectfifo<...>, ...}>"
    void read_generic(Fifo& fifo, const ir::Fields& fields) const {
        fifo.name = fields.string("sym_name");
        fifo.producer = tile_at(fields.range("producerTile").begin);
        if (const auto steps = fields.find("dimensionsToStream")) fifo.to_stream = list_in(*steps);
        if (const auto consumers = fields.find("consumerTiles"))
            for (const ir::Range& consumer : ir::split(text_, *consumers))
                fifo.consumers.push_back({tile_at(consumer.begin), {}});
        // A list for each consumer, in the order of these.
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
            if (!depth || *depth < 0 || *depth > kMaxDepth)
                text_.fail(text_[piece.begin].at,
                           fmt::format("{} is not a depth of an object FIFO; allowed: 0 to {}",
                                       to_string(text_[piece.begin]), kMaxDepth));
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

    /// "!aie.objectfifo<memref<16xi32>>"
    void read_type(Fifo& fifo, ir::Range type) const {
        for (std::uint32_t i = type.begin; i < type.end; ++i)
            if (text_[i].is("->"))
                text_.fail(text_[i].at,
                           fmt::format("object FIFO '{}' has other objects at its consumers; "
                                       "allowed: one type",
                                       fifo.name));
        while (!type.empty() && !text_[type.begin].is("<"))
            ++type.begin;
        const ir::Range object = ir::inside(text_, type);
        const Memref memref = read_memref(text_, object, module_.aliases);
        fifo.elements = memref.elements();
        fifo.size = memref.size();
        fifo.type = text_.written(object);
    }

    void read_options(Fifo& fifo, const ir::Fields& fields) const {
        fifo.via_dma = fields.flag("via_DMA");
        fifo.plio = fields.flag("plio");
        fifo.unsynchronised = fields.flag("disable_synchronization");
        if (fields.has("repeat_count")) fifo.repeat = fields.small("repeat_count", 1, kMaxRepeat);
        if (fields.has("iter_count"))
            fifo.iterations = fields.small("iter_count", 1, kMaxIterations);
        if (fields.has("aie_stream"))
            text_.fail(fifo.at, fmt::format("object FIFO '{}' ends in a core's own stream; "
                                            "allowed: a DMA channel of its tile",
                                            fifo.name));
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
                end = text_[end].opens() && text_[end].partner > end ? text_[end].partner + 1
                                                                     : end + 1;
            fifo.initial.emplace_back(text_.written({piece.begin, end}));
        }
        if (fifo.initial.size() != static_cast<std::size_t>(fifo.depths.front()))
            text_.fail(fifo.at, fmt::format("object FIFO '{}' has {} initial values for {} objects",
                                            fifo.name, fifo.initial.size(), fifo.depths.front()));
    }

    [[nodiscard]] Fifo& fifo_called(std::string_view name, base::Position at) {
        const auto found = std::ranges::find(found_.fifos, name, &Fifo::name);
        if (found == found_.fifos.end())
            text_.fail(at, fmt::format("'{}' is not an object FIFO of the design{}", name,
                                       base::suggestion(std::string{name},
                                                        std::vector<std::string>{names_.begin(),
                                                                                 names_.end()})));
        return *found;
    }

    [[nodiscard]] std::vector<std::string> names_in(ir::Range list, std::set<std::string>& linked) {
        std::vector<std::string> names;
        for (std::uint32_t i = list.begin; i < list.end; ++i) {
            if (text_[i].kind != ir::Kind::Symbol) continue;
            names.push_back(fifo_called(text_[i].text, text_[i].at).name);
            if (!linked.insert(names.back()).second)
                text_.fail(text_[i].at, fmt::format("object FIFO '{}' is in two links of one kind",
                                                    names.back()));
        }
        return names;
    }

    [[nodiscard]] std::vector<std::int64_t> offsets_in(const ir::Fields& fields,
                                                       std::string_view name) const {
        std::vector<std::int64_t> offsets;
        const auto list = fields.find(name);
        if (!list) return offsets;
        for (const ir::Range& piece : ir::split(text_, ir::inside(text_, *list))) {
            const auto offset = ir::integer_at(text_, piece, nullptr);
            if (!offset || *offset < 0 || *offset > kMaxOffset)
                text_.fail(text_[piece.begin].at,
                           fmt::format("{} is not an offset", to_string(text_[piece.begin])));
            offsets.push_back(*offset);
        }
        return offsets;
    }

    void read_link(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        Link link;
        link.at = operation.at;
        link.inputs = names_in(fields.range("fifoIns"), inputs_);
        link.outputs = names_in(fields.range("fifoOuts"), outputs_);
        if (link.inputs.empty() || link.outputs.empty() ||
            (link.inputs.size() > 1 && link.outputs.size() > 1))
            text_.fail(operation.at,
                       "a link of object FIFOs; allowed: one to one, several to one, "
                       "or one to several");
        const bool joins = link.inputs.size() > 1;
        link.offsets = offsets_in(fields, joins ? "src_offsets" : "dst_offsets");
        const std::size_t parts = std::max(link.inputs.size(), link.outputs.size());
        if (parts > 1 && link.offsets.size() != parts)
            text_.fail(operation.at,
                       fmt::format("the link has {} parts but {}; allowed: one offset for each",
                                   parts, base::counted(std::ssize(link.offsets), "offset")));
        require_offsets(link, parts);
        find_tile(link);
        found_.others.push_back({operation.rest.begin - 1, operation.rest.end});
        found_.links.push_back(std::move(link));
    }

    void require_offsets(const Link& link, std::size_t parts) {
        if (parts < 2) return;
        const std::string& whole =
            link.inputs.size() > 1 ? link.outputs.front() : link.inputs.front();
        std::int64_t end = fifo_called(whole, link.at).elements;
        for (std::size_t i = parts; i-- > 0; end = link.offsets[i])
            if (link.offsets[i] >= end)
                text_.fail(link.at, fmt::format("offset {} of a link, where a part of '{}' begins; "
                                                "allowed: ascending, and less than its {} elements",
                                                link.offsets[i], whole,
                                                fifo_called(whole, link.at).elements));
    }

    /// The producer of what goes out consumes what comes in.
    void find_tile(Link& link) {
        link.tile = fifo_called(link.outputs.front(), link.at).producer.id;
        bool common = true;
        for (const std::string& name : link.outputs)
            common = common && fifo_called(name, link.at).producer.id == link.tile;
        for (const std::string& name : link.inputs) {
            const Fifo& fifo = fifo_called(name, link.at);
            common = common && std::ranges::any_of(fifo.consumers, [&](const Consumer& consumer) {
                         return consumer.tile.id == link.tile;
                     });
        }
        if (!common)
            text_.fail(link.at,
                       "a link of object FIFOs that have no tile in common: the consumer "
                       "of those that come in has to be the producer of those that go out");
    }

    void read_allocation(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        Fifo& fifo = fifo_called(fields.symbol("objFifo_name"), operation.at);
        fifo.memory = tile_at(fields.range("delegateTile").begin);
        found_.others.push_back({operation.rest.begin - 1, operation.rest.end});
    }

    void read_core(const ir::Operation& core) {
        const ir::Fields fields = ir::Fields::read(text_, core);
        const auto tile = found_.tiles.find(fields.value("tile"));
        if (tile == found_.tiles.end()) return;
        for (const ir::Region& region : core.regions)
            read_acquires(region, tile->second);
    }

    void read_acquires(const ir::Region& region, arch::TileId tile) {
        for (const ir::Block& block : region.blocks)
            for (const ir::Operation& operation : block.operations) {
                for (const ir::Region& inner : operation.regions)
                    read_acquires(inner, tile);
                if (!operation.is("aie.objectfifo.acquire")) continue;
                const ir::Fields fields = ir::Fields::read(text_, operation);
                const Fifo& fifo = fifo_called(fields.symbol("objFifo_name"), operation.at);
                int& most = found_.acquired[{fifo.name, tile}];
                most = std::max(most, fields.small("size", 1, kMaxDepth));
            }
    }

    const ir::Text& text_;
    const ir::Module& module_;
    const arch::Device& array_;
    FifoText found_;
    std::set<std::string> names_;
    std::set<std::string> inputs_;
    std::set<std::string> outputs_;
};

}  // namespace

FifoText read_fifos(const ir::Text& text, const ir::Module& module, const ir::Region& device,
                    const arch::Device& array) {
    return Reader{text, module, array}.read(device);
}

}  // namespace xdnasim::design::lowering
