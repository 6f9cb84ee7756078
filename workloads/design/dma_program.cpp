// The DMA program of a MemTile or CompTile: blocks that start channels, and blocks of BDs.

#include <deque>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "workloads/design/bd_pattern.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/design/out_of_order.hpp"
#include "workloads/design/parts.hpp"

namespace xdnasim::design {
namespace {

/// A block that runs a BD.
struct BdBlock {
    BdForm form;
    std::string_view next;   ///< label of the next block; empty: the chain ends
    base::Position next_at;  ///< place of the operation that names it
    base::Position at;
};

/// The start of a channel.
struct Start {
    schedule::Channel channel;
    std::string_view first;  ///< label of the block of its first BD
    int repeat = 0;
    base::Position at;
};

class DmaProgram {
 public:
    DmaProgram(Draft& draft, const ir::Operation& operation)
        : draft_{draft},
          region_{operation.regions.front()},
          tile_{draft.tile(draft.fields(operation), "tile")},
          program_{draft.program(tile_)},
          constants_{ir::constants_in(draft.text, region_)} {
        for (const ir::Operation* constant : draft.device_constants)
            if (!constant->results.empty())
                constants_.try_emplace(constant->results.front(),
                                       *ir::constant_of(draft.text, *constant));
        if (!program_.bds.empty() || !program_.channels.empty())
            draft.text.fail(operation.at,
                            fmt::format("the DMA of {} already has a program", to_string(tile_)));
    }

    void read() {
        for (const ir::Block& block : region_.blocks)
            labels_[block.label] = &block;
        std::set<std::string_view> passed;
        const ir::Block* block = &region_.blocks.front();
        while (block != nullptr && passed.insert(block->label).second)
            block = read_starts(*block);
        number_bds();
        for (auto& [label, bd] : bds_)
            link(bd);
    }

 private:
    [[nodiscard]] const ir::Block& at(std::string_view label, base::Position from) const {
        const auto found = labels_.find(label);
        if (found == labels_.end())
            draft_.text.fail(from, fmt::format("there is no block '^{}'", label));
        return *found->second;
    }

    /// Reads the channels that `block` starts. Returns the block that follows them.
    const ir::Block* read_starts(const ir::Block& block) {
        const ir::Block* next = nullptr;
        for (const ir::Operation& operation : block.operations) {
            if (operation.is("aie.dma")) read_ring(operation);
            if (operation.is("cf.br")) {
                next = &at(draft_.fields(operation).token("dest").text, operation.at);
                continue;
            }
            if (!operation.is("aie.dma_start")) {
                unknown(operation);
                continue;
            }
            const ir::Fields fields = draft_.fields(operation, &constants_);
            Start start;
            start.channel.direction = draft_.direction(fields, "channel_dir");
            start.channel.channel = fields.small("channel_index", 0, kMaxChannel);
            start.repeat = static_cast<int>(fields.integer_or("repeat_count", 0, 0, kMaxCount));
            read_order(fields, start);
            start.first = fields.token("dest").text;
            read_chain(at(start.first, operation.at), start.channel.channel);
            starts_.push_back(std::move(start));
            next = &at(fields.token("chain").text, operation.at);
        }
        return next;
    }

    void read_chain(const ir::Block& first, int channel) {
        const ir::Block* block = &first;
        while (block != nullptr && !bds_.contains(block->label)) {
            BdBlock& bd = bds_[block->label];
            order_.emplace_back(block->label, channel);
            bd = read_block(*block);
            block = bd.next.empty() ? nullptr : &at(bd.next, bd.next_at);
            if (block != nullptr && only_ends(*block)) {
                bd.next = {};
                block = nullptr;
            }
        }
    }

