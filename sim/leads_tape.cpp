#include "sim/leads_tape.hpp"

#include <algorithm>
#include <limits>

namespace xdnasim::sim {

using schedule::Limit;

namespace {

using Values = std::array<double, schedule::kLimits.size()>;

Values operator+(Values values, double more) {
    for (double& value : values)
        value += more;
    return values;
}

Values operator+(Values values, const Values& more) {
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += more[i];
    return values;
}

constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

void Leads::record_sum(const Leads& other) {
    if (slot_ == 0 && other.slot_ == 0) return;
    if (slot_ != 0 && other.slot_ != 0) tape_->complete_ = false;
    const bool constant = other.slot_ == 0;
    LeadsTape::Operand sum = tape_->operand(constant ? *this : other);
    sum.plus = sum.plus + (constant ? other : *this).cycles_;
    slot_ = tape_->add(sum);
}

void Leads::record_product() const {
    if (slot_ != 0) tape_->complete_ = false;
}

void Leads::record_wait(double cycles) {
    if (slot_ == 0) return;
    LeadsTape::Operand sum = tape_->operand(*this);
    sum.plus = sum.plus + cycles;
    slot_ = tape_->add(sum);
}

void Leads::record_follow(const Leads& other, double before) {
    if (slot_ == 0 && other.slot_ == 0) return;
    LeadsTape::Node node{tape_->operand(*this), tape_->operand(other)};
    node.b.plus = node.b.plus + before;
    slot_ = tape_->add(node);
}

void Leads::record_take(Limit limit, const Leads& other, double before) {
    if (slot_ == 0 && other.slot_ == 0) return;
    LeadsTape::Node node{tape_->operand(*this), tape_->operand(other)};
    for (const Limit each : schedule::kLimits)
        (each == limit ? node.a : node.b).plus[index(each)] = kNever;
    node.b.plus[index(limit)] += before;
    slot_ = tape_->add(node);
}

void LeadsTape::start() {
    complete_ = true;
    first_ = next_;
    inputs_ = 0;
    slots_.clear();
    nodes_.clear();
    outputs_.clear();
    stays_.clear();
    last_.clear();
    Leads::tape_ = this;
}

void LeadsTape::stop() {
    if (records()) Leads::tape_ = nullptr;
}

void LeadsTape::add_input(Leads& leads) {
    leads.slot_ = add(Operand{++inputs_, {}});
}

void LeadsTape::add_output(const Leads& leads, bool stays) {
    stays_.push_back(stays);
    outputs_.push_back(operand(leads));
    last_.push_back(leads);
    last_.back().slot_ = 0;
}

LeadsTape::Operand LeadsTape::operand(const Leads& leads) {
    if (leads.slot_ == 0) return {0, leads.cycles_};
    if (leads.slot_ >= first_) return slots_[leads.slot_ - first_];
    // They were there before, and are not among the inputs.
    complete_ = false;
    return {0, leads.cycles_};
}

std::uint64_t LeadsTape::add(const Operand& operand) {
    slots_.push_back(operand);
    return next_++;
}

std::uint64_t LeadsTape::add(const Node& node) {
    nodes_.push_back(node);
    return add(Operand{inputs_ + nodes_.size(), {}});
}

/// Nodes that no output depends on.
void LeadsTape::leave_out_what_is_lost() {
    const std::size_t first = inputs_ + 1;
    std::vector<bool> wanted(first + nodes_.size());
    for (const Operand& output : outputs_)
        wanted[output.node] = true;
    for (std::size_t i = nodes_.size(); i-- > 0;) {
        if (!wanted[first + i]) continue;
        wanted[nodes_[i].a.node] = true;
        wanted[nodes_[i].b.node] = true;
    }
    std::vector<std::size_t> moved(wanted.size());
    for (std::size_t node = 0; node < first; ++node)
        moved[node] = node;
    std::vector<Node> kept;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!wanted[first + i]) continue;
        Node node = nodes_[i];
        node.a.node = moved[node.a.node];
        node.b.node = moved[node.b.node];
        moved[first + i] = first + kept.size();
        kept.push_back(node);
    }
    nodes_ = std::move(kept);
    for (Operand& output : outputs_)
        output.node = moved[output.node];
}

/// A moment that stays behind is further back each time. Who comes after it waits so much longer
/// than the tape says: as if it had been so much later, and so much more had been saved of it.
std::vector<Leads> LeadsTape::repeat(std::int64_t times, arch::Cycles length) {
    leave_out_what_is_lost();
    std::vector<Values> held(inputs_ + 1 + nodes_.size());
    std::vector<Leads> results = last_;
    for (std::int64_t round = 1; round <= times; ++round) {
        const auto behind = static_cast<double>((length * round).count());
        for (std::size_t i = 0; i < inputs_; ++i)
            held[i + 1] = results[i].cycles_ + (stays_[i] ? behind : 0);
        Values* result = held.data() + inputs_ + 1;
        for (const Node& node : nodes_) {
            const Values& a = held[node.a.node];
            const Values& b = held[node.b.node];
            for (std::size_t i = 0; i < a.size(); ++i)
                (*result)[i] = std::min(a[i] + node.a.plus[i], b[i] + node.b.plus[i]);
            ++result;
        }
        for (std::size_t i = 0; i < inputs_; ++i)
            results[i].cycles_ =
                held[outputs_[i].node] + outputs_[i].plus + (stays_[i] ? -behind : 0);
    }
    return results;
}

}  // namespace xdnasim::sim
