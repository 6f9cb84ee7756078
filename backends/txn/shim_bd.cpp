#include "backends/txn/shim_bd.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/schedule/bd_walk.hpp"

namespace xdnasim::txn {
namespace {

using arch::Bytes;
using arch::kWord;
using schedule::Bd;

// Names and places of AM025 (DMA_BD0_0 to DMA_BD0_7 of a NoC module).
constexpr Field kLength{"Buffer_Length", 0, 31, 0};
constexpr Field kAddressLow{"Base_Address_Low", 1, 31, 2};
constexpr Field kPacket{"Enable_Packet", 2, 30, 30};
constexpr Field kOutOfOrder{"Out_Of_Order_BD_ID", 2, 29, 24};
constexpr Field kPacketId{"Packet_ID", 2, 23, 19};
constexpr Field kPacketType{"Packet_Type", 2, 18, 16};
constexpr Field kAddressHigh{"Base_Address_High", 2, 15, 0};
constexpr Field kBurst{"Burst_Length", 4, 31, 30};
constexpr Field kCache{"AxCache", 5, 27, 24};
constexpr Field kIterationNow{"Iteration_Current", 6, 31, 26};
constexpr Field kIterationWrap{"Iteration_Wrap", 6, 25, 20};
constexpr Field kIterationStep{"Iteration_Stepsize", 6, 19, 0};
constexpr Field kNext{"Next_BD", 7, 30, 27};
constexpr Field kUseNext{"Use_Next_BD", 7, 26, 26};
constexpr Field kValid{"Valid_BD", 7, 25, 25};
constexpr Field kReleased{"Lock_Rel_Value", 7, 24, 18};
constexpr Field kReleasedLock{"Lock_Rel_ID", 7, 16, 13};
constexpr Field kAcquires{"Lock_Acq_Enable", 7, 12, 12};
constexpr Field kAcquired{"Lock_Acq_Value", 7, 11, 5};
constexpr Field kAcquiredLock{"Lock_Acq_ID", 7, 3, 0};

/// In AxCache: the network on chip may make larger accesses of several (mlir-aie #2559).
constexpr std::int64_t kUpsizing = 2;

constexpr std::size_t kDimensions = 3;
constexpr std::array<Field, kDimensions> kSteps{
    {{"D0_Stepsize", 3, 19, 0}, {"D1_Stepsize", 4, 19, 0}, {"D2_Stepsize", 5, 19, 0}}};
constexpr std::array<Field, kDimensions - 1> kWraps{
    {{"D0_Wrap", 3, 29, 20}, {"D1_Wrap", 4, 29, 20}}};

/// Numbers that a field tells apart. Of a signed one half are negative.
constexpr std::int64_t values_of(const Field& field) {
    return field.max() + 1;
}

class BdWriter {
 public:
    explicit BdWriter(const std::string& name) : name_{name} {}

    void put(const Field& field, std::int64_t value) {
        if (value < 0 || value > field.max())
            throw base::InputError{fmt::format("{}: {} is {}; allowed: 0 to {}", name_, field.name,
                                               value, field.max())};
        words_[field.word] |= static_cast<std::uint32_t>(value) << field.lsb;
    }

    /// A number of bytes, held in words.
    void put_words(const Field& field, Bytes value) { put(field, words(field, value)); }

    /// A number of bytes, held as the words that it is above one.
    void put_step(const Field& field, Bytes value) { put(field, words(field, value) - 1); }

    void put_signed(const Field& field, std::int64_t value) {
        const std::int64_t half = values_of(field) / 2;
        if (value < -half || value >= half)
            throw base::InputError{fmt::format("{}: {} is {}; allowed: {} to {}", name_, field.name,
                                               value, -half, half - 1)};
        put(field, value < 0 ? value + values_of(field) : value);
    }

    [[noreturn]] void refuse(const std::string& what) const {
        throw base::InputError{fmt::format("{}: {}", name_, what)};
    }

    [[nodiscard]] const BdWords& take() const { return words_; }

 private:
    [[nodiscard]] std::int64_t words(const Field& field, Bytes value) const {
        if (value % kWord != Bytes{0})
            throw base::InputError{fmt::format("{}: {} is of {} bytes; allowed: a multiple of {}",
                                               name_, field.name, value.count(), kWord.count())};
        return value / kWord;
    }

