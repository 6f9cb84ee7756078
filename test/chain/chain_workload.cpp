#include "test/chain/chain_workload.hpp"

#include <cstring>
#include <random>

#include <fmt/format.h>

#include "base/parameters/table.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::chain {
namespace {

using arch::Bytes;
using arch::Direction;
using arch::TileId;
using parameters::Whole;
using schedule::as_double;
using schedule::BufferRef;
using schedule::HostBufferRef;
using schedule::LockRole;

constexpr int kColumn = 0;
constexpr int kDepth = 2;  ///< number of input buffers, and of output buffers, in a core
constexpr HostBufferRef kIn{0};
constexpr HostBufferRef kOut{1};
constexpr schedule::KernelRef kAddOne{0};

enum Lock : int { kInEmpty, kInFull, kOutEmpty, kOutFull };

parameters::Table<ChainDesign> table_of(const arch::Device& device) {
    parameters::Table<ChainDesign> table;
    table
        .required(
            "cores", Whole{1, device.core_rows()}, {"cores", "each adds 1"},
            [](auto& design) -> auto& { return design.cores; })
        .required(
            "object_bytes", Whole{4, 4096}, {"bytes", "of what a core takes at a time"},
            [](auto& design) -> auto& { return design.object; })
        .check([](const base::Node& bytes, const ChainDesign& design) {
            if (design.object % arch::kWord != Bytes{})
                bytes.fail(fmt::format("'{}' is not a multiple of {}, the bytes of a word",
                                       bytes.text(), arch::kWord.count()));
        })
        .required(
            "objects", Whole{1, 100'000}, {"", "in all"},
            [](auto& design) -> auto& { return design.objects; });
    return table;
}

TileId core_number(const arch::Device& device, int number) {
    return {kColumn, device.first_core_row() + number};
}

std::vector<BufferRef> objects_from(TileId tile, int first) {
    return {{tile, first}, {tile, first + 1}};
}

/// The core's endless loop. Each round takes one object per input buffer and makes one per output
/// buffer, so that all buffers take turns.
schedule::CoreBody body_of(TileId tile, Bytes object) {
    schedule::CoreBody round;
    for (int turn = 0; turn < kDepth; ++turn) {
        const BufferRef in{tile, turn};
        const BufferRef out{tile, kDepth + turn};
        round.push_back({schedule::Acquire{{tile, kInFull}}});
        round.push_back({schedule::Acquire{{tile, kOutEmpty}}});
        round.push_back({schedule::Call{kAddOne, {{in, Bytes{}, object}, {out, Bytes{}, object}}}});
        round.push_back({schedule::Release{{tile, kInEmpty}}});
        round.push_back({schedule::Release{{tile, kOutFull}}});
    }
    return {{schedule::Loop{std::nullopt, std::move(round)}}};
}

schedule::TileProgram core_program(const arch::Device& device, TileId tile, Bytes object) {
    schedule::TileProgram program;
    program.tile = tile;
    program.stack = device.core_stack;
    Bytes next = device.core_stack;
    for (const char* name : {"in0", "in1", "out0", "out1"}) {
        program.buffers.push_back({name, next, object});
        next += object;
    }
    program.locks = {{kInEmpty, "in empty", kDepth, LockRole::Free},
                     {kInFull, "in full", 0, LockRole::Filled},
                     {kOutEmpty, "out empty", kDepth, LockRole::Free},
                     {kOutFull, "out full", 0, LockRole::Filled}};
    run_ring(
        program, Direction::S2MM, 0,
        schedule::ring(0, objects_from(tile, 0), object, {}, {tile, kInEmpty}, {tile, kInFull}));
    run_ring(program, Direction::MM2S, 0,
             schedule::ring(kDepth, objects_from(tile, kDepth), object, {}, {tile, kOutFull},
                            {tile, kOutEmpty}));
    program.core = body_of(tile, object);
    return program;
}

schedule::Flow flow(std::string name, TileId from, TileId to) {
    return {std::move(name),
            dma_port(from, Direction::MM2S, 0),
            {dma_port(to, Direction::S2MM, 0)},
            schedule::FlowMode::Circuit,
            0};
}

std::vector<schedule::SequenceOp> sequence_of(TileId shim, Bytes size) {
    std::vector<schedule::SequenceOp> sequence;
    for (const HostBufferRef buffer : {kOut, kIn}) {
        const bool comes_back = buffer == kOut;
        schedule::Bd bd;
        bd.buffer = buffer;
        bd.length = size;
        sequence.push_back({schedule::WriteBd{
            .tile = shim, .bd = std::move(bd), .id = {buffer.index, {}}, .offset = {0, {}}}});
        sequence.push_back(
            {schedule::PushTask{.tile = shim,
                                .direction = comes_back ? Direction::S2MM : Direction::MM2S,
                                .channel = 0,
                                .bd = {buffer.index, {}},
                                .repeat = 0,
                                .token = comes_back}});
    }
    sequence.push_back(
        {schedule::AwaitToken{.tile = shim, .direction = Direction::S2MM, .channel = 0}});
    return sequence;
}

std::vector<std::int32_t> words_of(const std::vector<std::byte>& bytes) {
    std::vector<std::int32_t> words(bytes.size() / sizeof(std::int32_t));
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
}

}  // namespace

schedule::Schedule ChainWorkload::map(const arch::Device& device) const {
    const TileId shim = device.shim_at(kColumn);
    schedule::Schedule schedule;
    schedule.kernels = {{"add_one", kernels::AddOne{design_.object, arch::DataType::Int32}, {}}};
    schedule.tiles.emplace_back().tile = shim;
    TileId last = shim;
    for (int number = 0; number < design_.cores; ++number) {
        const TileId core = core_number(device, number);
        schedule.tiles.push_back(core_program(device, core, design_.object));
        schedule.flows.push_back(flow(fmt::format("into core {}", number), last, core));
        last = core;
    }
    schedule.flows.push_back(flow("back", last, shim));
    schedule.host_buffers = {{"in", design_.size()}, {"out", design_.size()}};
    schedule.sequence = sequence_of(shim, design_.size());
    return schedule;
}

parameters::Values ChainWorkload::parameters() const {
    return table_of(arch::Device{}).values(design_);
}

std::vector<schedule::Line> ChainWorkload::summary() const {
    return {{"chain", fmt::format("{} objects of {} bytes through {} cores", design_.objects,
                                  design_.object.count(), design_.cores)}};
}

std::string ChainWorkload::array_text() const {
    return fmt::format("{} cores", design_.cores);
}

schedule::Work ChainWorkload::work() const {
    return {
        .moved = design_.size() * std::int64_t{2}, .results = design_.size(), .kernel = kAddOne};
}

std::vector<schedule::BufferContent> ChainWorkload::buffers() const {
    using enum schedule::BufferRole;
    const std::vector<std::int64_t> shape{design_.size() / arch::kWord};
    return {{kIn, Input, "int32", shape}, {kOut, Output, "int32", shape}};
}

void ChainWorkload::fill(schedule::HostMemory& host, std::uint64_t seed) const {
    std::mt19937_64 random{seed};
    std::vector<std::byte>& in = at(host, kIn);
    for (std::size_t i = 0; i < in.size(); i += sizeof(std::int32_t)) {
        const auto word = static_cast<std::int32_t>(random() % 1000);
        std::memcpy(in.data() + i, &word, sizeof word);
    }
}

schedule::Verification ChainWorkload::check(schedule::HostMemory& host,
                                            const schedule::DataRun& run) const {
    run(host, nullptr);
    const std::vector<std::int32_t> in = words_of(at(host, kIn));
    const std::vector<std::int32_t> out = words_of(at(host, kOut));
    for (std::size_t i = 0; i < in.size(); ++i)
        if (out[i] != in[i] + design_.cores)
            return {false, fmt::format("word {}: {} became {}", i, in[i], out[i])};
    return {true, fmt::format("all {} words are {} more", in.size(), design_.cores)};
}

schedule::Estimate ChainWorkload::estimate(const schedule::Schedule& schedule,
                                           const arch::Device& device,
                                           const schedule::KernelCycles& cycles) const {
    const schedule::CoreRound round = core_round(*schedule.find(core_number(device, 0))).value();
    const double locks = as_double(round.lock_operations()) / as_double(round.all_calls());
    const double call =
        as_double(cycles(*schedule.kernel(kAddOne)) + device.timing.call_overhead()) +
        locks * as_double(device.timing.core_lock_op);
    const double moved = schedule::cycles_to_move(design_.object, schedule::channel_rate(device));
    schedule::Estimate estimate;
    estimate.read = estimate.written = design_.size();
    estimate.calls = design_.objects * design_.cores;
    estimate.terms =
        schedule::memory_terms({estimate.read, estimate.written, estimate.read}, device);
    estimate.terms.push_back({schedule::Limit::Compute, as_double(design_.objects) * call});
    estimate.prologue =
        schedule::command_cycles(device, 2) + schedule::read_latency_cycles(device) +
        static_cast<double>(design_.cores) * moved + static_cast<double>(design_.cores - 1) * call;
    estimate.epilogue = moved + schedule::completion_cycles(device);
    return estimate;
}

std::shared_ptr<const schedule::Workload> read_chain(const base::Node& section,
                                                     const arch::Device& device) {
    ChainDesign design;
    table_of(device).read(section, "chain", design);
    return std::make_shared<ChainWorkload>(design);
}

std::vector<parameters::Description> describe_chain(const arch::Device& device) {
    return table_of(device).descriptions();
}

}  // namespace xdnasim::chain
