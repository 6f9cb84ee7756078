#include "sim/dram.hpp"

#include <algorithm>
#include <utility>

#include "workloads/schedule/estimate.hpp"

namespace xdnasim::sim {

namespace {

constexpr std::size_t kRead = 0;
constexpr std::size_t kWrite = 1;

// A channel with a share closer than this to its own limit does not count as limited by the DRAM.
constexpr double kSlack = 1e-9;

Sharing sharing_of(const arch::Device& device) {
    return {{schedule::read_rate(device).count(), schedule::write_rate(device).count()}, {}};
}

}  // namespace

void DramChannel::set_active(Stream& stream, bool active) {
    stream_ = active ? &stream : nullptr;
    // Shares are computed once for all channels that start or stop in one instant.
    dram_.demand_changed_.notify(sc_core::SC_ZERO_TIME);
}

void DramChannel::walk(const schedule::Bd& bd, arch::Bytes offset) {
    dram_.walk(access_, bd, offset);
    dram_.patterns_changed_ = true;
    if (stream_ != nullptr) dram_.demand_changed_.notify(sc_core::SC_ZERO_TIME);
}

Dram::Dram(const sc_core::sc_module_name& name, Environment& environment)
    : sc_module{name},
      environment_{environment},
      sharing_{sharing_of(environment.device)},
      pages_{environment.device.dram.translation.page} {
    for (std::size_t i = 0; i < kRateLimits.size(); ++i)
        relaxed_[i] = sharing_of(environment.relaxed[index(kRateLimits[i])]);
    SC_METHOD(share);
    sensitive << demand_changed_;
    dont_initialize();
}

DramChannel& Dram::add_channel(arch::Direction direction) {
    channels_.push_back(std::make_unique<DramChannel>(*this, channels_.size(), direction));
    return *channels_.back();
}

void Dram::walk(memory::Access& access, const schedule::Bd& bd, arch::Bytes offset,
                std::vector<VisitedPages::Page>* met) {
    access.pattern = memory::access_pattern(bd, offset);
    // Buffers that are written show no such cost of a first access.
    if (access.direction == arch::Direction::MM2S)
        access.cold = pages_.visit(access.pattern, bd.length, met);
}

/// Computes the costs with all channels: one that pauses still comes back to its pages, and its
/// neighbours use them.
void Dram::update_costs() {
    std::vector<memory::Access> accesses = this->accesses();
    Costs costs = weighed(accesses);
    if (environment_.outside != nullptr)
        environment_.outside->steps.emplace_back(
            CostsTaken{std::move(accesses), numbers_of(costs)});
    sharing_.costs = std::move(costs.own);
    for (std::size_t i = 0; i < kRateLimits.size(); ++i)
        relaxed_[i].costs = std::move(costs.relaxed[i]);
    patterns_changed_ = false;
}

Dram::Costs Dram::weighed(const std::vector<memory::Access>& accesses) const {
    // Relaxing changes rates and times (schedule::relaxed): the sizes of bursts and pages stay the
    // same.
    const std::vector<memory::RunCounts> runs =
        memory::run_counts(accesses, environment_.device.dram);
    Costs costs{.own = memory::access_costs(runs, environment_.device), .relaxed = {}};
    for (std::size_t i = 0; i < kRateLimits.size(); ++i)
        costs.relaxed[i] = memory::access_costs(runs, environment_.relaxed[index(kRateLimits[i])]);
    return costs;
}

std::vector<memory::Access> Dram::accesses() const {
    std::vector<memory::Access> all;
    all.reserve(channels_.size());
    for (const auto& channel : channels_)
        all.push_back(channel->access());
    return all;
}

void Dram::set_accesses(const std::vector<memory::Access>& accesses) {
    for (std::size_t i = 0; i < channels_.size(); ++i)
        channels_[i]->access_ = accesses[i];
}

std::vector<double> Dram::numbers_of(const Costs& costs) {
    std::vector<double> numbers;
    const auto append = [&](const std::vector<memory::AccessCost>& of_channels) {
        for (const memory::AccessCost& cost : of_channels)
            numbers.insert(numbers.end(), {cost.channel, cost.memory, cost.port});
    };
    append(costs.own);
    for (const auto& relaxed : costs.relaxed)
        append(relaxed);
    return numbers;
}

std::vector<double> Dram::costs_of(const std::vector<memory::Access>& accesses) const {
    return numbers_of(weighed(accesses));
}

/// Holds with each limit relaxed as well, since the sizes of bursts and pages stay the same.
bool Dram::cost_alike(const std::vector<memory::Access>& accesses,
                      const std::vector<memory::Access>& others) const {
    return memory::cost_alike(accesses, others, environment_.device.dram);
}

std::vector<double> Dram::rates(const Sharing& sharing) const {
    std::vector<BandwidthDemand> demands;
    demands.reserve(channels_.size());
    for (std::size_t i = 0; i < channels_.size(); ++i) {
        const DramChannel& channel = *channels_[i];
        if (channel.active_stream() == nullptr) continue;
        const bool reads = channel.access().direction == arch::Direction::MM2S;
        const memory::AccessCost& cost = sharing.costs[i];
        demands.push_back({1 / cost.channel, reads ? kRead : kWrite, cost.memory, cost.port});
    }
    // All channels together use no more than the whole of the memory's time.
    return fair_shares(demands, sharing.limits, 1);
}

std::vector<Leads> Dram::saved(const std::vector<double>& rates) const {
    std::vector<Leads> all(rates.size());
    for (std::size_t i = 0; i < kRateLimits.size(); ++i) {
        const std::vector<double> relaxed = this->rates(relaxed_[i]);
        for (std::size_t channel = 0; channel < rates.size(); ++channel)
            if (relaxed[channel] > 0)
                all[channel][kRateLimits[i]] = 1 - rates[channel] / relaxed[channel];
    }
    return all;
}

/// Adds what has been used since the last change to `used_`.
void Dram::account(arch::Cycles now) {
    const auto cycles = static_cast<double>((now - unchanged_.since()).count());
    used_.memory += rounded(load_.memory * cycles);
    for (std::size_t i = 0; i < used_.directions.size(); ++i)
        used_.directions[i] += rounded(load_.directions[i] * cycles);
}

double Dram::min_time() const {
    return std::max({used_.memory, used_.directions[kRead], used_.directions[kWrite]});
}

void Dram::share() {
    if (patterns_changed_) update_costs();
    const std::vector<double> rates = this->rates(sharing_);
    const std::vector<Leads> saved = this->saved(rates);
    const arch::Cycles now = environment_.clock.now();
    account(now);
    load_ = {};
    bool limited = false;
    std::size_t active = 0;
    for (std::size_t i = 0; i < channels_.size(); ++i) {
        Stream* const stream = channels_[i]->active_stream();
        if (stream == nullptr) continue;
        stream->set_rate(*channels_[i], arch::BytesPerCycle{rates[active]}, saved[active]);
        limited = limited || rates[active] < 1 / sharing_.costs[i].channel - kSlack;
        const bool reads = channels_[i]->access().direction == arch::Direction::MM2S;
        const std::size_t direction = reads ? kRead : kWrite;
        load_.directions[direction] +=
            rates[active] * sharing_.costs[i].port / sharing_.limits[direction];
        load_.memory += rates[active] * sharing_.costs[i].memory;
        ++active;
    }

    if (limited_ && now > unchanged_.since())
        environment_.events.emit(events::DramInterval{unchanged_.since(), now});
    limited_ = limited;
    unchanged_.restart(now);
}

}  // namespace xdnasim::sim
