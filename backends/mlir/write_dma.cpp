#include <set>

#include <fmt/format.h>

#include "backends/mlir/write_parts.hpp"
#include "base/error.hpp"

namespace xdnasim::mlir {
namespace {

using arch::kWord;
using schedule::Bd;
using schedule::TileProgram;

/// Returns a list in MLIR, which has the dimensions of a BD outermost first: ", [<...>, <...>]".
template <class Item, class Print>
std::string list_outermost_first(const std::vector<Item>& items, const Print& print) {
    std::string text;
    for (auto item = items.rbegin(); item != items.rend(); ++item)
        text += fmt::format("{}<{}>", text.empty() ? "" : ", ", print(*item));
    return fmt::format(", [{}]", text);
}

/// Returns one number per dimension, outermost first: "[4, 8]".
template <class Print>
std::string numbers_outermost_first(const std::vector<schedule::Dimension>& dimensions,
                                    const Print& print) {
    const std::vector<schedule::Dimension> outermost_first{dimensions.rbegin(), dimensions.rend()};
    std::string text;
    for (const schedule::Dimension& dimension : outermost_first)
        text += fmt::format("{}{}", text.empty() ? "" : ", ", print(dimension));
    return fmt::format("[{}]", text);
}

/// Returns the text behind the type since #3306: " offset = 0 len = 64 sizes = [4, 16] strides =
/// [16, 1]".
std::string pattern_of(const Bd& bd) {
    std::string text = fmt::format(" offset = {} len = {}", bd.offset / kWord, bd.length / kWord);
    if (!bd.dimensions.empty())
        text += fmt::format(
            " sizes = {} strides = {}",
            numbers_outermost_first(bd.dimensions, [](const auto& step) { return step.size; }),
            numbers_outermost_first(bd.dimensions,
                                    [](const auto& step) { return step.stride / kWord; }));
    return text;
}

std::string dimensions_of(const Bd& bd) {
    if (bd.dimensions.empty()) return "";
    return list_outermost_first(bd.dimensions, [](const schedule::Dimension& dimension) {
        return fmt::format("size = {}, stride = {}", dimension.size, dimension.stride / kWord);
    });
}

std::string padding_of(const Bd& bd) {
    if (bd.padding.empty()) return "";
    std::vector<schedule::Padding> all = bd.padding;
    all.resize(bd.dimensions.size());
    return list_outermost_first(all, [](const schedule::Padding& padding) {
        return fmt::format("const_pad_before = {}, const_pad_after = {}", padding.before,
                           padding.after);
    });
}

std::string attributes_of(const Bd& bd) {
    std::string text = fmt::format("bd_id = {} : i32", bd.id);
    if (bd.next) text += fmt::format(", next_bd_id = {} : i32", *bd.next);
    if (bd.iteration && bd.iteration->size > 1)
        text += fmt::format(", iteration = #aie.bd_iteration<size = {}, stride = {}, current = 0>",
                            bd.iteration->size, bd.iteration->stride / kWord);
    if (bd.packet && !bd.packet->in_data)
        text += fmt::format(", packet = #aie.packet_info<pkt_type = {}, pkt_id = {}>",
                            bd.packet->type, bd.packet->id);
    return text;
}

/// Writes the program of a tile's DMA: one block per channel that starts it, each followed by the
/// blocks of the BDs that the channel executes.
class DmaProgram {
 public:
    DmaProgram(Writing& writing, const TileProgram& program)
        : writing_{writing}, program_{program} {}

    void write() {
        const bool is_mem_tile = writing_.device.kind(program_.tile) == arch::TileKind::MemTile;
        Text& text = writing_.text;
        text.open("%dma_{}_{} = {}(%{}) {{", program_.tile.column, program_.tile.row,
                  is_mem_tile ? "aie.memtile_dma" : "aie.mem", tile_name(program_.tile));
        for (std::size_t i = 0; i < program_.channels.size(); ++i)
            start(program_.channels[i], i);
        if (!program_.channels.empty()) text.label(label_of_channel(program_.channels.size()));
        text.line("aie.end");
        for (const Bd& bd : program_.bds)
            if (!written_.contains(bd.id)) write_bd(bd);
        text.close("}}");
    }

