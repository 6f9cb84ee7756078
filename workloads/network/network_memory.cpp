#include "workloads/network/network_memory.hpp"

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/network/links/packets.hpp"
#include "workloads/network/links/transfers.hpp"
#include "workloads/network/network_draft.hpp"

namespace xdnasim::network {

using arch::Bytes;

namespace {

Bytes matrix(int rows, int columns) {
    return Bytes{std::int64_t{rows} * columns};
}

/// Memory with two buffers of inputs and two of outputs.
CoreMemory memory_by_streams(const Stage& stage, const LayerDesign& layer) {
    CoreMemory memory;
    memory.inputs = matrix(stage.m_core(), stage.k_core());
    memory.outputs = matrix(stage.m_core(), stage.n_core());
    memory.weights = matrix(stage.k_core(), stage.n_core());
    if (layer.bias)
        memory.bias = kernels::size_of(kernels::DataType::Int32) * std::int64_t{stage.n_core()};
    return memory;
}

std::string buffers_text(int count) {
    return count == 1 ? "one buffer" : "two buffers";
}

}  // namespace

Bytes CoreMemory::all() const {
    return inputs * std::int64_t{input_buffers} + outputs * std::int64_t{output_buffers} + weights +
           bias;
}

std::string to_string(const CoreMemory& memory) {
    if (memory.output_buffers == 0)
        return fmt::format("its weights and {} of inputs", buffers_text(memory.input_buffers));
    if (memory.input_buffers == memory.output_buffers)
        return fmt::format("its weights and {} of inputs and of outputs each",
                           buffers_text(memory.input_buffers));
    return fmt::format("its weights, {} of inputs and {} of outputs",
                       buffers_text(memory.input_buffers), buffers_text(memory.output_buffers));
}

Bytes room_of_core(const arch::Device& device) {
    return device.comp_tile.memory - device.core_stack;
}

CoreMemory least_memory_of(const Stage& stage, const NetworkDesign& design) {
    const LayerDesign& layer = design.layers[stage.layer];
    CoreMemory memory = memory_by_streams(stage, layer);
    const bool may_cascade = stage.split.c == 1;
    if (stage.layer > 0) {
        const Link link = link_to(stage, design, may_cascade);
        // Packets may use a single buffer as well.
        if (link == Link::Cascade || link == Link::Dma) memory.input_buffers = 1;
    }
    if (stage.layer + 1 == design.layers.size() || layer.aggregate) return memory;
    Stage next;
    next.layer = stage.layer + 1;
    if (link_to(next, design, may_cascade) == Link::Cascade) memory.output_buffers = 0;
    return memory;
}

namespace {

class StagesInMemory {
 public:
    StagesInMemory(const std::vector<Stage>& stages, const NetworkDesign& design,
                   const arch::Device& device)
        : stages_{stages},
          design_{design},
          device_{device},
          packets_{packet_links_of(stages, device)} {
        const Stage& last = stages.back();
        is_whole_ = last.layer + 1 == design.layers.size() &&
                    last.aggregates == design.layers[last.layer].aggregate.has_value();
    }

    [[nodiscard]] bool is_whole() const { return is_whole_; }

    [[nodiscard]] std::optional<Misfit> misfit_of(std::size_t i) const {
        const Stage& stage = stages_[i];
        if (stage.aggregates || !is_settled(i)) return std::nullopt;
        CoreMemory memory = memory_by_streams(stage, design_.layers[stage.layer]);
        if (takes_by(Link::Cascade, stages_, i)) memory.input_buffers = 1;
        if (by_streams(i)) {
            if (packets_[i])
                memory.input_buffers = packets_[i]->depth;
            else
                memory.inputs = size_of(held_of(stages_[i - 1], stage, 0, 0));
        }
        const bool is_last = i + 1 == stages_.size();
        if (is_last ? !is_whole_ : gives_by(Link::Cascade, stages_, i)) memory.output_buffers = 0;
        if (fits(i, memory)) return std::nullopt;
        return Misfit{stage.layer, message(i, memory)};
    }

 private:
    [[nodiscard]] bool by_streams(std::size_t i) const { return takes_by(Link::Dma, stages_, i); }

    /// Is the memory of stage `i` independent of later stages? These may turn the streams to it
    /// into packets, or take its second buffer.
    [[nodiscard]] bool is_settled(std::size_t i) const {
        if (is_whole_ || !by_streams(i)) return true;
        if (packets_[i]) return false;
        const ChannelsNeeded channels = channels_between(stages_[i - 1], stages_[i]);
        return channels.in < device_.comp_tile.dma.s2mm_channels;
    }

    /// Allocates the buffers in the order of the program; each takes the first free place.
    [[nodiscard]] bool fits(std::size_t i, const CoreMemory& memory) const {
        Tiles tiles{device_};
        const arch::TileId tile = stages_[i].at;
        bool all = true;
        const auto keep = [&](int count, Bytes size, Use use) {
            for (int number = 0; number < count && all; ++number)
                all = tiles.buffer(tile, "", size, use).has_value();
        };
        keep(memory.input_buffers, memory.inputs, Use::Input);
        if (packets_[i]) keep(packets_[i]->tokens(), arch::kWord, Use::Input);
        keep(1, memory.weights, Use::Weights);
        if (memory.bias > Bytes{}) keep(1, memory.bias, Use::Input);
        keep(memory.output_buffers, memory.outputs, Use::Output);
        if (i + 1 < stages_.size() && packets_[i + 1]) keep(1, arch::kWord, Use::Input);
        return all;
    }

    [[nodiscard]] std::string message(std::size_t i, const CoreMemory& memory) const {
        const Bytes room = room_of_core(device_);
        const bool in_pieces = by_streams(i) && !packets_[i];
        const std::string sizes =
            fmt::format("{} of {} bytes of activations{}", buffers_text(memory.input_buffers),
                        base::grouped(memory.inputs.count()),
                        in_pieces ? ", as large as the pieces that arrive" : "");
        std::string text = fmt::format("a core of it keeps {}, {} bytes of weights{}", sizes,
                                       base::grouped((memory.weights + memory.bias).count()),
                                       memory.bias > Bytes{} ? " and bias" : "");
        if (memory.output_buffers > 0)
            text += fmt::format(", {} of {} bytes of outputs", buffers_text(memory.output_buffers),
                                base::grouped(memory.outputs.count()));
        if (memory.all() > room)
            return text + fmt::format(": {} bytes, {} more than there are beside its stack",
                                      base::grouped(memory.all().count()),
                                      base::grouped((memory.all() - room).count()));
        return text + fmt::format(", which cannot be placed in its {} bytes beside the stack",
                                  base::grouped(room.count()));
    }

    const std::vector<Stage>& stages_;
    const NetworkDesign& design_;
    const arch::Device& device_;
    std::vector<std::optional<PacketLink>> packets_;
    bool is_whole_ = false;
};

}  // namespace

std::optional<Misfit> misfit_of_memory(const std::vector<Stage>& stages,
                                       const NetworkDesign& design, const arch::Device& device) {
    const StagesInMemory kept{stages, design, device};
    const std::size_t count = stages.size();
    // The other stages were checked with fewer stages, and have not changed since.
    const std::size_t first = kept.is_whole() || count < 2 ? 0 : count - 2;
    for (std::size_t i = first; i < count; ++i)
        if (auto misfit = kept.misfit_of(i)) return misfit;
    return std::nullopt;
}

}  // namespace xdnasim::network
