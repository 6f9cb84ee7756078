// The bytes that a DMA channel moves, and the headers of packets among them.

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "sim/dma_channel.hpp"
#include "sim/memory_map.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::sim {

arch::Bytes DmaChannel::passed_by(const schedule::Bd& bd) const {
    if (direction_ == arch::Direction::S2MM || !bd.packet) return bd.length;
    const bool kept = end_for(bd).keeps_headers;
    if (kept == bd.packet->in_data) return bd.length;
    return kept ? bd.length + arch::kWord : bd.length - arch::kWord;
}

void DmaChannel::begin_data(const schedule::Bd& bd, arch::Bytes offset) {
    addresses_ = AddressGenerator{bd, offset};
    header_.clear();
    if (direction_ == arch::Direction::S2MM || !bd.packet) return;
    const bool kept = end_for(bd).keeps_headers;
    if (bd.packet->in_data) {
        take_header_from_data(bd);
        if (!kept) header_.clear();
    } else if (kept) {
        const std::uint32_t word = words::header_word(bd.packet->id, bd.packet->type, tile_);
        header_.resize(sizeof word);
        std::memcpy(header_.data(), &word, sizeof word);
    }
}

/// Takes the header from the data, and checks its id: the packet's route is that of the header in
/// the schedule.
void DmaChannel::take_header_from_data(const schedule::Bd& bd) {
    std::uint32_t word = 0;
    header_.resize(sizeof word);
    read_memory(header_);
    std::memcpy(&word, header_.data(), sizeof word);
    if (const int id = words::packet_id(word); id != bd.packet->id)
        environment_.fault.raise(
            fmt::format("{} {} {} sends a packet with id {}, read from its first data word; only "
                        "packets with id {} have a route",
                        environment_.device.name_of(tile_), to_string(direction_), channel_, id,
                        bd.packet->id),
            bd.origin);
}

void DmaChannel::read(std::span<std::byte> bytes) {
    const std::size_t of_header = std::min(header_.size(), bytes.size());
    std::copy_n(header_.begin(), of_header, bytes.begin());
    header_.erase(header_.begin(), header_.begin() + static_cast<std::ptrdiff_t>(of_header));
    read_memory(bytes.subspan(of_header));
}

void DmaChannel::read_memory(std::span<std::byte> bytes) {
    const auto memory = environment_.memory->bytes(bds_.bd(running_->bd).buffer);
    while (!bytes.empty()) {
        const AddressRun run =
            addresses_.next(arch::Bytes{static_cast<std::int64_t>(bytes.size())});
        const auto length = static_cast<std::size_t>(run.length.count());
        if (run.zero)
            std::memset(bytes.data(), 0, length);
        else
            std::memcpy(bytes.data(), memory.data() + run.offset.count(), length);
        bytes = bytes.subspan(length);
    }
}

void DmaChannel::write(std::span<const std::byte> bytes) {
    const auto memory = environment_.memory->bytes(bds_.bd(running_->bd).buffer);
    while (!bytes.empty()) {
        const AddressRun run =
            addresses_.next(arch::Bytes{static_cast<std::int64_t>(bytes.size())});
        const auto length = static_cast<std::size_t>(run.length.count());
        std::memcpy(memory.data() + run.offset.count(), bytes.data(), length);
        bytes = bytes.subspan(length);
    }
}

}  // namespace xdnasim::sim
