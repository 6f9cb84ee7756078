#include "workloads/memory/pattern_factors.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "workloads/memory/access_cost.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::memory {
namespace {

using arch::Direction;
using schedule::as_double;

/// Data that a shim channel moves in a run of the schedule.
struct Load {
    Access access;
    double bytes = 0;
};

/// Reads the tasks of a runtime sequence, in their order.
class LoadReader {
 public:
    explicit LoadReader(const schedule::Schedule& schedule) : schedule_{schedule} {
        schedule::for_each_operation<schedule::SequenceOp>(
            schedule.sequence,
            [&](const schedule::SequenceOp& step, std::span<const std::int64_t> counts) {
                if (const auto* write = std::get_if<schedule::WriteBd>(&step.op))
                    written_[{write->tile, write->id.base}] = write;
                if (const auto* push = std::get_if<schedule::PushTask>(&step.op))
                    take(*push, counts);
            });
    }

    [[nodiscard]] std::vector<Load> loads() const {
        std::vector<Load> loads;
        for (const auto& [channel, load] : loads_)
            loads.push_back(load);
        return loads;
    }

 private:
    void take(const schedule::PushTask& push, std::span<const std::int64_t> counts) {
        const double times = as_double(schedule::times_in(counts)) * (push.repeat + 1);
        std::int64_t id = push.bd.base;
        // A chain uses each BD once.
        for (std::size_t passed = 0; passed < written_.size(); ++passed) {
            const auto found = written_.find({push.tile, id});
            if (found == written_.end()) return;
            add(push, *found->second, times, counts.size());
            if (!found->second->bd.next) return;
            id = *found->second->bd.next;
        }
    }

    void add(const schedule::PushTask& push, const schedule::WriteBd& write, double times,
             std::size_t loops) {
        const auto* const buffer = std::get_if<schedule::HostBufferRef>(&write.bd.buffer);
        if (buffer == nullptr || takes_headers(push)) return;
        Load& load = loads_[{push.tile, push.direction, push.channel}];
        if (load.bytes == 0) {
            const std::vector<std::int64_t> first(loops, 0);
            load.access = {access_pattern(write.bd, arch::Bytes{write.offset.at(first)}),
                           push.direction};
        }
        load.bytes += times * as_double(write.bd.length);
    }

    /// Returns whether the channel receives words with headers, as those of trace units have.
    [[nodiscard]] bool takes_headers(const schedule::PushTask& push) const {
        const arch::Port port = arch::dma_port(push.tile, push.direction, push.channel);
        return std::ranges::any_of(schedule_.flows, [&](const schedule::Flow& flow) {
            return flow.keep_header && std::ranges::count(flow.sinks, port) > 0;
        });
    }

    const schedule::Schedule& schedule_;
    std::map<std::pair<arch::TileId, std::int64_t>, const schedule::WriteBd*> written_;
    std::map<arch::DmaChannelId, Load> loads_;
};

/// Mean cost per byte over the chosen `loads`, weighted by their bytes; 1 if none is chosen.
template <class Cost, class Chosen>
double mean(const std::vector<Load>& loads, Cost cost, Chosen chosen) {
    double with = 0;
    double without = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        if (!chosen(loads[i])) continue;
        with += loads[i].bytes * cost(i);
        without += loads[i].bytes;
    }
    return without > 0 ? with / without : 1;
}

}  // namespace

schedule::PatternFactors pattern_factors(const schedule::Schedule& schedule,
                                         const arch::Device& device) {
    const std::vector<Load> loads = LoadReader{schedule}.loads();
    std::vector<Access> accesses;
    for (const Load& load : loads)
        accesses.push_back(load.access);
    const std::vector<AccessCost> costs = access_costs(accesses, device);

    const auto any = [](const Load&) { return true; };
    const auto of = [](Direction direction) {
        return [direction](const Load& load) { return load.access.direction == direction; };
    };
    if (loads.empty()) return {};
    const auto port = [&](std::size_t i) { return costs[i].port; };
    schedule::PatternFactors factors;
    factors.read = mean(loads, port, of(Direction::MM2S));
    factors.written = mean(loads, port, of(Direction::S2MM));
    factors.memory = mean(
                         loads, [&](std::size_t i) { return costs[i].memory; }, any) *
                     device.bytes_per_cycle(device.dram.total).count();
    const double rate = schedule::channel_rate(device).count();
    double busiest = 0;
    double longest = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        busiest = std::max(busiest, loads[i].bytes);
        longest = std::max(longest, loads[i].bytes * costs[i].channel * rate);
        double& buffer = factors.buffers[loads[i].access.pattern.buffer];
        buffer = std::max(buffer, costs[i].channel * rate);
    }
    if (busiest > 0) factors.channel = longest / busiest;
    return factors;
}

}  // namespace xdnasim::memory
