#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "backends/txn/dma_registers.hpp"
#include "backends/txn/fields.hpp"
#include "backends/txn/instructions.hpp"
#include "backends/txn/sent_bds.hpp"
#include "backends/txn/shim_bd.hpp"
#include "backends/txn/tile_registers.hpp"
#include "backends/txn/trace_registers.hpp"
#include "backends/txn/txn.hpp"
#include "backends/txn/words.hpp"
#include "base/error.hpp"
#include "workloads/schedule/unrolled_sequence.hpp"

namespace xdnasim::txn {
namespace {

/// Returns the word that pushes a task to a task queue. `name`: name of the channel, for errors.
std::uint32_t word_of_queue(const std::string& name, std::int64_t bd, int repeat, bool token) {
    std::array<std::uint32_t, 1> words{};
    const std::string task = "task for " + name;
    FieldWriter writer{words, task};
    writer.put(kQueueBd, bd);
    writer.put(kQueueRepeat, repeat);
    writer.put(kQueueToken, token ? 1 : 0);
    return words.front();
}

std::int64_t max_offset_in(std::uint32_t argument) {
    return std::numeric_limits<std::uint32_t>::max() - translation_of(argument);
}

class Encoder {
 public:
    Encoder(const schedule::Schedule& schedule, const arch::Device& device)
        : schedule_{schedule}, device_{device} {}

    void run() {
        schedule::for_each_unrolled(schedule_.sequence, [this](const schedule::SequenceOp& op) {
            std::visit([this](const auto& some) { add(some); }, op.op);
        });
    }

    void configure_trace() { add(configuration_of(schedule_, device_)); }

    [[nodiscard]] std::vector<Operation> take() { return std::move(operations_); }

 private:
    void add(const schedule::WriteBd& write) {
        require_shim(write.tile, "a BD");
        const std::int64_t id = write.id.base;
        const std::string name = fmt::format("BD {} of shim {}", id, to_string(write.tile));
        if (id < 0 || id >= device_.shim_tile.dma.bds)
            throw base::InputError{
                fmt::format("{} does not exist; a shim has {}", name, device_.shim_tile.dma.bds)};
        const BdWords words =
            words_of(write.bd, write.tile, device_, name, burst_of(write, schedule_));
        Register at = bd_register(write.tile, static_cast<int>(id), arch::TileKind::Shim);
        const auto* buffer = std::get_if<schedule::HostBufferRef>(&write.bd.buffer);
        if (buffer == nullptr)
            throw base::InputError{name + " uses a tile's buffer; only host buffers have a number"};
        const std::int64_t offset = write.offset.base;
        const std::int64_t max = max_offset_in(static_cast<std::uint32_t>(buffer->index));
        if (offset < 0 || offset > max)
            throw base::InputError{
                fmt::format("{}: offset {} in host buffer {}; a DDR_PATCH can add 0 to {} bytes",
                            name, offset, buffer->index, max)};
        const BdChange change = sent_.change(at, write, {words, buffer->index, offset});
        if (const auto* one = std::get_if<Write>(&change)) {
            operations_.emplace_back(*one);
            return;
        }
        if (std::holds_alternative<WholeBd>(change))
            operations_.emplace_back(BlockWrite{at, {words.begin(), words.end()}});
        at.offset += kBdAddress;
        operations_.emplace_back(PatchAddress{at, static_cast<std::uint32_t>(buffer->index),
                                              static_cast<std::uint32_t>(offset)});
    }

    void add(const schedule::WriteMemory& write) {
        operations_.push_back(operation_of(write, schedule_));
    }

    void add(const schedule::SetLock& set) {
        operations_.emplace_back(
            Write{lock_register(set.lock, device_), static_cast<std::uint32_t>(set.value)});
    }

    void add(const schedule::PushTask& push) {
        require_shim(push.tile, "a task");
        const Channel channel{push.tile, push.direction, push.channel};
        const std::uint32_t task =
            word_of_queue(name_of(channel, device_), push.bd.base, push.repeat, push.token);
        if (push.awaits_room)
            operations_.emplace_back(
                MaskPoll{status_register(channel, arch::TileKind::Shim), 0, kQueueIsFull});
        if (push.token)
            operations_.emplace_back(MaskWrite{control_register(channel, arch::TileKind::Shim),
                                               kTileController, kControllerMask});
        operations_.emplace_back(Write{queue_register(channel, arch::TileKind::Shim), task});
    }

    void add(const schedule::AwaitToken& await) {
        require_shim(await.tile, "a token");
        operations_.emplace_back(AwaitTokens{await.tile, await.direction, await.channel});
    }

    void add(const schedule::SignalTrace& signal) {
        require_shim(signal.shim, "a trace signal");
        add(signal_of(signal));
    }

    void add(const std::vector<Write>& writes) {
        operations_.insert(operations_.end(), writes.begin(), writes.end());
    }

    void add(const schedule::SequenceLoop& /*loop*/) {}  // the sequence is unrolled

    void require_shim(arch::TileId tile, const char* what) const {
        if (device_.contains(tile) && device_.kind(tile) == arch::TileKind::Shim) return;
        throw base::InputError{
            fmt::format("the runtime sequence has {} of {}, which is not a shim; an instruction "
                        "stream can run only the DMAs of shims",
                        what, to_string(tile))};
    }

    const schedule::Schedule& schedule_;
    const arch::Device& device_;
    SentBds sent_;
    std::vector<Operation> operations_;
};

}  // namespace

std::vector<Operation> operations_of(const schedule::Schedule& schedule,
                                     const arch::Device& device) {
    Encoder encoder{schedule, device};
    if (schedule.trace) encoder.configure_trace();
    encoder.run();
    return encoder.take();
}

std::vector<std::uint32_t> encode(const schedule::Schedule& schedule, const arch::Device& device) {
    return write_stream(header_for(device), operations_of(schedule, device));
}

}  // namespace xdnasim::txn
