#include "workloads/design/lowering/lower.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/design/devices.hpp"
#include "workloads/design/functions.hpp"
#include "workloads/design/ir/fields.hpp"
#include "workloads/design/ir/symbols.hpp"
#include "workloads/design/lowering/object_fifos.hpp"

namespace xdnasim::design::lowering {
namespace {

constexpr std::string_view kObjectFifo = "aie.objectfifo";
constexpr std::string_view kBdChain = "aie.bd_chain";
constexpr std::string_view kStartBdChain = "aiex.dma_start_bd_chain";
constexpr std::string_view kLogicalTile = "aie.logical_tile";

/// Returns whether a word of the text begins so. In the generic form, operation names are strings.
bool has_word(const ir::Text& text, std::string_view begin) {
    return std::ranges::any_of(text.tokens(), [&](const ir::Token& token) {
        const bool names = token.kind == ir::Kind::Word || token.kind == ir::Kind::String;
        return names && token.text.starts_with(begin);
    });
}

/// The body of an operation. Throws InputError, with the place, if it has none.
const ir::Region& body_of(const ir::Text& text, const ir::Operation& operation) {
    if (operation.regions.empty())
        text.fail(operation.at, fmt::format("{} without its blocks", operation.name));
    return operation.regions.front();
}

/// Throws InputError for object FIFO operations in functions: mlir-aie accepts them only in cores.
void require_no_objects(const ir::Text& text, const Functions& functions) {
    for (const auto& named : functions)
        for (const ir::Region& body : named.second->regions)
            for_each_within(body, [&](const ir::Operation& operation) {
                if (operation.name.starts_with(kObjectFifo))
                    text.fail(
                        operation.at,
                        fmt::format("{} in function '{}'. Use it only in the program of a core",
                                    operation.name, named.first));
            });
}

class Lowering {
 public:
    Lowering(const ir::Text& text, const ir::Module& module, const ir::Region& device,
             const arch::Device& array)
        : text_{text},
          array_{array},
          device_{device},
          fifos_{read_fifos(text, module, device, array)} {
        require_no_objects(text, functions_of(text, module, device));
        Ends ends = split(fifos_, array);
        require_shared_memories(ends, text);
        add_objects(ends, {taken_locks(), taken_values()}, array, text, output_);
        require_objects(ends);
        add_streams(ends, taken_channels(), array, text, output_);
        for (const End& end : ends.all)
            if (array.kind(end.tile.id) == arch::TileKind::CompTile && end.link == nullptr)
                add_core_ends(end);
    }

    std::unique_ptr<ir::Text> run() {
        for (const Fifo& fifo : fifos_.fifos)
            edits_.push_back({fifo.words, "", fifo.at});
        for (const ir::Range& words : fifos_.others)
            edits_.push_back({words, "", text_[words.begin].at});
        place_objects();
        rename_allocations();
        place_programs();
        const std::uint32_t end = end_of_device();
        for (ir::Edit& edit : output_.at_end) {
            edit.range = {end, end};
            edits_.push_back(std::move(edit));
        }
        return text_.edited(std::move(edits_));
    }

 private:
    /// Throws InputError if a link or a core uses objects of an end that has none. A shim has none,
    /// since its objects lie in host memory.
    void require_objects(const Ends& ends) const {
        for (const End& end : ends.all) {
            const bool has_none = end.depth == 0 && end.objects == &end &&
                                  array_.kind(end.tile.id) != arch::TileKind::Shim;
            if (has_none &&
                (end.link != nullptr || fifos_.acquired.contains({end.fifo->name, end.tile.id})))
                text_.fail(end.fifo->at,
                           fmt::format("object FIFO '{}' has no objects at tile {}, which uses "
                                       "them: its depth there is 0; allowed: 1 or more",
                                       end.fifo->name, to_string(end.tile.id)));
        }
    }

    [[nodiscard]] arch::TileId tile_of(const ir::Fields& fields) const {
        const auto found = fifos_.tiles.find(fields.value("tile"));
        if (found == fifos_.tiles.end())
            fields.fail("tile",
                        fmt::format("is '%{}', not a tile of the design", fields.value("tile")));
        return found->second;
    }

