// The run of an array: which ends it waits for, its events, and the explanation of a deadlock.

#include <algorithm>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/stop_request.hpp"
#include "sim/deadlock.hpp"
#include "sim/npu_array.hpp"
#include "workloads/schedule/operations.hpp"
#include "workloads/schedule/relaxation.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::sim {

using arch::Cycles;

namespace {

/// Whether the operation serves only the trace units.
bool is_of_trace(const schedule::SequenceOp& operation, const schedule::Trace& trace) {
    const std::vector<schedule::TraceSink> sinks = trace.sinks();
    if (const auto* write = std::get_if<schedule::WriteBd>(&operation.op)) {
        const auto* buffer = std::get_if<schedule::HostBufferRef>(&write->bd.buffer);
        return buffer != nullptr &&
               std::ranges::find(sinks, *buffer, &schedule::TraceSink::buffer) != sinks.end();
    }
    if (const auto* push = std::get_if<schedule::PushTask>(&operation.op))
        return push->direction == arch::Direction::S2MM &&
               std::ranges::any_of(sinks, [&](const schedule::TraceSink& sink) {
                   return push->tile == sink.shim && push->channel == sink.channel;
               });
    return std::holds_alternative<schedule::SignalTrace>(operation.op);
}

/// Whether the runtime sequence moves data. If it does not, its end is not the end of the run.
bool sequence_moves_data(const schedule::Schedule& schedule) {
    if (!schedule.trace) return !schedule.sequence.empty();
    return !std::ranges::all_of(schedule.sequence, [&](const schedule::SequenceOp& operation) {
        return is_of_trace(operation, *schedule.trace);
    });
}

}  // namespace

void NpuArray::await_ends() {
    const auto await_part = [this](auto& part) {
        ++parts_awaited_;
        part.on_end([this](const Moment& moment) { part_ended(moment); });
    };
    for (const auto& port : pl_ports_)
        await_part(*port);
    const bool moves_data = sequence_moves_data(schedule_);
    if (!moves_data && parts_awaited_ == 0)
        for (const schedule::TileProgram& program : schedule_.tiles)
            if (!program.core.empty() && schedule::ends(program.core))
                await_part(cores_.at(program.tile)->core());
    sequence_awaited_ = moves_data || trace_ != nullptr || parts_awaited_ == 0;
    if (!sequence_awaited_) return;
    command_processor_->on_end([this](const Moment& moment) {
        sequence_awaited_ = false;
        ended(moment);
    });
    if (parts_awaited_ > 0) command_processor_->hold_trace_stop();
    // The PL begins when the host starts it, which is after the trace has been set up.
    if (trace_ && !pl_ports_.empty())
        command_processor_->take_no_time_for([this](const schedule::SequenceOp& operation) {
            return is_of_trace(operation, *schedule_.trace);
        });
}

void NpuArray::part_ended(const Moment& moment) {
    if (--parts_awaited_ == 0) command_processor_->go_on_to_stop_trace(moment);
    ended(moment);
}

void NpuArray::ended(const Moment& moment) {
    end_.follow(moment);
    if (has_ended()) sc_core::sc_stop();
}

namespace {

/// Runs until no event is left or the run has stopped, in steps of some 10 us of simulated time
/// between which it may be called off.
void run_events() {
    const sc_core::sc_time stretch{10, sc_core::SC_US};
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    while (sc_core::sc_is_running() && sc_core::sc_pending_activity()) {
        base::stop_if_called_off();
        const sc_core::sc_time idle = sc_core::sc_time_to_pending_activity();
        const sc_core::sc_time left = sc_core::sc_max_time() - sc_core::sc_time_stamp();
        sc_core::sc_start(left - idle < stretch ? left : idle + stretch,
                          sc_core::SC_EXIT_ON_STARVATION);
    }
}

}  // namespace

Cycles NpuArray::run() {
    look_for_recurrence();
    for (const auto& [tile, core] : cores_)
        core->core().compute_ahead();
    for (const auto& [id, tile] : tiles_)
        tile->start();
    for (const auto& port : pl_ports_)
        port->start();
    for (const auto& [tile, port] : control_ports_)
        port->start();
    try {
        run_events();
    } catch (const sc_core::sc_report& report) {
        // SystemC passes on only the text of an exception that a process has thrown.
        if (std::string_view{report.what()}.find("std::bad_alloc") != std::string_view::npos)
            throw std::bad_alloc{};
        throw base::Error{base::ExitCode::CheckFailed,
                          fmt::format("the simulation kernel failed: {}", report.what())};
    }
    const Fault& fault = environment_.fault;
    if (fault.exception()) std::rethrow_exception(fault.exception());
    if (fault.message())
        throw base::Error{base::ExitCode::Deadlock,
                          *fault.message() + schedule_.place(fault.origin())};
    if (!has_ended()) throw base::DeadlockError{explain_deadlock()};
    for (const auto& [tile, core] : cores_)
        core->core().finish(end_.cycle);
    if (trace_) trace_words_ = trace_->finish();
    return environment_.of_run(end_.cycle);
}

