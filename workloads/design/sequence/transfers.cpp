// Transfers of the runtime sequence (dma_memcpy_nd), in as many BDs as they need.

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "workloads/design/sequence/stream_builder.hpp"

namespace xdnasim::design {

using arch::Direction;

namespace {

constexpr std::size_t kTransferSteps = 4;

/// The numbers of "[0, 0, 0, 8192]", or of "static_offsets = array<i64: 0, 0, 0, 8192>" in the
/// generic form.
std::vector<ir::Range> numbers_of(const Draft& draft, const ir::Fields& fields,
                                  std::string_view name) {
    const auto array = fields.find(fmt::format("static_{}", name));
    return array ? array_pieces(draft.text, *array)
                 : split(draft.text, inside(draft.text, fields.range(name)));
}

/// Returns whether there are only three strides, as until July 2024: the innermost one is missing
/// and is 1.
bool lacks_a_stride(const Draft& draft, const ir::Fields& fields) {
    return numbers_of(draft, fields, "strides").size() == kTransferSteps - 1;
}

/// numbers_of(), which must not be below `least`. With it they are padded in front to four, or, if
/// the innermost one is `left_out`, behind with 1.
std::array<std::int64_t, kTransferSteps> four_of(const Draft& draft, const ir::Fields& fields,
                                                 std::string_view name, std::int64_t least,
                                                 const ir::Constants& constants,
                                                 bool left_out = false) {
    std::array<std::int64_t, kTransferSteps> numbers{};
    numbers.fill(least);
    const std::vector<ir::Range> pieces = numbers_of(draft, fields, name);
    if (pieces.size() > kTransferSteps)
        fields.fail(name,
                    fmt::format("has {} numbers; allowed: {}", pieces.size(), kTransferSteps));
    const std::size_t first = left_out ? 0 : kTransferSteps - pieces.size();
    if (left_out) numbers.back() = 1;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto number = ir::integer_at(draft.text, pieces[i], &constants);
        if (!number) fields.fail(name, "holds a value that is not a number known before the run");
        if (*number < least || *number > kMaxElements)
            fields.fail(name,
                        fmt::format("holds {}; allowed: {} to {}", *number, least, kMaxElements));
        numbers[first + i] = *number;
    }
    return numbers;
}

using Numbers = std::array<std::int64_t, kTransferSteps>;

/// Elements by which an offset of 1 moves the transfer, where offsets count rows and planes of the
/// argument: {0, 0, 32, 1} of a memref<64x32xi32>. mlir-aie counted them so while strides were
/// three (NpuDmaMemcpyNdOp::getOffsetInBytes, June 2024).
Numbers strides_of_shape(const std::vector<std::int64_t>& shape) {
    Numbers strides{};
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < std::min(shape.size(), kTransferSteps); ++i) {
        strides[kTransferSteps - 1 - i] = stride;
        stride = base::saturating_multiply(stride, shape[shape.size() - 1 - i]);
    }
    return strides;
}

/// The transfer with these offsets, sizes and strides. An offset counts in steps of
/// `strides_of_offsets`. The outermost dimension counts the task's rounds.
Transfer transfer_by(const Numbers& offsets, const Numbers& strides_of_offsets,
                     const Numbers& sizes, const Numbers& strides) {
    Transfer transfer;
    Walk& walk = transfer.walk;
    walk.length = 1;
    walk.splits = true;
    for (std::size_t i = 0; i < kTransferSteps; ++i)
        walk.offset = base::saturating_add(
            walk.offset, base::saturating_multiply(offsets[i], strides_of_offsets[i]));
    for (std::size_t i = kTransferSteps; i-- > 1;) {
        walk.steps.push_back({sizes[i], strides[i]});
        walk.length = base::saturating_multiply(walk.length, sizes[i]);
    }
    transfer.rounds = {sizes[0], strides[0]};
    return transfer;
}

}  // namespace

