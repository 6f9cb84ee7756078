#include "workloads/design/sequence/stream_builder.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "backends/txn/memory_bd.hpp"
#include "base/error.hpp"
#include "base/saturating.hpp"
#include "workloads/design/sequence/declared_trace.hpp"

namespace xdnasim::design {
namespace {

using arch::Direction;
using arch::TileId;

constexpr std::array<std::string_view, 3> kReconfiguration{"aiex.configure", "aiex.run",
                                                           "aiex.npu.load_pdi"};

}  // namespace

void StreamBuilder::read(const ir::Region& body) {
    for (const ir::Block& block : body.blocks)
        for (const ir::Operation& operation : block.operations)
            read_operation(operation);
}

txn::Stream StreamBuilder::take_stream() {
    if (emptied_ != nullptr) refuse_reconfiguration(*std::exchange(emptied_, nullptr));
    patch_by_argument();
    return {txn::header_for(draft_.device), std::move(operations_)};
}

void StreamBuilder::add(base::Position at, txn::Operation operation) {
    if (emptied_ != nullptr) refuse_reconfiguration(*std::exchange(emptied_, nullptr));
    // It may start a task.
    if (std::holds_alternative<txn::Write>(operation)) patch_by_argument();
    operations_.push_back({places_.size(), std::move(operation)});
    places_.push_back(at);
}

void StreamBuilder::read_operation(const ir::Operation& operation) {
    count_step(operation.at);
    if (read_value(operation) || read_transfer(operation) || read_task(operation) ||
        read_register(operation) || read_control(operation) || read_setup(operation))
        return;
    if (operation.is("return") || operation.is("func.return") || operation.is("aie.end")) return;
    if (operation.is("aiex.npu.preempt"))
        return draft_.safe(operation.at, std::string{operation.name});
    if (std::ranges::find(kReconfiguration, operation.name) != kReconfiguration.end())
        return refuse_reconfiguration(operation);
    // What it gives may be needed by any operation behind it.
    if (operation.is("func.call"))
        draft_.text.fail(operation.at,
                         fmt::format("the runtime sequence calls '{}', but only cores can call "
                                     "functions. Write the body of the function instead",
                                     fields(operation).symbol("callee")));
    if (!read_declared_trace(draft_, operation))
        draft_.unsupported(
            operation.at,
            fmt::format("{} is not supported in the runtime sequence. Give design.instructions, "
                        "the stream that aiecc makes of it, or lower it with aie-opt",
                        operation.name));
}

void StreamBuilder::refuse_reconfiguration(const ir::Operation& operation) {
    draft_.unsupported(
        operation.at,
        fmt::format("{}: reconfiguration during the run is not supported. Use aiex.configure at "
                    "the top of the sequence, or choose one device with design.aie_device",
                    operation.name));
}

/// Constants, and parts of arguments.
bool StreamBuilder::read_value(const ir::Operation& operation) {
    if (operation.is("arith.constant")) {
        if (const auto number = ir::constant_of(draft_.text, operation))
            for (const std::string_view result : operation.results)
                constants_[result] = *number;
        return true;
    }
    if (operation.is("memref.get_global")) {
        const ir::Fields read = fields(operation);
        for (const std::string_view result : operation.results)
            data_[result] = read.token("name").text;
        return true;
    }
    if (operation.is("memref.assume_alignment")) {
        const auto values = ir::values_in(draft_.text, operation.rest);
        const auto known = values.empty() ? views_.end() : views_.find(values.front());
        if (known == views_.end()) return true;
        const HostView same = known->second;
        for (const std::string_view result : operation.results)
            views_[result] = same;
        return true;
    }
    if (operation.is("memref.subview")) {
        read_subview(operation);
        return true;
    }
    if (operation.is("memref.cast") || operation.is("memref.collapse_shape") ||
        operation.is("memref.expand_shape")) {
        read_reshape(operation);
        return true;
    }
    if (!operation.is("memref.reinterpret_cast")) return false;
    const ir::Fields read = fields(operation);
    HostView part = view(read, "source");
    const auto offset =
        ir::integer_at(draft_.text, inside(draft_.text, read.range("static_offsets")), &constants_);
    if (!offset) read.fail("static_offsets", "is not a number that is known before the run");
    if (*offset < 0 || *offset > kMaxElements)
        read.fail("static_offsets", fmt::format("is {}; allowed: 0 to {}", *offset, kMaxElements));
    part.offset += part.type.bytes_of(*offset);
    for (const std::string_view result : operation.results)
        views_[result] = part;
    return true;
}

const HostView& StreamBuilder::view(const ir::Fields& fields, std::string_view name) const {
    const auto found = views_.find(fields.value(name));
    if (found == views_.end()) fields.fail(name, "is not an argument of the runtime sequence");
    return found->second;
}

bool StreamBuilder::read_transfer(const ir::Operation& operation) {
    if (operation.is("aiex.npu.dma_memcpy_nd")) {
        read_memcpy(operation);
    } else if (operation.is("aiex.npu.dma_wait")) {
        const Allocation& wait = draft_.allocation(fields(operation), "symbol");
        await(operation.at, {wait.shim, wait.direction, wait.channel});
    } else {
        return false;
    }
    return true;
}

namespace {

constexpr std::size_t kTransferSteps = 4;

/// "[0, 0, 0, 8192]", of `least` or more, and padded with it in front to four. `shifted`: of three
/// the innermost one is missing, and is 1 (the strides of 2024).
std::array<std::int64_t, kTransferSteps> four_of(const Draft& draft, const ir::Fields& fields,
                                                 std::string_view name, std::int64_t least,
                                                 const ir::Constants& constants, bool shifted) {
    std::array<std::int64_t, kTransferSteps> numbers{};
    numbers.fill(least);
    const std::vector<ir::Range> pieces = split(draft.text, inside(draft.text, fields.range(name)));
    if (pieces.size() > kTransferSteps)
        fields.fail(name,
                    fmt::format("has {} numbers; allowed: {}", pieces.size(), kTransferSteps));
    const bool left_out = shifted && pieces.size() == kTransferSteps - 1;
    const std::size_t first = left_out ? 0 : kTransferSteps - pieces.size();
    if (left_out) numbers.back() = 1;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto number = ir::integer_at(draft.text, pieces[i], &constants);
        if (!number) fields.fail(name, "holds what is not a number that is known before the run");
        if (*number < least || *number > kMaxElements)
            fields.fail(name,
                        fmt::format("holds {}; allowed: {} to {}", *number, least, kMaxElements));
        numbers[first + i] = *number;
    }
    return numbers;
}

/// The generic form has its numbers in one array of attributes, without brackets of a list.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kStatic{
    {{"offsets", "static_offsets"}, {"sizes", "static_sizes"}, {"strides", "static_strides"}}};

}  // namespace

