#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "backends/txn/awaited_tokens.hpp"
#include "backends/txn/dma_registers.hpp"
#include "backends/txn/fields.hpp"
#include "backends/txn/memory_bd.hpp"
#include "backends/txn/shim_bd.hpp"
#include "backends/txn/tile_registers.hpp"
#include "backends/txn/trace_registers.hpp"
#include "backends/txn/txn.hpp"
#include "backends/txn/written_bds.hpp"
#include "base/error.hpp"

namespace xdnasim::txn {
namespace {

using schedule::SequenceOp;

/// Decodes the operations of a stream one by one, and keeps the state of the shims that their
/// writes have made so far.
class Decoder {
 public:
    Decoder(const Header& header, const arch::Device& device, std::size_t host_buffers)
        : columns_{header.columns},
          device_{device},
          host_buffers_{host_buffers},
          bds_{device},
          tokens_{device},
          trace_{device} {}

    void run(const PlacedOperation& placed) {
        word_ = placed.word;
        std::visit([this](const auto& op) { run(op); }, placed.operation);
    }

    [[nodiscard]] Program finish() {
        if (const auto unpatched = bds_.unpatched())
            refuse(unpatched->second,
                   bds_.name_of(unpatched->first) + " gets no DDR_PATCH, so it has no host buffer");
        if (auto omission = tokens_.omission()) omissions_.push_back(*std::move(omission));
        for (const auto& [channel, word] : has_room_)
            omissions_.push_back({word, fmt::format("a MASKPOLL for room in the task queue of {}, "
                                                    "to which no task is pushed afterwards",
                                                    name_of(channel, device_))});
        for (Omission& omission : trace_.omissions())
            omissions_.push_back(std::move(omission));
        return {std::move(sequence_), std::move(words_), std::move(omissions_), trace_.units()};
    }

 private:
    void run(const BlockWrite& op) {
        if (write_memory_bd(op) || write_memory(op.at, op.data) || omits(op.at, "a BLOCKWRITE"))
            return;
        if (!bd_at(op.at, device_)) refuse_register(op.at, "a BLOCKWRITE");
        const std::size_t whole = bd_words(device_.kind(op.at.tile));
        if (op.data.size() != whole)
            refuse(word_, fmt::format("a BLOCKWRITE of {} words to {}; allowed: {}, a whole BD",
                                      op.data.size(), to_string(op.at), whole));
        BdWords words;
        std::copy(op.data.begin(), op.data.end(), words.begin());
        bds_.write(word_, op.at, words);
    }

    [[nodiscard]] bool has_memory(const Register& at) const {
        require_known(at);
        return device_.kind(at.tile) != arch::TileKind::Shim;
    }

    /// Adds a BD of a core or a mem tile and returns true; false if `op` writes no such BD. Its
    /// buffer is kUnknownBuffer: the caller, who knows where buffers lie, has to find it.
    bool write_memory_bd(const BlockWrite& op) {
        if (!has_memory(op.at)) return false;
        const auto id = bd_at(op.at, device_);
        if (!id || op.data.size() != bd_words(device_.kind(op.at.tile))) return false;
        const std::string name =
            fmt::format("instruction stream, word {}: BD {} of {} {}", word_, *id,
                        to_string(device_.kind(op.at.tile)), to_string(op.at.tile));
        schedule::WriteBd write{
            op.at.tile, memory_bd_of(op.data, op.at.tile, device_, name), {}, {}};
        write.bd.id = *id;
        write.bd.buffer = schedule::BufferRef{op.at.tile, kUnknownBuffer};
        write.id.base = *id;
        write.offset.base = write.bd.offset.count();
        write.bd.offset = {};
        add(std::move(write));
        return true;
    }

    /// Adds a write to the data memory of a core or a mem tile, where the tile's register space
    /// begins, and returns true; false if the words do not all lie in such a memory.
    bool write_memory(const Register& at, const std::vector<std::uint32_t>& words,
                      std::uint32_t mask = schedule::kAllBits) {
        if (!has_memory(at)) return false;
        const auto end =
            std::int64_t{at.offset} + arch::kWord.count() * static_cast<std::int64_t>(words.size());
        if (end > device_.model(at.tile).memory.count()) return false;
        add(schedule::WriteMemory{
            {at.tile, kUnknownBuffer}, arch::Bytes{std::int64_t{at.offset}}, words, mask});
        return true;
    }

