#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "backends/mlir/attributes.hpp"
#include "backends/mlir/reading.hpp"

namespace xdnasim::mlir {
namespace {

using arch::Bytes;
using arch::kWord;
using schedule::Bd;

constexpr std::size_t kMaxDimensions = 8;

/// A block of the program: it starts a channel, runs a BD, or ends the program.
struct Block {
    struct Start {
        arch::Direction direction{};
        int channel = 0;
        Token first{};
        Token next{};
        int repeat = 0;
    };
    struct Run {
        Bd bd;
        Place place;
        Token next{};
        std::optional<int> next_bd;  ///< as the attribute has it
    };
    std::variant<std::monostate, Start, Run> content;  ///< nothing: the end
};

class DmaReader {
 public:
    DmaReader(Reading& reading, arch::TileId tile)
        : reading_{reading}, cursor_{reading.cursor}, program_{reading.programs.at(tile)} {}

    void read() {
        if (!program_.bds.empty() || !program_.channels.empty())
            cursor_.fail_here(
                fmt::format("the DMA of {} has a program above", to_string(program_.tile)));
        cursor_.expect("{");
        blocks_[kEntry] = read_block();
        while (cursor_.is(Token::Kind::Block)) {
            const Token label = cursor_.take();
            cursor_.expect(":");
            if (blocks_.contains(label.text))
                cursor_.fail(label.place, fmt::format("{} stands above", to_string(label)));
            order_.push_back(label.text);
            blocks_[label.text] = read_block();
        }
        cursor_.expect("}");
        link_channels();
        link_bds();
    }

 private:
    static constexpr const char* kEntry = "";

    Block read_block() {
        if (cursor_.accept("aie.end")) return {};
        if (cursor_.is(Token::Kind::Value)) return {read_start()};
        return {read_run()};
    }

    /// "%start0 = aie.dma_start(S2MM, 0, ^bd0, ^channel1, repeat_count = 3)"
    Block::Start read_start() {
        cursor_.take();
        cursor_.expect("=");
        cursor_.expect("aie.dma_start");
        cursor_.expect("(");
        Block::Start start;
        start.direction = reading_.direction();
        cursor_.expect(",");
        start.channel = cursor_.small_integer("a channel", 0, kMaxChannel);
        cursor_.expect(",");
        start.first = cursor_.expect(Token::Kind::Block, "the block of a BD");
        cursor_.expect(",");
        start.next = cursor_.expect(Token::Kind::Block, "a block");
        if (cursor_.accept(","))
            start.repeat = static_cast<int>(cursor_.assigned("repeat_count", 0, kMaxInt));
        cursor_.expect(")");
        return start;
    }

    Block::Run read_run() {
        Block::Run run{.bd = {}, .place = cursor_.peek().place, .next = {}, .next_bd = {}};
        if (cursor_.accept("aie.use_lock")) run.bd.acquire = acquire();
        cursor_.expect("aie.dma_bd");
        read_bd(run);
        if (cursor_.accept("aie.use_lock")) run.bd.release = release();
        cursor_.expect("aie.next_bd");
        run.next = cursor_.expect(Token::Kind::Block, "a block");
        return run;
    }

    schedule::Acquire acquire() {
        const Place place = cursor_.peek().place;
        const auto use = reading_.lock_use();
        if (const auto* acquire = std::get_if<schedule::Acquire>(&use)) return *acquire;
        cursor_.fail(place, "a lock is released before the BD; allowed: after it");
    }

    schedule::Release release() {
        const Place place = cursor_.peek().place;
        const auto use = reading_.lock_use();
        if (const auto* release = std::get_if<schedule::Release>(&use)) return *release;
        cursor_.fail(place, "a lock is acquired after the BD; allowed: before it");
    }

    void read_bd(Block::Run& run) {
        Bd& bd = run.bd;
        cursor_.expect("(");
        const schedule::BufferRef buffer = reading_.buffer();
        bd.buffer = buffer;
        cursor_.expect(":");
        reading_.memref_of(reading_.at(buffer).size);
        cursor_.expect(",");
        bd.offset = kWord * cursor_.integer("the offset of a BD", 0, kMaxWords);
        cursor_.expect(",");
        bd.length = kWord * cursor_.integer("the length of a BD", 0, kMaxWords);
        if (cursor_.accept(",")) read_dimensions(bd);
        if (cursor_.accept(",")) read_padding(bd);
        cursor_.expect(")");
        Attributes attributes = Attributes::read(cursor_);
        bd.id = attributes.small_integer("bd_id", 0, kMaxId);
        if (attributes.has("next_bd_id"))
            run.next_bd = attributes.small_integer("next_bd_id", 0, kMaxId);
        if (attributes.has("packet")) bd.packet = packet_in(attributes.nested("packet"));
        attributes.require_nothing_else();
    }

