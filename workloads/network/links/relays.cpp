#include "workloads/network/links/relays.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "workloads/network/network_draft.hpp"

namespace xdnasim::network {
namespace {

bool takes(const Relay& relay, const Holder& holder) {
    return std::ranges::find(relay.in, holder.tile, &Holder::tile) != relay.in.end();
}

/// The parts that a stage takes; the parts of a row of cores follow each other.
std::vector<Part> parts_of(const Stage& stage) {
    std::vector<Part> parts;
    for (int a = 0; a < stage.split.a; ++a)
        for (int b = 0; b < stage.split.b; ++b)
            parts.push_back(input_of(stage, a, b));
    return parts;
}

/// Do the BDs of the mem tile's channels suffice?
bool has_bds(const Relay& relay, const arch::DmaModel& dma) {
    std::map<arch::BdRange, std::int64_t> needed;
    for (std::size_t i = 0; i < relay.in.size(); ++i)
        needed[dma.bds_of(static_cast<int>(i))] += kDepth;
    for (std::size_t i = 0; i < relay.out.size(); ++i)
        needed[dma.bds_of(static_cast<int>(i))] +=
            kDepth * std::ranges::count_if(relay.in, [&](const Holder& holder) {
                return holder.part.overlaps(relay.out[i]);
            });
    return std::ranges::all_of(
        needed, [](const auto& of_range) { return of_range.second <= of_range.first.count(); });
}

}  // namespace

StreamCounts streams_of_column(const arch::Device& device) {
    const arch::PortCount& ports = device.mem_tile.stream_switch.count(arch::Bundle::North);
    return {ports.masters, ports.slaves};
}

StreamCounts streams_needed(const std::vector<Stage>& stages) {
    StreamCounts streams{stages.front().split.a * stages.front().split.b, 0};
    for (std::size_t i = 1; i < stages.size(); ++i) {
        if (!takes_by(Link::MemTile, stages, i)) continue;
        streams.north += stages[i].split.a * stages[i].split.b;
        streams.south += static_cast<int>(holders_of(stages[i - 1]).size());
    }
    return streams;
}

void FreeStreams::take(int column, const StreamCounts& streams) {
    StreamCounts& left = left_[static_cast<std::size_t>(column)];
    left.north -= streams.north;
    left.south -= streams.south;
}

std::vector<Holder> givers_of(const Part& part, const Stage& from) {
    std::vector<Holder> givers = holders_of(from);
    std::erase_if(givers, [&](const Holder& holder) { return !part.overlaps(holder.part); });
    return givers;
}

namespace {

/// The mem tiles that are still free.
class FreeMemTiles {
 public:
    FreeMemTiles(const arch::Device& device, const FreeStreams& streams)
        : device_{device}, streams_{streams} {}

    /// Takes mem tiles in the columns from `begin` on if possible, and otherwise in the nearest
    /// ones; nullopt: none is left.
    [[nodiscard]] std::optional<std::vector<Relay>> take(const Stage& from, const Stage& to,
                                                         int begin) {
        std::vector<Relay> relays;
        for (const Part& part : parts_of(to)) {
            const std::vector<Holder> givers = givers_of(part, from);
            if (relays.empty() || !add(relays.back(), part, givers)) {
                if (!relays.empty()) keep(relays.back());
                auto next = first_from(begin, part, givers);
                if (!next) return std::nullopt;
                relays.push_back(std::move(*next));
            }
        }
        keep(relays.back());
        return relays;
    }

 private:
    [[nodiscard]] bool add(Relay& relay, const Part& part,
                           const std::vector<Holder>& givers) const {
        const arch::DmaModel& dma = device_.mem_tile.dma;
        const StreamCounts& left = streams_.left(relay.tile.column);
        if (std::ssize(relay.out) >= std::min(dma.mm2s_channels, left.north)) return false;
        Relay longer = relay;
        longer.out.push_back(part);
        for (const Holder& giver : givers)
            if (!takes(longer, giver)) longer.in.push_back(giver);
        if (std::ssize(longer.in) > std::min(dma.s2mm_channels, left.south) ||
            !has_bds(longer, dma))
            return false;
        relay = std::move(longer);
        return true;
    }

