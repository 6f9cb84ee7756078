#include "backends/txn/shim_bd.hpp"

#include <iterator>

#include <fmt/format.h>

#include "backends/txn/bd_coding.hpp"
#include "backends/txn/bd_layout.hpp"
#include "workloads/schedule/bd_walk.hpp"
#include "workloads/schedule/trace_sinks.hpp"

namespace xdnasim::txn {
namespace {

using arch::Bytes;
using arch::kWord;
using schedule::Bd;

// Fields that only the BDs of shims have (AM025, DMA_BD0_0 to DMA_BD0_7 of a NoC module).
constexpr Field kAddressLow{"Base_Address_Low", 1, 31, 2};
constexpr Field kAddressHigh{"Base_Address_High", 2, 15, 0};
constexpr Field kBurst{"Burst_Length", 4, 31, 30};
constexpr Field kCache{"AxCache", 5, 27, 24};

/// Value of AxCache: the network on chip may merge accesses into larger ones (mlir-aie #2559).
constexpr std::int64_t kUpsizing = 2;

std::int64_t number_of(Burst burst, const arch::Device& device) {
    return burst == Burst::Shortest ? 0 : std::ssize(burst_lengths(device)) - 1;
}

}  // namespace

std::span<const Bytes> burst_lengths(const arch::Device& device) {
    static constexpr std::array kLengths{kShortestBurst, Bytes{128}, Bytes{256}, Bytes{512}};
    constexpr std::size_t kOfAieMl = 3;
    switch (device.generation) {
        case arch::Generation::AieMl:
            return std::span{kLengths}.first(kOfAieMl);
        case arch::Generation::Aie2p:
            break;
    }
    return kLengths;
}

Burst burst_of(const schedule::WriteBd& write, const schedule::Schedule& schedule) {
    return schedule::holds_trace(schedule, write) ? Burst::Shortest : Burst::Longest;
}

bool holds_iteration(std::size_t word) {
    return word == bd_layout_of(arch::TileKind::Shim).iteration_now.word;
}

BdWords words_of(const Bd& bd, arch::TileId shim, const arch::Device& device,
                 const std::string& name, Burst burst) {
    BdWords words{};
    FieldWriter writer{words, name};
    if (schedule::has_padding(bd)) writer.refuse("has zero padding; only mem tiles pad");
    put_bd(writer, bd_layout_of(arch::TileKind::Shim), bd, [&](const schedule::LockRef& lock) {
        if (lock.tile != shim)
            writer.refuse(
                fmt::format("uses a lock of {}; a shim's BD can use only locks of its own tile",
                            to_string(lock.tile)));
        return lock.id;
    });
    writer.put(kBurst, number_of(burst, device));
    writer.put(kCache, kUpsizing);
    return words;
}

Bd bd_of(const BdWords& words, arch::TileId shim, const std::string& name) {
    Bd bd = get_bd(words, bd_layout_of(arch::TileKind::Shim), name, [&](int number) {
        return schedule::LockRef{shim, number};
    });
    bd.offset = Bytes{get(words, kAddressHigh) << 32} + kWord * get(words, kAddressLow);
    return bd;
}

}  // namespace xdnasim::txn
