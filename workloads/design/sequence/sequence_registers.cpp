// Operations of a runtime sequence that write registers directly (aiex.npu).

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "backends/txn/bd_layout.hpp"
#include "backends/txn/fields.hpp"
#include "backends/txn/shim_bd.hpp"
#include "workloads/design/interpreter/scalar.hpp"
#include "workloads/design/sequence/stream_builder.hpp"

namespace xdnasim::design {

using arch::Direction;
using arch::TileId;

namespace {

constexpr std::int64_t kMinWord = std::numeric_limits<std::int32_t>::min();

/// Size of the address space of a tile.
constexpr arch::Bytes kTileSpace{1 << 20};

constexpr std::string_view kBufferOffset = "buffer_offset";

/// Earlier names of the fields of a shim's BD.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kOldBdFields{
    {{"d0_size", "d0_wrap"},
     {"d0_stride", "d0_stepsize"},
     {"d1_size", "d1_wrap"},
     {"d1_stride", "d1_stepsize"},
     {"d2_stride", "d2_stepsize"},
     {"iteration_size", "iteration_wrap"},
     {"iteration_stride", "iteration_stepsize"}}};

/// The name, current or earlier, under which `fields` have `name`; nullopt if they do not have it.
std::optional<std::string_view> name_in(const ir::Fields& fields, std::string_view name) {
    if (fields.has(name)) return name;
    for (const auto& [now, before] : kOldBdFields)
        if (now == name && fields.has(before)) return before;
    return std::nullopt;
}

/// Returns the value of a field of the BD of a mem tile or core. mlir-aie counts the offset of a
/// core's BD in bytes, that of a mem tile's in words (its pass AIEDmaToNpu).
std::int64_t bd_value(const ir::Fields& bd, const txn::Field& field, arch::TileKind kind) {
    if (kind != arch::TileKind::CompTile || field.name != kBufferOffset)
        return bd.integer(field.name, -field.mask(), field.mask());
    const std::int64_t bytes = bd.integer(field.name, 0, field.mask() * arch::kWord.count());
    if (bytes % arch::kWord.count() != 0)
        bd.fail(field.name, fmt::format("is {}; allowed: multiples of {}, the bytes of a word",
                                        bytes, arch::kWord.count()));
    return bytes / arch::kWord.count();
}

std::uint32_t word(const ir::Fields& fields, std::string_view name) {
    return static_cast<std::uint32_t>(fields.integer(name, kMinWord, kMaxWord));
}

constexpr std::string_view kBurstLength = "burst_length";

/// Checks a burst length as mlir-aie does; 0 is the longest of the device.
void require_burst_length(const Draft& draft, const ir::Fields& shim_bd) {
    const std::int64_t length = shim_bd.integer_or(kBurstLength, 0, 0, kMaxWord);
    if (length == 0) return;
    std::string allowed = "0 for the longest";
    for (const arch::Bytes burst : txn::burst_lengths(draft.device)) {
        if (burst.count() == length) return;
        allowed += fmt::format(", {}", burst.count());
    }
    shim_bd.fail(kBurstLength, fmt::format("is {}; allowed: {}", length, allowed));
}

/// The words of a memref.global; empty if it has none, or if their notation is unknown.
std::vector<std::uint32_t> words_of(const Draft& draft, const ir::Operation& global) {
    const auto from = [&](std::string_view word) {
        ir::Range range = global.rest;
        while (!range.empty() && !draft.text[range.begin].is(word))
            ++range.begin;
        return range;
    };
    const auto type = find_memref(draft.text, from("memref"), draft.module.aliases);
    const auto element = type ? interpreter::scalar_type(type->type) : std::nullopt;
    if (!element || static_cast<std::int64_t>(element->bytes()) != arch::kWord.count() ||
        type->size() > kTileSpace)
        return {};
    const auto bytes = interpreter::dense_bytes(draft.text, from("dense"), *element,
                                                static_cast<std::size_t>(type->elements()));
    if (!bytes) return {};
    std::vector<std::uint32_t> words(bytes->size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes->data(), bytes->size());
    return words;
}

}  // namespace

TileId StreamBuilder::tile_of(const ir::Fields& fields) const {
    return {fields.small("column", 0, draft_.device.columns - 1),
            static_cast<int>(fields.integer_or("row", 0, 0, draft_.device.rows() - 1))};
}

