#include "workloads/kernels/vliw/bank_conflicts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {

namespace {

using Shares = std::vector<double>;  ///< shares of something in each pair of banks

std::int64_t pair_size(const arch::MemoryBanks& banks) {
    return 2 * banks.size.count();
}

Shares shares(arch::Bytes address, arch::Bytes size, const arch::MemoryBanks& banks) {
    Shares all(static_cast<std::size_t>(banks.count / 2), 0.0);
    const std::int64_t pair = pair_size(banks);
    const std::int64_t end = (address + size).count();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::int64_t first = static_cast<std::int64_t>(i) * pair;
        const std::int64_t inside = std::min(end, first + pair) - std::max(address.count(), first);
        if (inside > 0) all[i] = static_cast<double>(inside) / static_cast<double>(size.count());
    }
    return all;
}

class Conflicts {
 public:
    Conflicts(const CallSchedule& call, const arch::SlotModel& slots,
              const arch::MemoryBanks& banks, std::span<const ArrayPlacement> arrays,
              std::span<const DmaTraffic> traffic, std::span<const CoreTraffic> cores)
        : call_{call}, slots_{slots}, banks_{banks} {
        for (const CoreTraffic& core : cores)
            cores_.push_back({core, shares(core.address, core.size, banks)});
        for (const ArrayPlacement& array : arrays)
            arrays_[array.array] = {array.address.count(),
                                    shares(array.address, array.size, banks)};
        for (const DmaTraffic& stream : traffic)
            streams_.push_back({stream, shares(stream.address, stream.size, banks)});
        for (const CodeSection& section : call.sections)
            lead_ = std::max(lead_, section.own_begin());
    }

    [[nodiscard]] double in_call() {
        for_each_run(call_, [this](const SectionRun& run) { pass(run); });
        settle(std::numeric_limits<std::int64_t>::max());
        return stalls_;
    }

 private:
    struct Array {
        std::int64_t address = 0;
        Shares shares;
    };
    struct Stream {
        DmaTraffic traffic;
        Shares shares;
    };
    struct OtherCore {
        CoreTraffic traffic;
        Shares shares;
    };
    struct Access {
        bool stores;
        const Array* array;
        std::int64_t pair;  ///< pair of banks; negative: any, by the array's shares
    };

    /// A load or store in a section's code.
    struct Operation {
        bool stores;
        const Array* array;
        const Walk* walk;  ///< nullptr: the order is not known
        int row;           ///< cycle of a run in which it reaches memory, and may meet others
        int ahead;         ///< steps by which a loop's earlier stages are ahead
    };
    using Code = std::vector<Operation>;

    [[nodiscard]] Code code_of(const CodeSection& section) const {
        const SlotSchedule& schedule = section.schedule;
        Code code;
        for (const Issue& issue : own_issues(section)) {
            const Node& node = section.graph.nodes[issue.operation];
            const auto array = arrays_.find(node.memory);
            if (array == arrays_.end()) continue;
            // A loop's later stages work on earlier steps. The first stage has already worked on
            // those before the loop begins.
            const int issued = schedule.placements[issue.operation].cycle;
            const int ahead = schedule.ii > 0 ? schedule.stages() - 1 - issued / schedule.ii : 0;
            const arch::Operation& operation = at(slots_.operations, node.operation);
            code.push_back({operation.store, &array->second, node.walk ? &*node.walk : nullptr,
                            issue.cycle + behind_loads(operation), ahead});
        }
        return code;
    }

    void pass(const SectionRun& run) {
        const auto [known, fresh] = code_.try_emplace(&run.section);
        if (fresh) known->second = code_of(run.section);
        for (const Operation& operation : known->second)
            place(operation, operation.stores ? run.stored : run.loaded);
        now_ += run.section.cycles;
        // Operations of later runs issue from `now_` on, or up to `lead_` cycles earlier, beside
        // this run.
        settle(now_ - lead_);
    }