    [[nodiscard]] std::map<arch::TileId, std::vector<int>> taken_locks() const {
        std::map<arch::TileId, std::vector<int>> taken;
        for_each_within(device_, [&](const ir::Operation& operation) {
            if (!operation.is("aie.lock")) return;
            const ir::Fields fields = ir::Fields::read(text_, operation);
            if (fields.has("lockID"))
                taken[tile_of(fields)].push_back(fields.small("lockID", 0, ir::kMaxId));
        });
        return taken;
    }

    [[nodiscard]] std::set<std::string> taken_values() const {
        const auto values = ir::defined_values(text_, device_);
        return {values.begin(), values.end()};
    }

    [[nodiscard]] static arch::Direction direction_of(const ir::Fields& fields) {
        const ir::Token& direction = fields.token("channel_dir");
        const bool in = direction.text == "S2MM" || direction.text == "0";
        return in ? arch::Direction::S2MM : arch::Direction::MM2S;
    }

    [[nodiscard]] TakenChannels taken_channels() const {
        TakenChannels taken;
        for (const ir::Operation& operation : device_.operations()) {
            if (operation.is("aie.shim_dma_allocation")) add_allocated(operation, taken);
            if (!operation.is("aie.mem") && !operation.is("aie.memtile_dma") &&
                !operation.is("aie.shim_dma"))
                continue;
            const arch::TileId tile = tile_of(ir::Fields::read(text_, operation));
            for_each_within(body_of(text_, operation), [&](const ir::Operation& start) {
                if (!start.is("aie.dma_start") && !start.is("aie.dma")) return;
                const ir::Fields fields = ir::Fields::read(text_, start);
                taken.by_all[{tile, direction_of(fields)}].push_back(
                    fields.small("channel_index", 0, ir::kMaxChannel));
            });
        }
        return taken;
    }

    /// Adds the channel that an aie.shim_dma_allocation names. The shim is a value, or a column in
    /// designs of 2024 and 2025.
    void add_allocated(const ir::Operation& operation, TakenChannels& taken) const {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        const arch::TileId shim = fields.has("tile")
                                      ? tile_of(fields)
                                      : array_.shim_at(fields.small("col", 0, array_.columns - 1));
        ChannelsByTile& channels = fields.has("packet") ? taken.by_packets : taken.by_all;
        channels[{shim, direction_of(fields)}].push_back(
            fields.small("channel_index", 0, ir::kMaxChannel));
    }

    /// Adds "fifo.end @in(%tile_0_2, Consume) locks (%filled, %free) repeat 1 objects (%a, %b)".
    void add_core_end(const End& end, arch::TileId tile, bool produces) {
        std::string locks;
        if (!end.locks.empty()) {
            const auto& [free, filled] = end.locks.front();
            locks = fmt::format("locks (%{}, %{}) ", produces ? free : filled,
                                produces ? filled : free);
        }
        std::string objects;
        for (const std::string& buffer : end.buffers)
            objects += (objects.empty() ? "%" : ", %") + buffer;
        const auto value = std::ranges::find(fifos_.tiles, tile, [](const auto& entry) {
                               return entry.second;
                           })->first;
        output_.at_end.push_back({{},
                                  fmt::format("fifo.end {}(%{}, {}) {}repeat {} objects ({})\n    ",
                                              ir::written_symbol(end.fifo->name), value,
                                              produces ? "Produce" : "Consume", locks,
                                              produces ? end.fifo->repeat.value_or(1) : 1, objects),
                                  end.fifo->at});
    }

    void add_core_ends(const End& end) {
        add_core_end(end, end.tile.id, end.produces);
        if (end.reader) add_core_end(end, *end.reader, false);
    }

    /// Inserts the objects after the last tile.
    void place_objects() {
        std::uint32_t behind = end_of_device();
        for (const ir::Operation& operation : device_.operations())
            if (operation.is("aie.tile")) behind = operation.rest.end;
        for (ir::Edit& edit : output_.behind_tiles) {
            edit.range = {behind, behind};
            edits_.push_back(std::move(edit));
        }
    }