    bool set_lock(const Write& op) {
        const auto lock = lock_at(op.at, device_);
        if (!lock) return false;
        const int max = device_.model(op.at.tile).max_lock_value;
        if (op.value > static_cast<std::uint32_t>(max))
            refuse(word_, fmt::format("a WRITE of {} to register {}, of a lock; allowed: 0 to {}",
                                      op.value, to_string(op.at), max));
        add(schedule::SetLock{{op.at.tile, *lock}, static_cast<int>(op.value)});
        return true;
    }

    void run(const PatchAddress& op) {
        require_shim(op.at);
        Register at = op.at;
        at.offset -= std::min(kBdAddress, at.offset);
        if (!bd_at(at, device_)) refuse_register(op.at, "a DDR_PATCH");
        require_argument(word_, op, host_buffers_);
        add(bds_.patch(word_, op));
    }

    void run(const MaskWrite& op) {
        require_known(op.at);
        const auto channel = control_at(op.at, device_);
        if (!channel && (write_memory(op.at, {op.value}, op.mask) || omits(op.at, "a MASKWRITE")))
            return;
        if (!channel) refuse_register(op.at, "a MASKWRITE");
        // Any controller id will do: the design chooses that of the controller that passes on
        // tokens.
        const bool of_tokens = op.mask == kControllerMask || op.mask == kWideControllerMask;
        if (!of_tokens || (op.value & ~op.mask) != 0)
            refuse(word_, fmt::format("a MASKWRITE of 0x{:X} with mask 0x{:X} to the control "
                                      "register of {}; allowed: the number of the controller for "
                                      "its tokens, with mask 0x{:X} or 0x{:X}",
                                      op.value, op.mask, name_of(*channel, device_),
                                      kControllerMask, kWideControllerMask));
        tokens_.send_to_controller(*channel);
    }

    void run(const Write& op) {
        require_known(op.at);
        if (trace_.take(op, word_)) {
            if (const auto signal = trace_.take_signal()) add(*signal);
            return;
        }
        if (set_lock(op)) return;
        const auto channel = queue_at(op.at, device_);
        if (!channel && (write_memory(op.at, {op.value}) || omits(op.at, "a WRITE"))) return;
        if (!channel)
            if (auto changed = bds_.change(word_, op)) return add(*std::move(changed));
        if (!channel) refuse_register(op.at, "a WRITE");
        push(*channel, op.value);
    }

    void push(const Channel& channel, std::uint32_t task) {
        const auto value = [&](const Field& field) {
            return static_cast<int>(get(std::span{&task, 1}, field));
        };
        const bool shim = device_.kind(channel.tile) == arch::TileKind::Shim;
        const int bd = value(shim ? kQueueBd : kMemoryQueueBd);
        if (shim && !bds_.knows(bd_register(channel.tile, bd, arch::TileKind::Shim)))
            refuse(word_, fmt::format("a task for {} with BD {}, which was not written or not "
                                      "patched",
                                      name_of(channel, device_), bd));
        const bool token = value(kQueueToken) != 0;
        if (token) tokens_.give(channel);
        add(schedule::PushTask{channel.tile,
                               channel.direction,
                               channel.number,
                               {bd, {}},
                               value(kQueueRepeat),
                               token,
                               has_room_.erase(channel) > 0});
    }

    void run(const AwaitTokens& op) {
        if (op.rows < 1 || op.columns < 1)
            refuse(word_, fmt::format("a TCT of {} rows and {} columns; allowed: at least 1",
                                      op.rows, op.columns));
        for (int column = 0; column < op.columns; ++column)
            for (int row = 0; row < op.rows; ++row)
                await({{op.first.column + column, op.first.row + row}, op.direction, op.channel});
    }