    /// Adds the stalls of the accesses that meet in the cycles before `end`.
    void settle(std::int64_t end) {
        for (; first_ < std::min(end, after_last_); ++first_) {
            std::vector<Access>& accesses = accesses_in(first_);
            if (call_.slowdown == 1) stalls_ += among(accesses);
            stalls_ += with_dma(accesses, static_cast<double>(first_) * call_.slowdown + stalls_);
            stalls_ += with_cores(accesses);
            accesses.clear();
        }
        first_ = std::max(first_, std::min(end, now_));
    }

    [[nodiscard]] std::vector<Access>& accesses_in(std::int64_t cycle) {
        return by_cycle_[static_cast<std::size_t>(cycle) % by_cycle_.size()];
    }
    void make_room_for(std::int64_t cycle) {
        const auto wanted = std::bit_ceil(static_cast<std::size_t>(cycle + 1 - first_));
        if (wanted > by_cycle_.size()) {
            std::vector<std::vector<Access>> wider(wanted);
            for (std::int64_t each = first_; each < after_last_; ++each)
                wider[static_cast<std::size_t>(each) % wanted].swap(accesses_in(each));
            by_cycle_ = std::move(wider);
        }
        after_last_ = std::max(after_last_, cycle + 1);
    }

    /// Cycles by which a store reaches memory later than a load that issues with it. 0 where loads
    /// and stores do not collide, since it makes no difference then.
    [[nodiscard]] int behind_loads(const arch::Operation& operation) const {
        if (!operation.store || !banks_.loads_and_stores_collide) return 0;
        int loads = operation.memory;
        for (const arch::Operation& other : slots_.operations)
            if (other.memory > 0 && !other.store) loads = std::min(loads, other.memory);
        return operation.memory - loads;
    }

    void place(const Operation& operation, Iteration at) {
        at.step += operation.ahead;
        const std::int64_t pair =
            operation.walk == nullptr
                ? -1
                : (operation.array->address + offset(*operation.walk, at)) / pair_size(banks_);
        const std::int64_t cycle = now_ + operation.row;
        make_room_for(cycle);
        accesses_in(cycle).push_back({operation.stores, operation.array, pair});
    }

    [[nodiscard]] std::int64_t offset(const Walk& walk, const Iteration& at) const {
        return walk.offset + walk.step * at.step + walk.row * (at.block / call_.columns) +
               walk.column * (at.block % call_.columns);
    }

    [[nodiscard]] static double share(const Access& access, std::size_t pair) {
        if (access.pair < 0) return access.array->shares[pair];
        return access.pair == static_cast<std::int64_t>(pair) ? 1 : 0;
    }
    [[nodiscard]] bool collide(bool one_writes, bool other_writes) const {
        return one_writes == other_writes || banks_.loads_and_stores_collide;
    }
    /// Expected stalls among the call's own accesses of one cycle. Each array accesses a pair of
    /// banks once in a cycle. The first array finds the pair free, each further one repeats its
    /// access.
    [[nodiscard]] double among(const std::vector<Access>& accesses) const {
        double stalls = 0;
        if (accesses.size() < 2) return stalls;
        for (std::size_t pair = 0; pair < accesses.front().array->shares.size(); ++pair) {
            // Probabilities that the port is free, for loads and for stores.
            std::array<double, 2> free{1, 1};
            for (auto access = accesses.begin(); access != accesses.end(); ++access) {
                if (std::any_of(accesses.begin(), access, [&](const Access& earlier) {
                        return come_as_one(earlier, *access);
                    }))
                    continue;
                double& port = free[access->stores && !banks_.loads_and_stores_collide ? 1 : 0];
                const double comes = 1 - absent(*access, accesses, pair);
                stalls += comes * (1 - port);
                port *= 1 - comes;
            }
        }
        return stalls;
    }
    /// Returns whether the accesses are to one array and to one port of the banks.
    [[nodiscard]] bool come_as_one(const Access& a, const Access& b) const {
        return a.array == b.array && collide(a.stores, b.stores);
    }
    /// Probability that neither this access nor one that comes with it as one goes to the pair.
    [[nodiscard]] double absent(const Access& access, const std::vector<Access>& accesses,
                                std::size_t pair) const {
        double chance = 1;
        for (const Access& other : accesses)
            if (come_as_one(other, access)) chance *= 1 - share(other, pair);
        return chance;
    }