    static schedule::PacketHeader packet_in(Attributes& attributes) {
        const schedule::PacketHeader header{attributes.small_integer("pkt_id", 0, kMaxId),
                                            attributes.small_integer("pkt_type", 0, kMaxId)};
        attributes.require_nothing_else();
        return header;
    }

    /// [<size = 4, stride = 8>, ...], outermost first: `item` reads what is between < and >.
    template <class Item>
    void read_list(std::vector<Item>& items, const auto& item) {
        const Place place = cursor_.peek().place;
        cursor_.expect("[");
        do {
            if (items.size() == kMaxDimensions)
                cursor_.fail(place, fmt::format("more than {} dimensions", kMaxDimensions));
            cursor_.expect("<");
            items.insert(items.begin(), item());
            cursor_.expect(">");
        } while (cursor_.accept(","));
        cursor_.expect("]");
    }

    void read_dimensions(Bd& bd) {
        read_list(bd.dimensions, [this] {
            const std::int64_t size = cursor_.assigned("size", 0, kMaxWords);
            cursor_.expect(",");
            return schedule::Dimension{size, kWord * cursor_.assigned("stride", 0, kMaxWords)};
        });
    }

    void read_padding(Bd& bd) {
        const Place place = cursor_.peek().place;
        read_list(bd.padding, [this] {
            const auto before = static_cast<int>(cursor_.assigned("const_pad_before", 0, kMaxInt));
            cursor_.expect(",");
            return schedule::Padding{
                before, static_cast<int>(cursor_.assigned("const_pad_after", 0, kMaxInt))};
        });
        if (bd.padding.size() != bd.dimensions.size())
            cursor_.fail(place, fmt::format("{} paddings of {} dimensions", bd.padding.size(),
                                            bd.dimensions.size()));
    }

    [[nodiscard]] const Block& at(const Token& label) const {
        const auto block = blocks_.find(label.text);
        if (block == blocks_.end())
            cursor_.fail(label.place, fmt::format("there is no block {}", to_string(label)));
        return block->second;
    }

    [[nodiscard]] int bd_at(const Token& label) const {
        if (const auto* run = std::get_if<Block::Run>(&at(label).content)) return run->bd.id;
        cursor_.fail(label.place, fmt::format("block {} has no BD", to_string(label)));
    }

    void link_channels() {
        std::set<std::string> passed;
        const Block* block = &blocks_.at(kEntry);
        while (const auto* start = std::get_if<Block::Start>(&block->content)) {
            const schedule::Task task{bd_at(start->first), start->repeat, false};
            program_.channels.push_back({start->direction, start->channel, {task}});
            if (!passed.insert(start->next.text).second)
                cursor_.fail(start->next.place,
                             fmt::format("block {} comes twice", to_string(start->next)));
            block = &at(start->next);
        }
        if (const auto* run = std::get_if<Block::Run>(&block->content))
            cursor_.fail(run->place, "expected aie.dma_start or aie.end in this block");
    }

    void link_bds() {
        for (const std::string& label : order_) {
            auto* run = std::get_if<Block::Run>(&blocks_.at(label).content);
            if (run == nullptr) continue;
            const bool ends = std::holds_alternative<std::monostate>(at(run->next).content);
            if (!ends) run->bd.next = bd_at(run->next);
            if (run->next_bd != run->bd.next)
                cursor_.fail(run->place, fmt::format("next_bd_id is not what stands in block {}",
                                                     to_string(run->next)));
            program_.bds.push_back(std::move(run->bd));
        }
    }

    Reading& reading_;
    Cursor& cursor_;
    schedule::TileProgram& program_;
    std::map<std::string, Block> blocks_;
    std::vector<std::string> order_;
};

}  // namespace

void read_dma(Reading& reading) {
    reading.cursor.expect("(");
    const arch::TileId tile = reading.tile();
    reading.cursor.expect(")");
    DmaReader{reading, tile}.read();
}

}  // namespace xdnasim::mlir