    void await(const Channel& channel) {
        tokens_.await(word_, channel);
        add(schedule::AwaitToken{channel.tile, channel.direction, channel.number});
    }

    // Operations that change nothing in the simulated array.
    void run(const Noop& /*op*/) {}
    void run(const Preempt& /*op*/) {}

    void run(const Opaque& op) {
        if (static_cast<Code>(op.code) == Code::RecordTimer) return;
        refuse_operation(name_of(op.code));
    }
    /// A poll for room in a channel's task queue, which mlir-aie places before a push that may find
    /// the queue full. Other polls are refused.
    void run(const MaskPoll& op) {
        require_known(op.at);
        const auto channel = status_at(op.at, device_);
        if (!channel || op.mask != kQueueIsFull || op.value != 0)
            refuse(word_, fmt::format("a MASKPOLL of register {} for {:#x} under mask {:#x}; "
                                      "allowed: the status of a DMA channel for 0 under mask "
                                      "{:#x}, to wait for room in its task queue",
                                      to_string(op.at), op.value, op.mask, kQueueIsFull));
        has_room_[*channel] = word_;
    }
    void run(const LoadPdi& /*op*/) { refuse_operation("LOAD_PDI"); }

    [[noreturn]] void refuse_operation(const std::string& name) const {
        refuse(word_, name + ", which the simulated command processor does not support");
    }

    [[noreturn]] void refuse_register(const Register& at, const char* what) const {
        if (lock_at(at, device_))
            refuse(word_, fmt::format("{} to register {}, of a lock; allowed: a WRITE", what,
                                      to_string(at)));
        refuse(word_,
               fmt::format("{} to register {}, which the simulated command processor does not "
                           "support; it supports BDs, task queues, locks, memories and trace units",
                           what, to_string(at)));
    }

    void require_known(const Register& at) const {
        if (at.tile.column < columns_ && device_.contains(at.tile)) return;
        refuse(word_, fmt::format("register {} lies outside the array of {} columns and {} rows",
                                  to_string(at), columns_, device_.rows()));
    }

    void require_shim(const Register& at) const {
        require_known(at);
        if (device_.kind(at.tile) != arch::TileKind::Shim)
            refuse(word_,
                   fmt::format(
                       "a DDR_PATCH to register {}, of a {}; allowed: the address of a shim's BD",
                       to_string(at), to_string(device_.kind(at.tile))));
    }

    template <class Operation>
    void add(Operation operation) {
        sequence_.push_back({std::move(operation)});
        words_.push_back(word_);
    }

    /// Records an omission and returns true if `at` is a register of a core or a mem tile that
    /// belongs neither to the DMA nor to locks: the simulated array does not have it.
    [[nodiscard]] bool omits(const Register& at, const char* what) {
        require_known(at);
        if (device_.kind(at.tile) == arch::TileKind::Shim) return false;
        if (is_dma_or_lock(at, device_)) return false;
        omissions_.push_back({word_, fmt::format("{} to register {}, of a {}", what, to_string(at),
                                                 to_string(device_.kind(at.tile)))});
        return true;
    }

    int columns_;
    const arch::Device& device_;
    std::size_t host_buffers_;
    std::size_t word_ = 0;
    std::map<Channel, std::size_t> has_room_;  ///< word of a poll that the next push belongs to
    WrittenBds bds_;
    AwaitedTokens tokens_;
    TraceRegisters trace_;
    std::vector<SequenceOp> sequence_;
    std::vector<std::size_t> words_;
    std::vector<Omission> omissions_;
};

}  // namespace

Program program_of(const Stream& stream, const arch::Device& device, std::size_t host_buffers) {
    require_header_of(stream.header, device);
    Decoder decoder{stream.header, device, host_buffers};
    for (const PlacedOperation& operation : stream.operations)
        decoder.run(operation);
    return decoder.finish();
}

Program decode(std::span<const std::uint32_t> words, const arch::Device& device,
               std::size_t host_buffers) {
    return program_of(read_stream(words), device, host_buffers);
}

}  // namespace xdnasim::txn
