#include "workloads/kernels/vliw/bank_conflicts.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {

namespace {

/// Share of a range that lies in each pair of banks.
std::vector<double> shares(arch::Bytes address, arch::Bytes size, const arch::MemoryBanks& banks) {
    std::vector<double> all(static_cast<std::size_t>(banks.count / 2), 0.0);
    const std::int64_t pair = 2 * banks.size.count();
    const std::int64_t end = (address + size).count();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::int64_t first = static_cast<std::int64_t>(i) * pair;
        const std::int64_t inside = std::min(end, first + pair) - std::max(address.count(), first);
        if (inside > 0) all[i] = static_cast<double>(inside) / static_cast<double>(size.count());
    }
    return all;
}

double overlap(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

class Conflicts {
 public:
    Conflicts(const arch::SlotModel& slots, const arch::MemoryBanks& banks,
              std::span<const ArrayPlacement> arrays, std::span<const DmaTraffic> traffic)
        : slots_{slots}, banks_{banks} {
        for (const ArrayPlacement& array : arrays)
            arrays_[array.array] = shares(array.address, array.size, banks);
        for (const DmaTraffic& stream : traffic)
            streams_.push_back(
                {stream.writes,
                 stream.bytes_per_cycle / static_cast<double>(banks.dma_access.count()),
                 shares(stream.address, stream.size, banks)});
    }

    /// In one run of the section.
    [[nodiscard]] double in(const CodeSection& section) const {
        const int rows = section.schedule.ii > 0 ? section.schedule.ii : section.schedule.length;
        std::vector<std::vector<Access>> by_cycle(static_cast<std::size_t>(rows));
        for (std::size_t i = 0; i < section.graph.nodes.size(); ++i) {
            const Node& node = section.graph.nodes[i];
            const auto array = arrays_.find(node.memory);
            if (array == arrays_.end()) continue;
            const bool stores = at(slots_.operations, node.operation).store;
            at(by_cycle, section.schedule.placements[i].cycle % rows)
                .push_back({stores, &array->first, &array->second});
        }
        double stalls = 0;
        for (const std::vector<Access>& accesses : by_cycle)
            stalls += among(accesses) + with_dma(accesses);
        return stalls;
    }

 private:
    struct Access {
        bool stores;
        const std::string* array;
        const std::vector<double>* shares;
    };
    struct Stream {
        bool writes;
        double accesses_per_cycle;
        std::vector<double> shares;
    };

    [[nodiscard]] bool collide(bool one_writes, bool other_writes) const {
        return one_writes == other_writes || banks_.loads_and_stores_collide;
    }
    [[nodiscard]] double among(const std::vector<Access>& accesses) const {
        double stalls = 0;
        for (std::size_t i = 0; i < accesses.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (accesses[i].array != accesses[j].array &&
                    collide(accesses[i].stores, accesses[j].stores))
                    stalls += overlap(*accesses[i].shares, *accesses[j].shares);
        return stalls;
    }
    [[nodiscard]] double with_dma(const std::vector<Access>& accesses) const {
        double stalls = 0;
        for (const Access& access : accesses)
            for (const Stream& stream : streams_)
                if (collide(access.stores, stream.writes))
                    stalls += overlap(*access.shares, stream.shares) *
                              std::min(1.0, stream.accesses_per_cycle) * banks_.core_loses;
        return stalls;
    }

    const arch::SlotModel& slots_;
    const arch::MemoryBanks& banks_;
    std::map<std::string, std::vector<double>> arrays_;
    std::vector<Stream> streams_;
};

}  // namespace

double expected_stalls(const CallSchedule& call, const arch::SlotModel& slots,
                       const arch::MemoryBanks& banks, std::span<const ArrayPlacement> arrays,
                       std::span<const DmaTraffic> traffic) {
    const Conflicts conflicts{slots, banks, arrays, traffic};
    double stalls = 0;
    for (const CodeSection& section : call.sections)
        stalls += conflicts.in(section) * static_cast<double>(section.runs);
    return stalls;
}

}  // namespace xdnasim::vliw