    /// Reads "aie.dma(S2MM, 0) [{...}, {...}]", with a region for each BD, one after the other.
    void read_ring(const ir::Operation& operation) {
        const ir::Fields fields = draft_.fields(operation, &constants_);
        Start start;
        start.channel.direction = draft_.direction(fields, "channel_dir");
        start.channel.channel = fields.small("channel_index", 0, kMaxChannel);
        start.repeat = static_cast<int>(fields.integer_or("repeat_count", 0, 0, kMaxCount));
        read_order(fields, start);
        const bool ends = fields.integer_or("loop", 1, 0, 1) == 0;
        std::vector<std::string_view> labels;
        for (std::size_t i = 0; i < operation.regions.size(); ++i)
            labels.push_back(made_labels_.emplace_back(
                fmt::format("dma {}:{} {}", operation.at.line, operation.at.column, i)));
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const ir::Region& region = operation.regions[i];
            for (const auto& [name, value] : ir::constants_in(draft_.text, region))
                constants_[name] = value;
            BdBlock bd = read_block(region.blocks.front());
            if (i + 1 < labels.size())
                bd.next = labels[i + 1];
            else if (!ends)
                bd.next = labels.front();
            bds_[labels[i]] = std::move(bd);
            order_.emplace_back(labels[i], start.channel.channel);
        }
        if (labels.empty()) draft_.text.fail(operation.at, "aie.dma without a BD");
        start.first = labels.front();
        starts_.push_back(std::move(start));
    }

    static void read_order(const ir::Fields& fields, Start& start) {
        start.channel.out_of_order = fields.flag("out_of_order");
        start.at = fields.at();
        if (start.channel.out_of_order && start.channel.direction == arch::Direction::MM2S)
            fields.fail("out_of_order", "is set on an MM2S channel; allowed: on S2MM");
    }

    void unknown(const ir::Operation& operation) {
        if (operation.is("aie.dma") || operation.is("aie.lock") || operation.is("aie.buffer"))
            return;
        if (operation.is("aie.end") || operation.is("arith.constant")) return;
        draft_.unsupported(operation.at,
                           fmt::format("{} in a DMA's program; allowed: aie.dma_start, aie.dma_bd, "
                                       "aie.dma_bd_packet, aie.use_lock and aie.next_bd, as aiecc "
                                       "lowers them",
                                       operation.name));
    }

    BdBlock read_block(const ir::Block& block) {
        BdBlock read;
        read.at = block.at;
        std::optional<schedule::Acquire> acquire;
        std::optional<schedule::Release> release;
        std::optional<schedule::PacketHeader> packet;
        bool moved = false;
        for (const ir::Operation& operation : block.operations) {
            if (operation.is("aie.dma_bd")) {
                if (moved) draft_.unsupported(operation.at, "a second aie.dma_bd in a block");
                moved = true;
                read.form = read_own_bd(operation);
            } else if (operation.is("aie.use_lock")) {
                take_lock(operation, acquire, release);
            } else if (operation.is("aie.dma_bd_packet")) {
                packet = packet_beside(draft_.fields(operation, &constants_));
            } else if (operation.is("aie.next_bd") || operation.is("cf.br")) {
                read.next = draft_.fields(operation).token("dest").text;
                read.next_at = operation.at;
            } else {
                unknown(operation);
            }
        }
        if (!moved)
            draft_.text.fail(block.at, fmt::format("block '^{}' has no aie.dma_bd", block.label));
        read.form.bd.acquire = acquire;
        read.form.bd.release = release;
        if (packet) read.form.bd.packet = packet;
        name_sink_bd(draft_, read.form);
        return read;
    }

    void take_lock(const ir::Operation& operation, std::optional<schedule::Acquire>& acquire,
                   std::optional<schedule::Release>& release) {
        const auto use = lock_use(draft_, operation, &constants_);
        const auto* taken = std::get_if<schedule::Acquire>(&use);
        if (taken != nullptr && !is_enabled(draft_, operation)) return;
        if (taken != nullptr ? acquire.has_value() : release.has_value())
            draft_.unsupported(operation.at, "a BD with two acquires or two releases");
        if (taken != nullptr)
            acquire = *taken;
        else
            release = std::get<schedule::Release>(use);
    }

