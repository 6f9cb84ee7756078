// Links, allocations and uses by cores of a device's object FIFOs.

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/spelling.hpp"
#include "workloads/design/acquired.hpp"
#include "workloads/design/ir/fields.hpp"
#include "workloads/design/lowering/object_fifos.hpp"

namespace xdnasim::design::lowering {
namespace {

constexpr std::int64_t kMaxOffset = std::int64_t{1} << 40;

class UseReader {
 public:
    UseReader(const ir::Text& text, const ir::Aliases& aliases, FifoText& found)
        : text_{text}, aliases_{aliases}, found_{found} {}

    void read(const ir::Region& device) {
        for (const ir::Operation& operation : device.operations()) {
            if (operation.is("aie.objectfifo.link"))
                read_link(operation);
            else if (operation.is("aie.objectfifo.allocate"))
                read_allocation(operation);
            else if (operation.name.starts_with("aie.objectfifo.register"))
                text_.fail(operation.at,
                           fmt::format("{} is not supported. Use transfers in a runtime sequence, "
                                       "with an object FIFO from or to a shim",
                                       operation.name));
            else if (operation.is("aie.core"))
                read_core(operation);
        }
    }

 private:
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const Fifo& fifo : found_.fifos)
            names.push_back(fifo.name);
        std::ranges::sort(names);
        return names;
    }

    [[nodiscard]] Fifo& fifo_called(std::string_view name, base::Position at) {
        const auto found = std::ranges::find(found_.fifos, name, &Fifo::name);
        if (found == found_.fifos.end())
            text_.fail(at, fmt::format("'{}' is not an object FIFO of the design{}", name,
                                       base::suggestion(std::string{name}, names())));
        return *found;
    }

    [[nodiscard]] std::vector<std::string> names_in(ir::Range list, std::set<std::string>& linked) {
        std::vector<std::string> names;
        for (std::uint32_t i = list.begin; i < list.end; ++i) {
            if (text_[i].kind != ir::Kind::Symbol) continue;
            names.push_back(fifo_called(text_[i].text, text_[i].at).name);
            if (!linked.insert(names.back()).second)
                text_.fail(
                    text_[i].at,
                    fmt::format("object FIFO '{}' is on the same side of two links", names.back()));
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
                       "a link with several object FIFOs on both sides, or with none on one; "
                       "allowed: one to one, several to one, or one to several");
        require_slices(fields);
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

    /// Throws InputError for {mode = #aie.link_mode<time>}.
    void require_slices(const ir::Fields& link) const {
        const auto mode = link.find("mode");
        if (!mode) return;
        for (std::uint32_t i = mode->begin; i < mode->end; ++i)
            if (text_[i].is("time"))
                text_.fail(link.at(),
                           "a link whose object FIFOs take turns with whole objects (mode = "
                           "#aie.link_mode<time>) is not supported. Use a link of slices, with an "
                           "offset for each");
    }

    void require_offsets(const Link& link, std::size_t parts) {
        if (parts < 2) return;
        const std::string& whole =
            link.inputs.size() > 1 ? link.outputs.front() : link.inputs.front();
        std::int64_t end = fifo_called(whole, link.at).elements;
        for (std::size_t i = parts; i-- > 0; end = link.offsets[i])
            if (link.offsets[i] >= end)
                text_.fail(link.at, fmt::format("offset {} of a part of '{}' in a link; allowed: "
                                                "ascending offsets, each less than its {} elements",
                                                link.offsets[i], whole,
                                                fifo_called(whole, link.at).elements));
    }

    /// Finds the tile of a link, which consumes all inputs and produces all outputs.
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
                       "a link of object FIFOs that have no tile in common; one tile must consume "
                       "all its inputs and produce all its outputs");
    }

    void read_allocation(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        Fifo& fifo = fifo_called(fields.symbol("objFifo_name"), operation.at);
        fifo.memory = tile_at(text_, found_, fields.range("delegateTile").begin);
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
                most = std::max(most, acquired(fields, aliases_, kMaxObjects).count);
            }
    }

    const ir::Text& text_;
    const ir::Aliases& aliases_;
    FifoText& found_;
    std::set<std::string> inputs_;   ///< inputs of links
    std::set<std::string> outputs_;  ///< outputs of links
};

}  // namespace

void read_uses(const ir::Text& text, const ir::Aliases& aliases, const ir::Region& device,
               FifoText& found) {
    UseReader{text, aliases, found}.read(device);
}

}  // namespace xdnasim::design::lowering