    /// Renames object FIFOs to their shim allocations in all operations that do not belong to FIFOs
    /// or cores.
    void rename_allocations() {
        for (const ir::Operation& operation : device_.operations()) {
            if (operation.name.starts_with(kObjectFifo) || operation.is("aie.core")) continue;
            for (std::uint32_t i = operation.rest.begin; i < operation.rest.end; ++i) {
                const ir::Token& token = text_[i];
                if (token.kind == ir::Kind::Symbol &&
                    std::ranges::find(fifos_.fifos, token.text, &Fifo::name) != fifos_.fifos.end())
                    edits_.push_back(
                        {{i, i + 1}, ir::written_symbol(allocation_name(token.text)), token.at});
            }
        }
    }

    [[nodiscard]] const ir::Operation* program_of(arch::TileId tile) const {
        for (const ir::Operation& operation : device_.operations())
            if ((operation.is("aie.mem") || operation.is("aie.memtile_dma")) &&
                tile_of(ir::Fields::read(text_, operation)) == tile)
                return &operation;
        return nullptr;
    }

    void place_programs() {
        for (const Output::Program& program : output_.dma) {
            const ir::Operation* written = program_of(program.tile.id);
            if (written == nullptr)
                add_program(program);
            else
                extend_program(*written, program);
        }
    }

    void add_program(const Output::Program& program) {
        const base::Position at = program.channels.front().second;
        const bool mem_tile = array_.kind(program.tile.id) == arch::TileKind::MemTile;
        output_.at_end.push_back({{},
                                  fmt::format("aie.{}(%{}) {{\n    ",
                                              mem_tile ? "memtile_dma" : "mem", program.tile.value),
                                  at});
        for (const auto& [text, place] : program.channels)
            output_.at_end.push_back({{}, text, place});
        output_.at_end.push_back({{}, "aie.end\n    }\n    ", at});
    }

    /// Adds the channels to a DMA program in the text, at the end of its chain of starts.
    void extend_program(const ir::Operation& written, const Output::Program& program) {
        std::string_view last;  // the block after the last channel
        const ir::Region& body = body_of(text_, written);
        for_each_within(body, [&](const ir::Operation& operation) {
            if (operation.is("aie.dma_start"))
                last = ir::Fields::read(text_, operation).token("chain").text;
        });
        for (const ir::Block& block : body.blocks) {
            const bool ends = block.label == last && !block.operations.empty() &&
                              block.operations.back().is("aie.end");
            if (!ends) continue;
            const std::uint32_t at = block.operations.back().rest.begin - 1;
            for (const auto& [text, place] : program.channels)
                edits_.push_back({{at, at}, text, place});
            return;
        }
        text_.fail(written.at, fmt::format("{} has no aie.end after its last channel; object FIFOs "
                                           "need more channels of this tile",
                                           written.name));
    }

    /// Position before the closing brace of the device, and before its aie.end if there is one.
    [[nodiscard]] std::uint32_t end_of_device() const {
        const auto& operations = device_.blocks.back().operations;
        if (!operations.empty() && operations.back().is("aie.end"))
            return operations.back().rest.begin - 1;
        return device_.tokens.end - 1;
    }

    const ir::Text& text_;
    const arch::Device& array_;
    const ir::Region& device_;
    FifoText fifos_;
    Output output_;
    std::vector<ir::Edit> edits_;
};

}  // namespace

std::unique_ptr<ir::Text> lowered(const ir::Text& text,
                                  const std::optional<std::string>& aie_device,
                                  const arch::Device& array) {
    std::unique_ptr<ir::Text> changed;
    const auto region = [&](const ir::Text& of, const ir::Module& module) -> const ir::Region& {
        return choose_device(of, module, aie_device).operation->regions.front();
    };
    if (has_word(text, kLogicalTile)) {
        const ir::Module module = ir::read_operations(text);
        changed = with_placed_tiles(text, region(text, module), array);
    }
    if (has_word(text, kBdChain) || has_word(text, kStartBdChain)) {
        const ir::Text& placed = changed != nullptr ? *changed : text;
        const ir::Module module = ir::read_operations(placed);
        changed = with_placed_bd_chains(placed, region(placed, module));
    }
    const ir::Text& placed = changed != nullptr ? *changed : text;
    if (!has_word(placed, kObjectFifo)) return changed;
    const ir::Module module = ir::read_operations(placed);
    return Lowering{placed, module, region(placed, module), array}.run();
}

}  // namespace xdnasim::design::lowering