    BdForm read_own_bd(const ir::Operation& operation) {
        const ir::Fields fields = draft_.fields(operation, &constants_);
        const schedule::BufferRef buffer = draft_.buffer(fields, "buffer");
        BdForm form = read_bd(draft_, operation, draft_.types.at(buffer), draft_.device.kind(tile_),
                              BdOwner::Program, &constants_);
        form.bd.buffer = buffer;
        return form;
    }

    /// Gives free BDs of their channel to blocks without a number.
    void number_bds() {
        std::set<int> taken;
        for (const auto& [label, bd] : bds_)
            if (bd.form.id) taken.insert(*bd.form.id);
        for (const auto& [label, channel] : order_) {
            BdBlock& block = bds_.at(label);
            if (!block.form.id) block.form.id = free_bd(taken, channel, block.at);
            taken.insert(*block.form.id);
            block.form.bd.id = *block.form.id;
        }
    }

    [[nodiscard]] int free_bd(const std::set<int>& taken, int channel, base::Position at) const {
        const arch::BdRange own = draft_.device.model(tile_).dma.bds_of(channel);
        for (int id = own.first; id < own.end; ++id)
            if (!taken.contains(id)) return id;
        draft_.text.fail(
            at, fmt::format("{} has no BD left for channel {}: BDs {} to {} are taken. Use fewer "
                            "BDs on the channels that share them",
                            draft_.device.name_of(tile_), channel, own.first, own.end - 1));
    }

    void link(BdBlock& block) {
        if (!block.next.empty()) block.form.bd.next = bds_.at(block.next).form.id;
        const auto& given = block.form.next;
        if (given && given != block.form.bd.next)
            draft_.text.fail(
                block.at, fmt::format("next_bd_id is {}, but {}", *given,
                                      block.form.bd.next ? fmt::format("the next block has BD {}",
                                                                       *block.form.bd.next)
                                                         : std::string{"there is no next block"}));
    }

 public:
    void finish() {
        for (Start& start : starts_)
            if (start.channel.out_of_order)
                start.channel.packets =
                    take_out_of_order(draft_, tile_, chain_of(start), start.repeat + 1, start.at);
        for (const auto& [label, channel] : order_)
            program_.bds.push_back(std::move(bds_.at(label).form.bd));
        for (const Start& start : starts_) {
            const std::size_t before = program_.channels.size();
            schedule::Channel& channel = channel_of(start);
            const bool again = program_.channels.size() == before;
            if (again && (channel.out_of_order || start.channel.out_of_order))
                draft_.text.fail(start.at,
                                 "a channel that takes packets out of order is started twice");
            if (!channel.out_of_order)
                channel.tasks.push_back(
                    {bds_.at(start.first).form.id.value_or(0), start.repeat, false});
        }
    }

 private:
    [[nodiscard]] std::vector<schedule::Bd*> chain_of(const Start& start) {
        std::vector<schedule::Bd*> chain;
        std::set<std::string_view> seen;
        for (std::string_view label = start.first; !label.empty() && seen.insert(label).second;) {
            BdBlock& block = bds_.at(label);
            chain.push_back(&block.form.bd);
            label = block.next;
        }
        return chain;
    }

    /// The channel of a start. Several starts of one channel are tasks in its queue.
    schedule::Channel& channel_of(const Start& start) {
        for (schedule::Channel& known : program_.channels)
            if (known.direction == start.channel.direction &&
                known.channel == start.channel.channel)
                return known;
        return program_.channels.emplace_back(start.channel);
    }

    Draft& draft_;
    const ir::Region& region_;
    arch::TileId tile_;
    schedule::TileProgram& program_;
    ir::Constants constants_;
    Named<const ir::Block*> labels_;
    Named<BdBlock> bds_;
    /// Labels and channels of the BDs, in order.
    std::vector<std::pair<std::string_view, int>> order_;
    std::vector<Start> starts_;
    std::deque<std::string> made_labels_;  ///< labels made for regions
};

}  // namespace

void read_dma(Draft& draft, const ir::Operation& operation) {
    if (operation.regions.empty()) return;
    DmaProgram program{draft, operation};
    program.read();
    program.finish();
}

}  // namespace xdnasim::design