void NpuArray::tell_unended(events::Listener& listener) const {
    for (const auto& [id, tile] : tiles_)
        for (const DmaChannel* const channel : tile->dma().channels())
            if (channel->running()) listener.on(channel->present());
    const Cycles now = environment_.clock.now();
    for (const auto& stream : streams_)
        for (const auto& [state, flow, since, moved] : stream->present()) {
            if (state == Stream::State::Moving) {
                listener.on(events::StreamSegment{stream->number(), *flow, since, now, moved});
                continue;
            }
            const bool starved = state == Stream::State::Starved;
            listener.on(events::StreamStall{stream->number(), flow,
                                            starved ? events::StreamStallCause::Starved
                                                    : events::StreamStallCause::Backpressure,
                                            since, now});
        }
}

std::vector<NpuArray::UnendedWrites> NpuArray::unended_writes() const {
    std::vector<UnendedWrites> found;
    for (const auto& [id, tile] : tiles_) {
        if (!environment_.device.reaches_host(id)) continue;
        for (const DmaChannel* const channel : tile->dma().channels()) {
            if (channel->direction() != arch::Direction::S2MM) continue;
            const arch::Bytes left = channel->left().value_or(arch::Bytes{});
            if (left > arch::Bytes{}) found.push_back({id, channel->number(), left});
        }
    }
    return found;
}

Leads NpuArray::leads() const {
    Leads leads = end_.leads;
    const auto end = static_cast<double>(environment_.of_run(end_.cycle).count());
    for (const schedule::Limit limit : schedule::kLimits) {
        const bool memory = limit == schedule::Limit::Dram;
        const double traffic = dram_.min_time() / (memory ? schedule::kRelaxation : 1);
        leads[limit] = std::clamp(leads[limit], 0.0, std::max(end - traffic, 0.0));
    }
    return leads;
}

namespace {

/// Lines, for the message of a deadlock, about what is not simulated and may be waited for.
std::string left_out(const schedule::Schedule& schedule) {
    std::string text;
    if (schedule.workload == nullptr) return text;
    for (const schedule::Line& line : schedule.workload->summary())
        if (line.effect != schedule::Line::Effect::None)
            text += fmt::format(
                "\n  {}, which {} the result: {}", line.label,
                line.effect == schedule::Line::Effect::Some ? "changes" : "may change", line.text);
    return text;
}

/// The cores without a program. Where something is not simulated, it may be their programs, so that
/// nothing can be said about the balance of their locks.
std::set<arch::TileId> cores_without_program(const schedule::Schedule& schedule,
                                             const arch::Device& device) {
    std::set<arch::TileId> cores;
    for (const schedule::TileProgram& program : schedule.tiles)
        if (program.core.empty() && device.kind(program.tile) == arch::TileKind::CompTile)
            cores.insert(program.tile);
    return cores;
}

}  // namespace

std::vector<Waiting> NpuArray::waiting() const {
    std::vector<Waiting> found;
    for (const auto& [id, tile] : tiles_)
        for (Waiting& wait : tile->waiting())
            found.push_back(std::move(wait));
    for (const auto& port : pl_ports_)
        if (auto wait = port->waiting()) found.push_back(*std::move(wait));
    for (const auto& [tile, port] : control_ports_)
        if (auto wait = port->waiting()) found.push_back(*std::move(wait));
    return found;
}

std::set<arch::TileId> NpuArray::ended_cores() const {
    std::set<arch::TileId> ended;
    for (const auto& [tile, core] : cores_)
        if (core->core().has_ended()) ended.insert(tile);
    return ended;
}

std::string NpuArray::explain_deadlock() const {
    const std::string parts =
        pl_ports_.empty()
            ? fmt::format("no runtime sequence moves data, and {} {} not come to an end",
                          base::counted(parts_awaited_, "core"),
                          parts_awaited_ == 1 ? "has" : "have")
            : fmt::format("{} to the programmable logic {} not moved all data",
                          base::counted(parts_awaited_, "port"),
                          parts_awaited_ == 1 ? "has" : "have");
    const std::string awaited =
        sequence_moves_data(schedule_)
            ? command_processor_->describe() + schedule_.place(command_processor_->awaits_at())
            : parts;
    std::string text =
        describe_deadlock(schedule_, environment_.run_time(), awaited, waiting(), ended_cores());
    const std::string lost = left_out(schedule_);
    text += lost;
    const std::set<arch::TileId> unknown =
        lost.empty() ? std::set<arch::TileId>{}
                     : cores_without_program(schedule_, environment_.device);
    for (const schedule::Breach& breach : validate(schedule_, environment_.device)) {
        const bool is_known = !breach.tile || !unknown.contains(*breach.tile);
        if (breach.kind == schedule::BreachKind::Balance && is_known)
            text += fmt::format("\n  note: {} {}", breach.where, breach.what);
    }
    if (!trace_ || !trace_->buffer_full()) return text;
    return "the trace's buffer is full, and its packets block all that shares streams with them; "
           "allowed: a larger trace.buffer_bytes, or fewer events\n" +
           text;
}

}  // namespace xdnasim::sim