 private:
    /// Returns the label of the block that starts channel `index`, or behind the last channel, of
    /// the block that ends the program.
    [[nodiscard]] std::string label_of_channel(std::size_t index) const {
        return index == program_.channels.size() ? "end" : fmt::format("channel{}", index);
    }

    void start(const schedule::Channel& channel, std::size_t index) {
        require_one_task(channel);
        const schedule::Task& task = channel.tasks.front();
        if (index > 0) writing_.text.label(label_of_channel(index));
        const std::string repeat =
            task.repeat > 0 ? fmt::format(", repeat_count = {}", task.repeat) : "";
        writing_.text.line("%start{} = aie.dma_start({}, {}, ^bd{}, ^{}{})", index,
                           to_string(channel.direction), channel.channel, task.bd,
                           label_of_channel(index + 1), repeat);
        write_chain(task.bd);
    }

    void require_one_task(const schedule::Channel& channel) const {
        if (channel.out_of_order)
            throw base::InputError{fmt::format(
                "{} channel {} of {} takes packets out of order without end; a channel started by "
                "mlir-aie's aie.dma_start ends after 256 packets",
                to_string(channel.direction), channel.channel, to_string(program_.tile))};
        if (channel.tasks.size() == 1 && !channel.tasks.front().token) return;
        throw base::InputError{fmt::format(
            "{} channel {} of {} starts with {} tasks{}; mlir-aie's aie.dma_start is one task "
            "without a token",
            to_string(channel.direction), channel.channel, to_string(program_.tile),
            channel.tasks.size(), channel.tasks.size() == 1 ? " and a token" : "")};
    }

    void write_chain(int first) {
        const schedule::BdChain chain = program_.chain(first);
        for (const Bd* bd : chain.bds) {
            if (written_.contains(bd->id)) return;
            write_bd(*bd);
        }
        if (chain.missing)
            throw base::InputError{fmt::format("BD {} of {} does not exist", *chain.missing,
                                               to_string(program_.tile))};
    }

    void write_bd(const Bd& bd) {
        written_.insert(bd.id);
        const std::string what = fmt::format("BD {} of {}", bd.id, to_string(program_.tile));
        const auto* buffer = std::get_if<schedule::BufferRef>(&bd.buffer);
        if (buffer == nullptr)
            throw base::InputError{what + " has a host buffer; only the sequence's BDs may"};
        if (!has_bd_iterations(writing_.release) && bd.iteration && bd.iteration->size > 1)
            throw base::InputError{fmt::format(
                "{} has an iteration of {}; aie.dma_bd has none in mlir-aie {}; allowed: "
                "--mlir-aie "
                "{}",
                what, bd.iteration->size, to_string(writing_.release),
                to_string(Release::Current))};
        Text& text = writing_.text;
        text.label(fmt::format("bd{}", bd.id));
        if (bd.acquire) write_lock_use(writing_, *bd.acquire);
        const std::string type = memref(writing_.schedule.buffer(*buffer)->size, what);
        text.line("aie.dma_bd(%{} : {}{}) {{{}}}", writing_.names.buffer(*buffer), type,
                  pattern(bd), attributes_of(bd));
        if (bd.release) write_lock_use(writing_, *bd.release);
        text.line("aie.next_bd ^{}", bd.next ? fmt::format("bd{}", *bd.next) : "end");
    }

    [[nodiscard]] std::string pattern(const Bd& bd) const {
        if (names_patterns(writing_.release)) {
            const std::string padding = padding_of(bd);
            // padding_of() returns ", [<...>]", as the older form has it.
            return pattern_of(bd) + (padding.empty() ? "" : " pad" + padding.substr(1));
        }
        return fmt::format(", {}, {}{}{}", bd.offset / kWord, bd.length / kWord, dimensions_of(bd),
                           padding_of(bd));
    }

    Writing& writing_;
    const TileProgram& program_;
    std::set<int> written_;
};

}  // namespace

void write_dma(Writing& writing, const TileProgram& program) {
    if (!program.channels.empty() || !program.bds.empty()) DmaProgram{writing, program}.write();
}

}  // namespace xdnasim::mlir