void StreamBuilder::read_memcpy(const ir::Operation& operation) {
    ir::Fields read = fields(operation);
    leave_out_unused(read);
    const HostView& host = view(read, "memref");
    const Allocation& to = draft_.allocation(read, "metadata");
    const bool early = lacks_a_stride(draft_, read);
    const auto offsets = four_of(draft_, read, "offsets", 0, constants_);
    const auto sizes = four_of(draft_, read, "sizes", 1, constants_);
    const auto strides = four_of(draft_, read, "strides", 0, constants_, early);
    schedule::Bd bd;
    bd.origin = operation.at;
    if (read.has("packet")) {
        bd.packet = packet_header(read, "packet");
    } else if (const auto more = read.find("more"); more && !more->empty()) {
        for (const ir::Attribute& attribute : attributes_in(draft_.text, *more))
            if (attribute.name == "packet") {
                read.add("packet", attribute.value);
                bd.packet = packet_header(read, "packet");
            }
    }
    bd.id = read.small("id", 0, draft_.device.shim_tile.dma.bds - 1);
    bds_[to.shim].insert(bd.id);
    // In mlir-aie, every transfer to the host issues a token (AIEDmaToNpu).
    const bool token = to.direction == Direction::S2MM || read.flag("issue_token");
    start_pieces(
        operation, {to.shim, to.direction, to.channel}, bd,
        transfer_by(offsets, early ? strides_of_shape(host.type.shape) : strides, sizes, strides),
        host, token);
}

void StreamBuilder::start_pieces(const ir::Operation& operation, const txn::Channel& channel,
                                 schedule::Bd bd, const Transfer& transfer, const HostView& host,
                                 bool token) {
    const arch::DmaModel& dma = draft_.device.shim_tile.dma;
    const std::vector<Transfer> pieces = pieces_of(
        transfer, host.type, dma.bd, static_cast<std::size_t>(dma.bds), draft_.text, operation.at);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        schedule::Bd piece = bd;
        if (i > 0) piece.id = piece_bd(operation, channel, i - 1);
        set_transfer(piece, pieces[i], host.type, dma.bd, draft_.text, operation.at);
        write_bd(operation.at, channel.tile, piece, host);
        const std::int64_t repeat =
            std::clamp<std::int64_t>(pieces[i].rounds.size - 1, 0, kMaxCount);
        start(operation.at, channel, piece.id, static_cast<int>(repeat),
              token && i + 1 == pieces.size());
    }
    if (pieces.size() > 1) pieces_.end(channel, operation);
}

int StreamBuilder::piece_bd(const ir::Operation& operation, const txn::Channel& channel,
                            std::size_t index) {
    std::vector<int>& own = pieces_.of(operation);
    if (index < own.size()) return own[index];
    if (const auto id = spare_bd(channel)) return own.emplace_back(*id);
    draft_.text.fail(
        operation.at,
        fmt::format("{} has no BD left for a transfer that needs several; allowed: a wait for the "
                    "transfer before it, which frees its BDs, or shorter runs",
                    draft_.device.name_of(channel.tile)));
}

std::optional<int> StreamBuilder::spare_bd(const txn::Channel& channel) {
    const std::set<int> named = named_bds(channel.tile);
    const arch::BdRange all = draft_.device.model(channel.tile).dma.bds_of(channel.number);
    for (int id = all.first; id < all.end; ++id)
        if (!named.contains(id) && bds_[channel.tile].insert(id).second) return id;
    return std::nullopt;
}

std::set<int> StreamBuilder::named_bds(arch::TileId shim) const {
    std::set<int> named;
    std::vector<const ir::Region*> left = bodies_;
    while (!left.empty()) {
        const ir::Region& body = *left.back();
        left.pop_back();
        for (const ir::Block& block : body.blocks)
            for (const ir::Operation& operation : block.operations) {
                for (const ir::Region& inner : operation.regions)
                    left.push_back(&inner);
                if (!operation.is("aiex.npu.dma_memcpy_nd")) continue;
                const ir::Fields read = fields(operation);
                if (draft_.allocation(read, "metadata").shim == shim)
                    named.insert(read.small("id", 0, draft_.device.shim_tile.dma.bds - 1));
            }
    }
    return named;
}

}  // namespace xdnasim::design