    /// Probability that the access meets the channel's access in `cycle` in a pair of banks.
    [[nodiscard]] double meet(const Access& access, const Stream& stream, double cycle) const {
        const double passed = (cycle - stream.traffic.begin) * stream.traffic.bytes_per_cycle;
        if (passed < 0 || passed >= static_cast<double>(stream.traffic.size.count())) return 0;
        const std::int64_t address =
            stream.traffic.address.count() + static_cast<std::int64_t>(passed);
        const auto pair = static_cast<std::size_t>(address / pair_size(banks_));
        return pair < stream.shares.size() ? share(access, pair) : 0;
    }
    [[nodiscard]] double with_dma(const std::vector<Access>& accesses, double cycle) const {
        double stalls = 0;
        for (const Access& access : accesses)
            for (const Stream& stream : streams_)
                if (banks_.dma_takes_bank || collide(access.stores, stream.traffic.writes))
                    stalls += stream.traffic.share * meet(access, stream, cycle) *
                              std::min(1.0, stream.traffic.bytes_per_cycle /
                                                static_cast<double>(banks_.dma_access.count())) *
                              banks_.core_loses;
        return stalls;
    }

    [[nodiscard]] double with_cores(const std::vector<Access>& accesses) const {
        constexpr double kLost = 0.5;
        double stalls = 0;
        for (const Access& access : accesses)
            for (const OtherCore& core : cores_) {
                if (!collide(access.stores, core.traffic.writes)) continue;
                for (std::size_t pair = 0; pair < core.shares.size(); ++pair)
                    stalls += share(access, pair) * core.shares[pair] *
                              std::min(1.0, core.traffic.accesses_per_cycle) * kLost;
            }
        return stalls;
    }

    const CallSchedule& call_;
    const arch::SlotModel& slots_;
    const arch::MemoryBanks& banks_;
    std::map<std::string, Array> arrays_;
    std::vector<Stream> streams_;
    std::vector<OtherCore> cores_;
    std::map<const CodeSection*, Code> code_;
    std::vector<std::vector<Access>> by_cycle_;  ///< a ring: see accesses_in()
    std::int64_t first_ = 0;                     ///< first cycle that is not settled
    std::int64_t after_last_ = 0;                ///< cycle after the last access
    std::int64_t now_ = 0;
    int lead_ = 0;  ///< largest number of cycles by which an access may come before its run begins
    double stalls_ = 0;
};

}  // namespace

double expected_stalls(const CallSchedule& call, const arch::SlotModel& slots,
                       const arch::MemoryBanks& banks, std::span<const ArrayPlacement> arrays,
                       std::span<const DmaTraffic> traffic, std::span<const CoreTraffic> cores) {
    return Conflicts{call, slots, banks, arrays, traffic, cores}.in_call();
}

std::map<std::string, ArrayAccesses> array_accesses(const CallSchedule& call,
                                                    const arch::SlotModel& slots) {
    std::map<std::string, ArrayAccesses> all;
    for (const CodeSection& section : call.sections)
        for (std::size_t i = section.first_own(); i < section.graph.nodes.size(); ++i) {
            const Node& node = section.graph.nodes[i];
            if (node.memory.empty()) continue;
            ArrayAccesses& accesses = all[node.memory];
            (at(slots.operations, node.operation).store ? accesses.stores : accesses.loads) +=
                section.runs;
        }
    return all;
}

}  // namespace xdnasim::vliw