/// Word `index` of a buffer. The field is `buffer_sym_name` in designs of 2024, `buffer` in others.
txn::Register StreamBuilder::word_of_buffer(const ir::Fields& fields,
                                            std::string_view index) const {
    const bool by_symbol = fields.has("buffer");
    const std::string_view field = by_symbol ? "buffer" : "buffer_sym_name";
    const std::string_view name = by_symbol ? fields.symbol(field) : fields.string(field);
    const auto found = draft_.buffer_symbols.find(name);
    if (found == draft_.buffer_symbols.end())
        fields.fail(field, fmt::format("is '{}', which is not a buffer of the design", name));
    const schedule::Buffer& buffer = draft_.at(found->second);
    const std::int64_t words = buffer.size / arch::kWord;
    const std::int64_t at = fields.integer(index, 0, std::max<std::int64_t>(words - 1, 0));
    return {found->second.tile,
            static_cast<std::uint32_t>((buffer.address + arch::kWord * at).count())};
}

/// The register given by a word of a buffer, by column, row and address, or, without column and
/// row, by an address in the whole array.
txn::Register StreamBuilder::register_of(const ir::Fields& fields) const {
    if (fields.has("buffer")) return word_of_buffer(fields, "address");
    const std::uint32_t address = word(fields, "address");
    if (!fields.has("column") || !fields.has("row")) return txn::register_at(address);
    return {tile_of(fields), address & 0xFFFFF};
}

bool StreamBuilder::read_register(const ir::Operation& operation) {
    if (operation.is("aiex.npu.write32")) {
        const ir::Fields read = fields(operation);
        add(operation.at, txn::Write{register_of(read), word(read, "value")});
    } else if (operation.is("aiex.npu.rtp_write")) {
        const ir::Fields read = fields(operation);
        add(operation.at, txn::Write{word_of_buffer(read, "index"), word(read, "value")});
    } else if (operation.is("aiex.npu.maskwrite32")) {
        const ir::Fields read = fields(operation);
        add(operation.at,
            txn::MaskWrite{register_of(read), word(read, "value"), word(read, "mask")});
    } else if (operation.is("aiex.npu.maskpoll")) {
        const ir::Fields read = fields(operation);
        add(operation.at,
            txn::MaskPoll{register_of(read), word(read, "value"), word(read, "mask")});
    } else if (operation.is("aiex.npu.blockwrite")) {
        read_blockwrite(operation);
    } else if (operation.is("aiex.npu.writebd")) {
        read_writebd(operation);
    } else if (operation.is("aiex.npu.address_patch")) {
        const ir::Fields read = fields(operation);
        const txn::Register at = txn::register_at(word(read, "addr"));
        std::erase_if(unpatched_, [&](const auto& entry) {
            return entry.first.tile == at.tile && entry.first.offset + txn::kBdAddress == at.offset;
        });
        add(operation.at, txn::PatchAddress{at, word(read, "arg_idx"), word(read, "arg_plus")});
    } else if (operation.is("aiex.npu.push_queue")) {
        read_push(operation);
    } else if (operation.is("aiex.npu.shimtile_push_queue")) {
        const ir::Fields read = fields(operation);
        const Allocation& to = draft_.allocation(read, "metadata");
        push(operation.at, {to.shim, to.direction, to.channel},
             read.small("bd_id", 0, draft_.device.shim_tile.dma.bds - 1),
             static_cast<int>(read.integer_or("repeat_count", 0, 0, kMaxCount)),
             read.flag("issue_token"));
    } else if (operation.is("aiex.npu.sync")) {
        read_sync(operation);
    } else {
        return false;
    }
    return true;
}

void StreamBuilder::read_push(const ir::Operation& operation) {
    const ir::Fields read = fields(operation);
    const txn::Channel channel{tile_of(read), draft_.direction(read, "direction"),
                               read.small("channel", 0, kMaxChannel)};
    push(operation.at, channel,
         read.small("bd_id", 0, draft_.device.model(channel.tile).dma.bds - 1),
         static_cast<int>(read.integer_or("repeat_count", 0, 0, kMaxCount)),
         read.flag("issue_token"));
}

