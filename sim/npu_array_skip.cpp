// What a run shows of itself so that repeats can be skipped.

#include <algorithm>
#include <set>

#include "sim/mixed_bits.hpp"
#include "sim/npu_array.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::sim {

namespace {

/// The BDs that the runtime sequence writes.
struct WrittenBds {
    std::set<arch::TileId> tiles;  ///< tiles with such BDs
    bool chains = false;           ///< one of the BDs names a next one
};

WrittenBds written_by(const std::vector<schedule::SequenceOp>& sequence) {
    WrittenBds written;
    schedule::for_each_operation<schedule::WriteBd>(sequence, [&](const schedule::WriteBd& write) {
        written.tiles.insert(write.tile);
        written.chains = written.chains || write.bd.next.has_value();
    });
    return written;
}

bool takes_out_of_order(const schedule::Schedule& schedule) {
    return std::ranges::any_of(schedule.tiles, [](const schedule::TileProgram& program) {
        return std::ranges::any_of(program.channels, &schedule::Channel::out_of_order);
    });
}

}  // namespace

/// Skips nothing in runs with parts that cannot be shown to a visitor.
void NpuArray::look_for_recurrence() {
    if (in_full_ || memory_ || trace_ || !control_ports_.empty() || takes_out_of_order(schedule_))
        return;
    const WrittenBds written = written_by(schedule_.sequence);
    if (written.chains) return;
    for (const auto& [id, tile] : tiles_) {
        if (written.tiles.contains(id))
            tile->dma().bds().number_anew();
        else if (!environment_.device.reaches_host(id))
            tile->dma().bds().find_alike();
    }
    if (tolerance_ && pl_ports_.empty() && !schedule_.sequence.empty()) {
        // A stretch whose accesses' costs differ by more than this is of another kind.
        constexpr double kMostApart = 0.25;
        approximation_ = std::make_unique<Approximation>(
            environment_, views(), Retrace{*command_processor_, dram_, kMostApart}, *tolerance_);
    }
    on_round([this](Round round) { look_soon(round); });
}

/// Where nothing nearly repeats, something within a round may still repeat exactly.
void NpuArray::look_soon(Round round) {
    const bool approximates = approximation_ && !approximation_->has_given_up();
    if (approximates) return approximation_->look_soon(round);
    if (!recurrence_)
        recurrence_ = std::make_unique<Recurrence>(environment_, views(),
                                                   Retrace{*command_processor_, dram_});
    recurrence_->look_soon(round);
}

void NpuArray::on_round(std::function<void(Round)> look_soon) {
    if (VliwCore* const core = looking_core()) return core->on_round(std::move(look_soon));
    command_processor_->on_token([look = std::move(look_soon)] { look(Round::Outermost); });
}

/// The first core with a program; nullptr if there is none.
VliwCore* NpuArray::looking_core() const {
    for (const schedule::TileProgram& program : schedule_.tiles)
        if (!program.core.empty()) return &cores_.at(program.tile)->core();
    return nullptr;
}

Views NpuArray::views() {
    Views views;
    const auto add = [&](auto& part) {
        views.parts.emplace_back([&part](StateVisitor& visitor) { part.visit_state(visitor); });
    };
    for (const auto& [id, tile] : tiles_) {
        add(tile->locks());
        add(tile->dma());
    }
    for (const auto& [id, core] : cores_)
        add(core->core());
    for (const auto& cascade : cascades_)
        add(*cascade);
    for (const auto& port : pl_ports_)
        add(*port);
    for (const auto& stream : streams_)
        add(*stream);
    add(*command_processor_);
    add(dram_);
    add(environment_.calendar);
    for (AddingListener* const listener : totals_)
        add(*listener);
    views.parts.emplace_back([this](StateVisitor& visitor) {
        visitor.fixed(parts_awaited_);
        visitor.fixed(sequence_awaited_);
        visitor.moment(end_);
    });
    views.totals = [this](TotalsVisitor& visitor) {
        command_processor_->visit_totals(visitor);
        dram_.visit_totals(visitor);
        for (const auto& cascade : cascades_)
            cascade->visit_totals(visitor);
        for (AddingListener* const listener : totals_)
            listener->visit_totals(visitor);
    };
    views.position = [this] {
        const std::uint64_t of_sequence = command_processor_->position().signature();
        const VliwCore* const core = looking_core();
        return core == nullptr ? of_sequence : combined(of_sequence, core->signature());
    };
    views.leads = [this] {
        const VliwCore* const core = looking_core();
        return core == nullptr ? command_processor_->leads() : core->leads();
    };
    views.share_done = [this] { return command_processor_->share_done(); };
    return views;
}

}  // namespace xdnasim::sim
