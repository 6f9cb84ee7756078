#include "workloads/design/sequence/stream_builder.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "backends/txn/memory_bd.hpp"
#include "base/error.hpp"
#include "workloads/design/sequence/declared_trace.hpp"

namespace xdnasim::design {
namespace {

using arch::TileId;

constexpr std::array<std::string_view, 3> kReconfiguration{"aiex.configure", "aiex.run",
                                                           "aiex.npu.load_pdi"};
/// Operations with values that the host gives during the run.
constexpr std::array<std::string_view, 4> kScratchpad{
    "aiex.npu.create_scratchpad", "aiex.npu.update_from_scratchpad",
    "aiex.read_scratchpad_parameter", "aiex.sync_scratchpad_parameters_from_host"};

}  // namespace

void StreamBuilder::read(const ir::Region& body) {
    bodies_.push_back(&body);
    for (const ir::Operation* constant : draft_.device_constants)
        read_number(*constant);
    for (const ir::Block& block : body.blocks)
        for (const ir::Operation& operation : block.operations)
            read_operation(operation);
    start_the_rest();
}

txn::Stream StreamBuilder::take_stream() {
    if (emptied_ != nullptr) refuse_reconfiguration(*std::exchange(emptied_, nullptr));
    patch_by_argument();
    return {txn::header_for(draft_.device), std::move(operations_)};
}

void StreamBuilder::add(base::Position at, txn::Operation operation) {
    if (emptied_ != nullptr) refuse_reconfiguration(*std::exchange(emptied_, nullptr));
    // The write may start a task.
    if (std::holds_alternative<txn::Write>(operation)) patch_by_argument();
    operations_.push_back({places_.size(), std::move(operation)});
    places_.push_back(at);
}

void StreamBuilder::read_operation(const ir::Operation& operation) {
    count_step(operation.at);
    start_the_rest_before(operation);
    if (read_value(operation) || read_transfer(operation) || read_task(operation) ||
        read_register(operation) || read_control(operation) || read_setup(operation))
        return;
    if (operation.is("return") || operation.is("func.return") || operation.is("aie.end")) return;
    if (operation.is("aiex.npu.preempt"))
        return draft_.safe(operation.at, std::string{operation.name});
    if (operation.is("aiex.npu.require") || operation.is("cf.assert"))
        return read_condition(operation);
    if (std::ranges::find(kReconfiguration, operation.name) != kReconfiguration.end())
        return refuse_reconfiguration(operation);
    if (std::ranges::find(kScratchpad, operation.name) != kScratchpad.end())
        return draft_.unsupported(
            operation.at, fmt::format("{}: the host gives scratchpad parameters their values "
                                      "during the run. Put constants in their place",
                                      operation.name));
    // Any later operation may need the result.
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

/// Reads operations that give data of the design or parts of arguments.
bool StreamBuilder::read_value(const ir::Operation& operation) {
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
    if (plus > kMaxWord) draft_.text.fail(at, "an offset of 4 GiB or more in a host buffer");
    add(at, txn::PatchAddress{first, static_cast<std::uint32_t>(view.argument),
                              static_cast<std::uint32_t>(plus)});
}

/// Precondition: the BD's buffer is one of the design's.
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
    // A push repeats a task at most kMost times. The last of several pushes issues the token.
    constexpr auto kMost = static_cast<int>(txn::kQueueRepeat.max());
    for (; repeat > kMost; repeat -= kMost + 1) {
        count_step(at);
        start(at, channel, bd, kMost, false);
    }
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
    pieces_.push(channel, token);
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
    for (const int bd : pieces_.await(channel))
        bds_[channel.tile].erase(bd);
    add(at, txn::AwaitTokens{channel.tile, channel.direction, channel.number, 1, 1});
}

}  // namespace xdnasim::design
