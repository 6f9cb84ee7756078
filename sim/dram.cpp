#include "xdnasim/sim/dram.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace xdnasim::sim {

namespace {

constexpr std::size_t kRead = 0;
constexpr std::size_t kWrite = 1;

// Shares closer than this to a channel's own limit are not held back by the DRAM.
constexpr double kSlack = 1e-9;

}  // namespace

void DramChannel::set_active(Stream& stream, bool active) {
    stream_ = active ? &stream : nullptr;
    // All channels that start or stop in one instant share the bandwidth anew once.
    dram_.demand_changed_.notify(sc_core::SC_ZERO_TIME);
}

Dram::Dram(const sc_core::sc_module_name& name, Environment& environment)
    : sc_module{name}, environment_{environment} {
    const arch::Device& device = environment.device;
    const auto width = static_cast<double>(device.stream_width.count());
    channel_limit_ = std::min(device.bytes_per_cycle(device.dram.channel), width);
    read_limit_ = std::min(device.bytes_per_cycle(device.dram.read), device.fabric.read.count());
    write_limit_ = std::min(device.bytes_per_cycle(device.dram.write), device.fabric.write.count());
    total_limit_ = device.bytes_per_cycle(device.dram.total);
    SC_METHOD(share);
    sensitive << demand_changed_;
    dont_initialize();
}

DramChannel& Dram::add_channel(arch::Direction direction) {
    channels_.push_back(std::make_unique<DramChannel>(*this, direction));
    return *channels_.back();
}

void Dram::share() {
    std::vector<Stream*> streams;
    std::vector<BandwidthDemand> demands;
    for (const auto& channel : channels_) {
        if (channel->active_stream() == nullptr) continue;
        streams.push_back(channel->active_stream());
        demands.push_back(
            {channel_limit_, channel->direction() == arch::Direction::MM2S ? kRead : kWrite});
    }
    const std::array<double, 2> group_limits{read_limit_, write_limit_};
    const std::vector<double> rates = fair_shares(demands, group_limits, total_limit_);
    for (std::size_t i = 0; i < streams.size(); ++i)
        streams[i]->set_rate(arch::BytesPerCycle{rates[i]});

    const bool limited =
        std::ranges::any_of(rates, [this](double rate) { return rate < channel_limit_ - kSlack; });
    const arch::Cycles now = environment_.clock.now();
    if (limited_ && now > limited_since_)
        environment_.events.emit(events::DramInterval{limited_since_, now});
    limited_ = limited;
    limited_since_ = now;
}

namespace {

/// Bandwidth that some demands share: what each gets if the open ones share the rest evenly.
struct Pool {
    double left = 0;
    int open = 0;
    [[nodiscard]] double level() const {
        return open > 0 ? left / open : std::numeric_limits<double>::infinity();
    }
    void close(double share) {
        left -= share;
        --open;
    }
};

}  // namespace

std::vector<double> fair_shares(const std::vector<BandwidthDemand>& demands,
                                const std::array<double, 2>& group_limits, double total_limit) {
    std::vector<double> shares(demands.size());
    std::vector<std::size_t> open(demands.size());
    std::iota(open.begin(), open.end(), std::size_t{0});
    std::array<Pool, 2> groups{Pool{group_limits[0], 0}, Pool{group_limits[1], 0}};
    Pool total{total_limit, static_cast<int>(demands.size())};
    for (const BandwidthDemand& demand : demands)
        ++groups[demand.group].open;

    while (!open.empty()) {
        // All open demands rise together to the level at which the next limit is reached;
        // those it binds stay there.
        double level = std::min({total.level(), groups[0].level(), groups[1].level()});
        for (const std::size_t i : open)
            level = std::min(level, demands[i].limit);
        const std::array<bool, 2> bound{
            std::min(total.level(), groups[0].level()) <= level,
            std::min(total.level(), groups[1].level()) <= level,
        };
        std::erase_if(open, [&](std::size_t i) {
            if (!bound[demands[i].group] && demands[i].limit > level) return false;
            shares[i] = level;
            groups[demands[i].group].close(level);
            total.close(level);
            return true;
        });
    }
    return shares;
}

}  // namespace xdnasim::sim