void StreamBuilder::read_memcpy(const ir::Operation& operation) {
    ir::Fields read = fields(operation);
    for (const auto& [name, generic] : kStatic)
        if (const auto range = read.find(generic)) {
            // "array<i64: 0, 0, 0, 0>"
            ir::Range numbers = *range;
            while (!numbers.empty() && !draft_.text[numbers.begin].is(":"))
                ++numbers.begin;
            ++numbers.begin;
            while (!numbers.empty() && draft_.text[numbers.end - 1].is(">"))
                --numbers.end;
            read.add(name, numbers);
        }
    leave_out_unused(read);
    const HostView& host = view(read, "memref");
    const Allocation& to = draft_.allocation(read, "metadata");
    const auto offsets = four_of(draft_, read, "offsets", 0, constants_, false);
    const auto sizes = four_of(draft_, read, "sizes", 1, constants_, false);
    const auto strides = four_of(draft_, read, "strides", 0, constants_, true);
    Walk walk;
    walk.length = 1;
    walk.splits = true;
    for (std::size_t i = 0; i < kTransferSteps; ++i)
        walk.offset =
            base::saturating_add(walk.offset, base::saturating_multiply(offsets[i], strides[i]));
    for (std::size_t i = kTransferSteps; i-- > 1;) {
        walk.steps.push_back({sizes[i], strides[i]});
        walk.length = base::saturating_multiply(walk.length, sizes[i]);
    }
    schedule::Bd bd;
    bd.origin = operation.at;
    set_walk(bd, walk, host.type, draft_.device.shim_tile.dma.bd, draft_.text, operation.at);
    if (sizes[0] > 1 && strides[0] > 0)
        bd.iteration = {static_cast<int>(std::min<std::int64_t>(sizes[0], kMaxCount)),
                        host.type.bytes_of(strides[0])};
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
    write_bd(operation.at, to.shim, bd, host);
    // mlir-aie lets every transfer to the host give a token (AIEDmaToNpu).
    const bool token = to.direction == Direction::S2MM || read.flag("issue_token");
    start(operation.at, {to.shim, to.direction, to.channel}, bd.id,
          static_cast<int>(std::clamp<std::int64_t>(sizes[0] - 1, 0, kMaxCount)), token);
}