    const std::string& name_;
    BdWords words_{};
};

std::int64_t get(const BdWords& words, const Field& field) {
    return words[field.word] >> field.lsb & field.max();
}

std::int64_t get_signed(const BdWords& words, const Field& field) {
    const std::int64_t value = get(words, field);
    return value >= values_of(field) / 2 ? value - values_of(field) : value;
}

/// As Burst_Length has it (mlir-aie AIETargetModel): 64 bytes are 0, 256 are 2, and the 512 of
/// AIE2p 3.
int number_of(Burst burst, const arch::Device& device) {
    if (burst == Burst::Shortest) return 0;
    return device.generation == "aie2p" ? 3 : 2;
}

void put_dimensions(BdWriter& writer, const Bd& bd) {
    std::size_t count = bd.dimensions.size();
    while (count > 0 && schedule::steps_of(bd, count - 1) == 1)
        --count;
    if (count > kDimensions)
        writer.refuse(fmt::format("{} dimensions; a shim's BD has {}", count, kDimensions));
    for (std::size_t i = 0; i < count; ++i) {
        // The outermost one that moves goes on for as long as the length does.
        if (i + 1 < count) writer.put(kWraps[i], bd.dimensions[i].size);
        if (schedule::steps_of(bd, i) > 1) writer.put_step(kSteps[i], bd.dimensions[i].stride);
    }
}

void put_locks(BdWriter& writer, const Bd& bd, arch::TileId shim) {
    const auto require_own = [&](schedule::LockRef lock) {
        if (lock.tile != shim)
            writer.refuse(fmt::format("uses a lock of {}; a shim's BD reaches its own",
                                      to_string(lock.tile)));
    };
    if (bd.acquire) {
        require_own(bd.acquire->lock);
        writer.put(kAcquires, 1);
        writer.put(kAcquiredLock, bd.acquire->lock.id);
        const bool equal = bd.acquire->condition == schedule::LockCondition::Equal;
        writer.put_signed(kAcquired, equal ? bd.acquire->value : -bd.acquire->value);
    }
    if (bd.release) {
        require_own(bd.release->lock);
        writer.put(kReleasedLock, bd.release->lock.id);
        writer.put_signed(kReleased, bd.release->value);
    }
}

/// Dimensions that do not move are left out at the outer end, and one of single words altogether.
std::vector<schedule::Dimension> dimensions_of(const BdWords& words) {
    std::vector<schedule::Dimension> dimensions;
    std::int64_t left = get(words, kLength);
    for (std::size_t i = 0; i < kDimensions; ++i) {
        const Bytes stride = kWord * (get(words, kSteps[i]) + 1);
        const std::int64_t wrap = i < kWraps.size() ? get(words, kWraps[i]) : 0;
        dimensions.push_back({wrap == 0 ? left : wrap, stride});
        if (wrap == 0) break;
        left /= wrap;
    }
    while (!dimensions.empty() && dimensions.back().size == 1)
        dimensions.pop_back();
    if (dimensions.size() == 1 && dimensions.front().stride == kWord) dimensions.clear();
    return dimensions;
}

void require_simulated(const BdWords& words, const std::string& name) {
    if (get(words, kValid) == 0)
        throw base::InputError{fmt::format("{}: {} is 0; allowed: 1", name, kValid.name)};
    for (const Field& field : {kOutOfOrder, kIterationNow}) {
        if (get(words, field) != 0)
            throw base::InputError{fmt::format("{}: {} is {}; the simulated DMA knows 0 only", name,
                                               field.name, get(words, field))};
    }
}

void get_locks(Bd& bd, const BdWords& words, arch::TileId shim) {
    if (get(words, kAcquires) != 0) {
        const auto value = static_cast<int>(get_signed(words, kAcquired));
        const schedule::LockRef lock{shim, static_cast<int>(get(words, kAcquiredLock))};
        bd.acquire = {
            lock, value < 0 ? -value : value,
            value < 0 ? schedule::LockCondition::GreaterEqual : schedule::LockCondition::Equal};
    }
    if (const auto value = static_cast<int>(get_signed(words, kReleased)); value != 0)
        bd.release = {{shim, static_cast<int>(get(words, kReleasedLock))}, value};
}

}  // namespace

Burst burst_of(const schedule::WriteBd& write, const schedule::Schedule& schedule) {
    if (!schedule.trace) return Burst::Longest;
    const auto is_written = [&](const schedule::TraceSink& sink) {
        const auto* buffer = std::get_if<schedule::HostBufferRef>(&write.bd.buffer);
        return buffer != nullptr && *buffer == sink.buffer && write.tile == sink.shim;
    };
    const auto sinks = schedule.trace->sinks();
    return std::ranges::any_of(sinks, is_written) ? Burst::Shortest : Burst::Longest;
}

BdWords words_of(const Bd& bd, arch::TileId shim, const arch::Device& device,
                 const std::string& name, Burst burst) {
    BdWriter writer{name};
    writer.put_words(kLength, bd.length);
    writer.put(kBurst, number_of(burst, device));
    if (schedule::has_padding(bd)) writer.refuse("has zero padding; only mem tiles pad");
    put_dimensions(writer, bd);
    writer.put(kCache, kUpsizing);
    if (bd.iteration && bd.iteration->size > 1) {
        writer.put(kIterationWrap, bd.iteration->size - 1);
        writer.put_step(kIterationStep, bd.iteration->stride);
    }
    if (bd.packet) {
        writer.put(kPacket, 1);
        writer.put(kPacketId, bd.packet->id);
        writer.put(kPacketType, bd.packet->type);
    }
    put_locks(writer, bd, shim);
    if (bd.next) {
        writer.put(kUseNext, 1);
        writer.put(kNext, *bd.next);
    }
    writer.put(kValid, 1);
    return writer.take();
}

Bd bd_of(const BdWords& words, arch::TileId shim, const std::string& name) {
    require_simulated(words, name);
    Bd bd;
    bd.length = kWord * get(words, kLength);
    bd.offset = Bytes{get(words, kAddressHigh) << 32} + kWord * get(words, kAddressLow);
    bd.dimensions = dimensions_of(words);
    if (const std::int64_t wrap = get(words, kIterationWrap); wrap > 0)
        bd.iteration = {static_cast<int>(wrap) + 1, kWord * (get(words, kIterationStep) + 1)};
    if (get(words, kPacket) != 0)
        bd.packet = {static_cast<int>(get(words, kPacketId)),
                     static_cast<int>(get(words, kPacketType))};
    get_locks(bd, words, shim);
    if (get(words, kUseNext) != 0) bd.next = static_cast<int>(get(words, kNext));
    return bd;
}

}  // namespace xdnasim::txn