    [[nodiscard]] std::optional<Relay> first_from(int begin, const Part& part,
                                                  const std::vector<Holder>& givers) const {
        for (int x = begin; x < device_.columns; ++x)
            if (auto found = in_column(x, part, givers)) return found;
        for (int x = begin - 1; x >= 0; --x)
            if (auto found = in_column(x, part, givers)) return found;
        return std::nullopt;
    }
    /// A mem tile of the column for the part, as near to the cores as possible.
    [[nodiscard]] std::optional<Relay> in_column(int column, const Part& part,
                                                 const std::vector<Holder>& givers) const {
        for (int row = device_.rows() - 1; row >= 0; --row) {
            Relay relay{{column, row}, {}, {}};
            const bool is_free =
                device_.kind(relay.tile) == arch::TileKind::MemTile && !taken_.contains(relay.tile);
            if (is_free && add(relay, part, givers)) return relay;
        }
        return std::nullopt;
    }

    void keep(const Relay& relay) {
        taken_.insert(relay.tile);
        streams_.take(relay.tile.column,
                      {static_cast<int>(relay.out.size()), static_cast<int>(relay.in.size())});
    }

    const arch::Device& device_;
    FreeStreams streams_;
    std::set<arch::TileId> taken_;
};

/// Relays that begin `shift` columns to the west of their stages; or the first stage for which none
/// is left.
std::variant<Relays, std::size_t> relays_from(const std::vector<Stage>& stages,
                                              const arch::Device& device,
                                              const FreeStreams& streams, int shift) {
    FreeMemTiles mem_tiles{device, streams};
    Relays relays(stages.size());
    for (std::size_t i = 1; i < stages.size(); ++i) {
        if (!takes_by(Link::MemTile, stages, i)) continue;
        auto taken =
            mem_tiles.take(stages[i - 1], stages[i], std::max(stages[i].at.column - shift, 0));
        if (!taken) return i;
        relays[i] = std::move(*taken);
    }
    return relays;
}

/// Numbers of streams from each column to the next, by direction.
class Abreast {
 public:
    explicit Abreast(int columns)
        : east_(static_cast<std::size_t>(columns)), west_(static_cast<std::size_t>(columns)) {}

    void add(int from, int to) {
        for (int x = from; x < to; ++x)
            ++east_[static_cast<std::size_t>(x)];
        for (int x = to; x < from; ++x)
            ++west_[static_cast<std::size_t>(x)];
    }
    [[nodiscard]] int most() const {
        return std::max(*std::ranges::max_element(east_), *std::ranges::max_element(west_));
    }

 private:
    std::vector<int> east_;  ///< indexed by the western column
    std::vector<int> west_;
};

int most_abreast(const Relays& relays, const std::vector<Stage>& stages, int columns) {
    Abreast abreast{columns};
    for (std::size_t i = 1; i < relays.size(); ++i) {
        // Columns that a core's stream reaches, by its row.
        std::map<int, std::pair<int, int>> reach;
        for (const Relay& relay : relays[i]) {
            const int at = relay.tile.column;
            for (const Part& part : relay.out)
                abreast.add(at, stages[i].at.column + part.column / stages[i].k_core());
            for (const Holder& holder : relay.in) {
                auto& [west, east] =
                    reach.try_emplace(holder.tile.row, holder.tile.column, holder.tile.column)
                        .first->second;
                west = std::min(west, at);
                east = std::max(east, at);
            }
        }
        const int from = stages[i - 1].at.column + stages[i - 1].width() - 1;
        for (const auto& [row, ends] : reach) {
            abreast.add(from, ends.first);
            abreast.add(from, ends.second);
        }
    }
    return abreast.most();
}

}  // namespace

std::variant<Relays, Misfit> relays_of(const std::vector<Stage>& stages, const arch::Device& device,
                                       const FreeStreams& streams) {
    auto first = relays_from(stages, device, streams, 0);
    if (const auto* const stage = std::get_if<std::size_t>(&first)) {
        const StreamCounts of_column = streams_of_column(device);
        return Misfit{stages[*stage].layer,
                      fmt::format("no mem tile is left for the link to it: the {} streams of a "
                                  "column from cores and the {} to cores are taken",
                                  of_column.south, of_column.north)};
    }
    Relays best = std::get<Relays>(std::move(first));
    int least = most_abreast(best, stages, device.columns);
    for (int shift = 1; shift < device.columns; ++shift) {
        auto tried = relays_from(stages, device, streams, shift);
        auto* const relays = std::get_if<Relays>(&tried);
        if (relays == nullptr) continue;
        const int abreast = most_abreast(*relays, stages, device.columns);
        if (abreast >= least) continue;
        best = std::move(*relays);
        least = abreast;
    }
    const int have =
        device.core_rows() * device.comp_tile.stream_switch.count(arch::Bundle::East).masters;
    if (least > have)
        return Misfit{stages.back().layer,
                      fmt::format("links through mem tiles lead {} streams from a column of cores "
                                  "to the next, but its rows have only {}",
                                  least, have)};
    return best;
}

}  // namespace xdnasim::network