void StreamBuilder::write_bd(base::Position at, TileId shim, const schedule::Bd& bd,
                             const HostView& view) {
    const std::string name = fmt::format("BD {} of shim {}", bd.id, to_string(shim));
    txn::BdWords words{};
    try {
        words = txn::words_of(bd, shim, draft_.device, name);
    } catch (const base::InputError& error) {
        draft_.text.fail(at, error.what());
    }
    txn::Register first = txn::bd_register(shim, bd.id, arch::TileKind::Shim);
    add(at, txn::BlockWrite{first, {words.begin(), words.end()}});
    first.offset += txn::kBdAddress;
    const std::int64_t plus = (bd.offset + view.offset).count();
    if (plus > kMaxWord) draft_.text.fail(at, "an offset of 4 GiB and more in a host buffer");
    add(at, txn::PatchAddress{first, static_cast<std::uint32_t>(view.argument),
                              static_cast<std::uint32_t>(plus)});
}

/// Precondition: its buffer is one of the design's.
void StreamBuilder::write_memory_bd(base::Position at, TileId tile, const schedule::Bd& bd) {
    const auto buffer = std::get<schedule::BufferRef>(bd.buffer);
    const std::string name = fmt::format("BD {} of {}", bd.id, draft_.device.name_of(tile));
    try {
        add(at, txn::BlockWrite{txn::bd_register(tile, bd.id, draft_.device.kind(tile)),
                                txn::memory_words_of(
                                    bd, tile, {buffer.tile, draft_.at(buffer).address + bd.offset},
                                    draft_.device, name)});
    } catch (const base::InputError& error) {
        draft_.text.fail(at, error.what());
    }
}

void StreamBuilder::start(base::Position at, const txn::Channel& channel, int bd, int repeat,
                          bool token) {
    const int depth = draft_.device.model(channel.tile).dma.task_queue_depth;
    if (queues_.push(channel, depth, token))
        add(at, txn::MaskPoll{txn::status_register(channel, draft_.device.kind(channel.tile)), 0,
                              txn::kQueueIsFull});
    push(at, channel, bd, repeat, token);
}

void StreamBuilder::push(base::Position at, const txn::Channel& channel, int bd, int repeat,
                         bool token) {
    if (repeat > txn::kQueueRepeat.max())
        draft_.text.fail(at, fmt::format("a task that is repeated {} times; allowed: 0 to {}",
                                         repeat, txn::kQueueRepeat.max()));
    const arch::TileKind kind = draft_.device.kind(channel.tile);
    if (token)
        add(at, txn::MaskWrite{txn::control_register(channel, kind), txn::kTileController,
                               txn::kControllerMask});
    const std::uint32_t task = (token ? 1U : 0U) << txn::kQueueToken.lsb |
                               static_cast<std::uint32_t>(repeat) << txn::kQueueRepeat.lsb |
                               static_cast<std::uint32_t>(bd) << txn::kQueueBd.lsb;
    add(at, txn::Write{txn::queue_register(channel, kind), task});
}

void StreamBuilder::await(base::Position at, const txn::Channel& channel) {
    queues_.await(channel);
    add(at, txn::AwaitTokens{channel.tile, channel.direction, channel.number, 1, 1});
}

}  // namespace xdnasim::design
