#include "sim/repeats/retrace.hpp"

#include <algorithm>
#include <cmath>

#include "sim/buffer_descriptors.hpp"
#include "sim/pl_port.hpp"

namespace xdnasim::sim {

namespace {

/// The largest difference between numbers at the same place, as a share of the larger one. None is
/// negative.
double largest_difference(const std::vector<double>& some, const std::vector<double>& others) {
    double largest = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
        const double more = std::max(some[i], others[i]);
        if (more > 0) largest = std::max(largest, std::abs(some[i] - others[i]) / more);
    }
    return largest;
}

}  // namespace

bool Retrace::replay(const std::vector<OutsideStep>& steps, const SequencePosition& end,
                     CompareCosts costs) {
    compare_costs_ = costs;
    position_ = processor_.position();
    written_.clear();
    pushed_.clear();
    frames_.clear();
    accesses_ = dram_.accesses();
    apart_ = 0;
    compared_ = 0;
    const bool come = std::ranges::all_of(steps, [this](const OutsideStep& step) {
        return std::visit([this](const auto& some) { return replay(some); }, step);
    });
    if (come && costs_apart() <= tolerance_ && position_.is_like(end)) return true;
    give_up();
    return false;
}

void Retrace::give_up() {
    dram_.pages().forget(met_);
    met_.clear();
}

bool Retrace::replay(const OperationRan& ran) {
    if (position_.current() != ran.operation) return false;
    std::visit([this](const auto& op) { run(op); }, ran.operation->op);
    return true;
}

void Retrace::run(const schedule::WriteBd& op) {
    const auto id = static_cast<int>(op.id.at(position_.indices()));
    BdTable& bds = processor_.dma(op.tile).bds();
    const arch::Bytes offset{op.offset.at(position_.indices())};
    Written* const before = find(bds, id);
    const int iteration =
        iteration_after(op, before != nullptr ? before->iteration : bds.iteration(id));
    const Written now{&bds, id, &op, offset, iteration};
    if (before != nullptr)
        *before = now;
    else
        written_.push_back(now);
    position_.go_on();
}

void Retrace::run(const schedule::PushTask& op) {
    pushed_.push_back({processor_.dma(op.tile).channel(op.direction, op.channel),
                       static_cast<int>(op.bd.at(position_.indices()))});
    position_.go_on();
}

Retrace::Written* Retrace::find(const BdTable& bds, int id) {
    const auto found = std::ranges::find_if(
        written_, [&](const Written& of) { return of.bds == &bds && of.id == id; });
    return found != written_.end() ? &*found : nullptr;
}

Retrace::Written& Retrace::written(BdTable& bds, int id) {
    if (Written* const before = find(bds, id)) return *before;
    return written_.emplace_back(Written{&bds, id, nullptr, bds.bd(id).offset, bds.iteration(id)});
}

int Retrace::pushed(const DmaChannel& channel, std::size_t back) const {
    const auto found = std::find_if(pushed_.rbegin(), pushed_.rend(), [&](const Pushed& of) {
        return of.channel == &channel && back-- == 0;
    });
    return found != pushed_.rend() ? found->bd : channel.pushed(back);
}

bool Retrace::replay(const BdStarted& started) {
    BdTable& bds = started.channel->bds();
    const int id = bds.numbered_anew() ? pushed(*started.channel, started.back) : started.bd;
    Written& at = written(bds, id);
    const schedule::Bd& bd = at.by != nullptr ? at.by->bd : bds.bd(id);
    const arch::Bytes offset = next_offset(bd, at.offset, at.iteration);
    dram_.walk(accesses_[started.channel->memory()->number()], bd, offset, &met_);
    return true;
}

bool Retrace::replay(const CostsTaken& taken) {
    switch (compare_costs_) {
        case CompareCosts::ByLikeness:
            return dram_.cost_alike(taken.accesses, accesses_);
        case CompareCosts::Computed:
            break;
    }
    const std::vector<double> costs = dram_.costs_of(accesses_);
    if (tolerance_ == 0) return costs == taken.costs;
    apart_ += largest_difference(costs, taken.costs);
    ++compared_;
    return true;
}

bool Retrace::replay(const FrameMoved& moved) {
    const auto before = std::ranges::count(frames_, moved.port, &FrameMoved::port);
    frames_.push_back(moved);
    return moved.port->agrees(moved, before);
}

void Retrace::take() {
    met_.clear();
    for (const FrameMoved& of : frames_)
        of.port->take(of);
    for (const Written& of : written_) {
        if (of.by != nullptr) {
            schedule::Bd bd = of.by->bd;
            bd.id = of.id;
            bd.offset = of.offset;
            of.bds->write(bd, of.by);
        }
        of.bds->set_iteration(of.id, of.iteration);
    }
    for (const Pushed& of : pushed_)
        of.channel->note_push(of.bd);
    dram_.set_accesses(accesses_);
    processor_.set_position(position_);
}

}  // namespace xdnasim::sim