void StreamBuilder::read_sync(const ir::Operation& operation) {
    const ir::Fields read = fields(operation);
    const bool to_host = read.integer("direction", 0, 1) == 0;
    const txn::AwaitTokens await{
        tile_of(read), to_host ? Direction::S2MM : Direction::MM2S,
        read.small("channel", 0, kMaxChannel),
        static_cast<int>(read.integer_or("row_num", 1, 1, kMaxChannel)),
        static_cast<int>(read.integer_or("column_num", 1, 1, kMaxChannel))};
    // Early firmware sent all tokens to the controller.
    if (by_early_firmware_ && is_shim(await.first))
        add(operation.at,
            txn::MaskWrite{txn::control_register({await.first, await.direction, await.channel},
                                                 arch::TileKind::Shim),
                           txn::kTileController, txn::kControllerMask});
    add(operation.at, await);
}

void StreamBuilder::read_blockwrite(const ir::Operation& operation) {
    const ir::Fields read = fields(operation);
    const auto symbol = data_.find(read.value("data"));
    const auto global =
        symbol == data_.end() ? draft_.globals.end() : draft_.globals.find(symbol->second);
    if (global == draft_.globals.end())
        read.fail("data", "is not the value of a memref.get_global");
    std::vector<std::uint32_t> words = words_of(draft_, *global->second);
    if (words.empty())
        read.fail("data",
                  "is of memory without contents; allowed: words of 32 bits that are "
                  "dense<...>");
    add(operation.at, txn::BlockWrite{register_of(read), std::move(words)});
}

void StreamBuilder::read_writebd(const ir::Operation& operation) {
    const ir::Fields read = fields(operation);
    const TileId tile = tile_of(read);
    if (!is_shim(tile)) {
        const arch::TileKind kind = draft_.device.kind(tile);
        std::vector<std::uint32_t> words(txn::bd_words(kind));
        for (const txn::Field& field : txn::bd_fields(kind))
            if (read.has(field.name)) txn::put(words, field, bd_value(read, field, kind));
        const int id = read.small("bd_id", 0, draft_.device.model(tile).dma.bds - 1);
        add(operation.at, txn::BlockWrite{txn::bd_register(tile, id, kind), std::move(words)});
        return;
    }
    txn::BdWords words{};
    for (const txn::Field& field : txn::bd_fields(arch::TileKind::Shim))
        if (const auto name = name_in(read, field.name))
            txn::put(words, field, read.integer(*name, field.min(), field.max()));
    const int id = read.small("bd_id", 0, draft_.device.shim_tile.dma.bds - 1);
    const txn::Register first = txn::bd_register(tile, id, arch::TileKind::Shim);
    const bool has_argument = read.has("ddr_id");
    leave_out_unused(read, std::pair{tile, id});
    add(operation.at, txn::BlockWrite{first, {words.begin(), words.end()}});
    by_early_firmware_ = by_early_firmware_ || has_argument;
    if (has_argument)
        unpatched_[first] = {
            operation.at, static_cast<std::uint32_t>(read.small("ddr_id", 0, kMaxId)),
            static_cast<std::uint32_t>(read.integer_or(kBufferOffset, 0, 0, kMaxWord))};
}

void StreamBuilder::leave_out_unused(const ir::Fields& shim_bd,
                                     const std::optional<std::pair<arch::TileId, int>>& bd) {
    require_burst_length(draft_, shim_bd);
    const auto is_short = [&](std::string_view name) {
        return name == kBurstLength &&
               shim_bd.integer_or(name, 0, 0, kMaxWord) == txn::kShortestBurst.count();
    };
    for (const std::string_view name : txn::kUnusedBdFields) {
        if (is_short(name))
            draft_.short_bursts.push_back({shim_bd.at(), bd});
        else if (name != kBufferOffset && shim_bd.integer_or(name, 0, 0, kMaxWord) != 0)
            draft_.loss(shim_bd.at(), fmt::format("'{}' of a shim's BD", name));
    }
}

/// Patches the address of argument `ddr_id` into BDs. The firmware of early 2024 did this by
/// itself; in later designs the sequence has an address_patch.
void StreamBuilder::patch_by_argument() {
    for (const auto& [first, patch] : std::exchange(unpatched_, {})) {
        txn::Register at = first;
        at.offset += txn::kBdAddress;
        add(patch.at, txn::PatchAddress{at, patch.argument, patch.plus});
    }
}

}  // namespace xdnasim::design
