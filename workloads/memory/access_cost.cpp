#include "workloads/memory/access_cost.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "workloads/schedule/estimate.hpp"

namespace xdnasim::memory {

using arch::Bytes;
using arch::Nanoseconds;
using schedule::as_double;

namespace {

bool has_rows(const AccessPattern& pattern) {
    return pattern.stride != Bytes{0};
}

bool writes(const Access& access) {
    return access.direction == arch::Direction::S2MM;
}

/// Alignment: the largest divisor, up to a burst, of all places where the runs of `pattern` begin
/// and end.
Bytes alignment(const AccessPattern& pattern, Bytes burst) {
    return Bytes{std::gcd(std::gcd(pattern.stride.count(), pattern.run.count()),
                          std::gcd(pattern.offset.count(), burst.count()))};
}

/// Number of channels, including this one, that move other parts of the same rows at the same time.
int side_by_side(const Access& access, std::span<const Access> accesses, Bytes page) {
    const AccessPattern& pattern = access.pattern;
    if (!has_rows(pattern) || pattern.along_rows) return 1;
    return static_cast<int>(std::ranges::count_if(accesses, [&](const Access& candidate) {
        const AccessPattern& other = candidate.pattern;
        const Bytes apart{std::abs((pattern.offset - other.offset).count())};
        return candidate.direction == access.direction && !other.along_rows &&
               other.buffer == pattern.buffer && other.stride == pattern.stride && apart < page;
    }));
}

/// Number of channels side by side, for each access.
std::vector<int> side_by_side(std::span<const Access> accesses, Bytes page) {
    std::vector<int> channels;
    for (const Access& access : accesses)
        channels.push_back(side_by_side(access, accesses, page));
    return channels;
}

/// Bytes of the bursts that a run touches, on average over the places where runs can begin: the
/// run's share of those that `channels` side by side touch.
double burst_bytes(AccessPattern pattern, int channels, Bytes burst) {
    if (!has_rows(pattern)) return as_double(pattern.run);
    pattern.run = pattern.run * std::int64_t{channels};
    if (channels > 1) pattern.offset = Bytes{0};
    return as_double(pattern.run + burst - alignment(pattern, burst)) / channels;
}

/// Number of pieces for which a written run waits, on average: those into which it falls, within
/// the first row of the memory that it fills. The pieces behind follow as those of contiguous data
/// do.
double pieces(const AccessPattern& pattern, const arch::DramModel& dram) {
    const Bytes piece = dram.write_piece;
    const Bytes begun = std::min(pattern.run, dram.row);
    return as_double(begun + piece - alignment(pattern, piece)) / as_double(piece);
}

/// Number of bursts that a run fills only in part, on average.
double partial_bursts(const AccessPattern& pattern, Bytes burst) {
    const double apart = as_double(alignment(pattern, burst)) / as_double(burst);
    const double touched = as_double(pattern.run) / as_double(burst) + 1 - apart;
    return std::min(2 * (1 - apart), touched);
}

/// Number of stretches of `unit` bytes that each row enters anew, on average; at most 1.
double share_of(Bytes unit, const AccessPattern& pattern) {
    return std::min(as_double(pattern.stride) / as_double(unit), 1.0);
}

/// Table entries of one block that `access` passes through, with `channels` side by side.
double entries_of_block(const Access& access, int channels,
                        const arch::TranslationModel& translation) {
    if (writes(access)) return translation.written;
    return channels > 1 ? translation.shared : 1;
}

/// Table entries of the blocks that all channels pass through, at equal rates, between two passes
/// of `pattern` through a block. `channels`: channels side by side, for each access.
double entries_between(const AccessPattern& pattern, std::span<const Access> accesses,
                       std::span<const int> channels, const arch::TranslationModel& translation) {
    double entries = 0;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const AccessPattern& other = accesses[i].pattern;
        if (!has_rows(other)) continue;
        const double rows_meanwhile =
            static_cast<double>(pattern.rows) * as_double(pattern.run) / as_double(other.run);
        entries += std::min(static_cast<double>(other.rows), rows_meanwhile) *
                   share_of(translation.block, other) *
                   entries_of_block(accesses[i], channels[i], translation) / channels[i];
    }
    return entries;
}

/// Share of the blocks that are no longer in the table when a pattern returns to them. The oldest
/// entry is replaced, so that a table that is too small for all of them soon holds none.
double missing_share(double entries, const arch::TranslationModel& translation) {
    const double over = entries - translation.entries;
    if (over <= 0) return 0;
    return over < translation.spread * translation.entries
               ? over / (translation.spread * translation.entries)
               : 1;
}

/// Address translation walks of a run.
double walks(const Access& access, std::span<const Access> accesses, std::span<const int> channels,
             const arch::TranslationModel& translation) {
    const double missing = missing_share(
        entries_between(access.pattern, accesses, channels, translation), translation);
    return std::max(missing * share_of(translation.page, access.pattern), access.cold);
}

RunCounts counts_of(const Access& access, int neighbours, std::span<const Access> accesses,
                    std::span<const int> channels, const arch::DramModel& dram) {
    const AccessPattern& pattern = access.pattern;
    RunCounts counts{.bytes = as_double(pattern.run),
                     .written = writes(access),
                     .neighbours = neighbours,
                     .burst_bytes = burst_bytes(pattern, neighbours, dram.burst),
                     .port_bytes = burst_bytes(pattern, neighbours, dram.access)};
    if (!has_rows(pattern)) return counts;
    counts.in_rows = true;
    counts.opened = share_of(dram.row, pattern);
    // A longer run lies in all of the memory's channels by itself.
    counts.interleaved =
        pattern.run < dram.interleave && pattern.stride % dram.interleave == Bytes{0};
    counts.walks = walks(access, accesses, channels, dram.translation);
    if (!counts.written) return counts;
    counts.pieces = pieces(pattern, dram);
    counts.part_bursts = partial_bursts(pattern, dram.burst);
    return counts;
}

/// Time in which the memory moves the data; GB/s are bytes per nanosecond.
Nanoseconds moving_data(const RunCounts& run, const arch::DramModel& dram) {
    return Nanoseconds{run.burst_bytes /
                       (dram.total.count() * (run.interleaved ? dram.interleave_share : 1))};
}

/// Time that a channel waits for a run, besides moving its data.
Nanoseconds waiting(const RunCounts& run, const arch::DramModel& dram) {
    if (!run.written) return run.walks * dram.translation.walk;
    return run.walks * dram.translation.write_walk + run.pieces * dram.write_run +
           run.part_bursts * dram.part_write;
}

/// Time to open a row and move data, which overlap with those of other runs.
Nanoseconds overlapped(Nanoseconds opening, Nanoseconds data) {
    return Nanoseconds{std::hypot(opening.count(), data.count())};
}

/// Time that a run takes of the memory, which all channels share. `data`: time for its data. Writes
/// are posted.
Nanoseconds shared(const RunCounts& run, Nanoseconds data, const arch::DramModel& dram) {
    const Nanoseconds opening = run.opened * dram.run;
    if (run.written) return overlapped(opening, data + run.part_bursts * dram.merge);
    const Nanoseconds moving = overlapped(opening, data);
    const Nanoseconds walking = run.walks / run.neighbours * dram.translation.walk;
    return moving + walking - dram.translation.overlap * std::min(moving, walking);
}

}  // namespace

std::vector<RunCounts> run_counts(std::span<const Access> accesses, const arch::DramModel& dram) {
    const std::vector<int> channels = side_by_side(accesses, dram.translation.page);
    std::vector<RunCounts> runs(accesses.size());
    for (std::size_t i = 0; i < accesses.size(); ++i)
        if (accesses[i].pattern.run != Bytes{0})
            runs[i] = counts_of(accesses[i], channels[i], accesses, channels, dram);
    return runs;
}

std::vector<AccessCost> access_costs(std::span<const RunCounts> runs, const arch::Device& device) {
    const arch::DramModel& dram = device.dram;
    const arch::BytesPerCycle rate = schedule::channel_rate(device);
    std::vector<AccessCost> costs;
    for (const RunCounts& run : runs) {
        if (run.bytes == 0) {
            costs.emplace_back();
            continue;
        }
        double channel = schedule::cycles_to_move(run.bytes, rate);
        Nanoseconds memory = moving_data(run, dram);
        if (run.in_rows) {
            channel = std::max(channel, device.exact_cycles(dram.channel_run)) +
                      device.exact_cycles(waiting(run, dram));
            memory = shared(run, memory, dram);
        }
        costs.push_back({channel / run.bytes, device.exact_cycles(memory / run.bytes),
                         run.port_bytes / run.bytes});
    }
    return costs;
}

std::vector<AccessCost> access_costs(std::span<const Access> accesses, const arch::Device& device) {
    return access_costs(run_counts(accesses, device.dram), device);
}

namespace {

bool differ_in_offset_alone(const Access& a, const Access& b) {
    return a.direction == b.direction && a.pattern.buffer == b.pattern.buffer &&
           a.pattern.run == b.pattern.run && a.pattern.stride == b.pattern.stride &&
           a.pattern.rows == b.pattern.rows && a.pattern.along_rows == b.pattern.along_rows;
}

/// Returns whether accesses of one buffer lie as far apart as the others do, so that as many lie
/// side by side.
bool are_moved_together(std::span<const Access> accesses, std::span<const Access> others) {
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const int buffer = accesses[i].pattern.buffer;
        const auto first = std::ranges::find_if(
            accesses, [&](const Access& access) { return access.pattern.buffer == buffer; });
        const auto j = static_cast<std::size_t>(first - accesses.begin());
        if (others[i].pattern.offset - accesses[i].pattern.offset !=
            others[j].pattern.offset - accesses[j].pattern.offset)
            return false;
    }
    return true;
}

bool are_as_well_aligned(const AccessPattern& a, const AccessPattern& b,
                         const arch::DramModel& dram) {
    return std::ranges::all_of(std::array{dram.burst, dram.access, dram.write_piece},
                               [&](Bytes unit) {
                                   return (b.offset - a.offset) % unit == Bytes{0} ||
                                          alignment(a, unit) == alignment(b, unit);
                               });
}

}  // namespace

bool cost_alike(std::span<const Access> accesses, std::span<const Access> others,
                const arch::DramModel& dram) {
    if (accesses.size() != others.size()) return false;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        if (!differ_in_offset_alone(accesses[i], others[i])) return false;
        if (accesses[i].pattern.offset == others[i].pattern.offset) continue;
        if (!are_as_well_aligned(accesses[i].pattern, others[i].pattern, dram)) return false;
    }
    const bool as_warm = std::ranges::equal(accesses, others, {}, &Access::cold, &Access::cold);
    const bool moved_together = are_moved_together(accesses, others);
    if (as_warm && moved_together) return true;
    const std::vector<int> channels = side_by_side(accesses, dram.translation.page);
    if (!moved_together && channels != side_by_side(others, dram.translation.page)) return false;
    for (std::size_t i = 0; i < accesses.size(); ++i)
        if (accesses[i].cold != others[i].cold &&
            walks(accesses[i], accesses, channels, dram.translation) !=
                walks(others[i], others, channels, dram.translation))
            return false;
    return true;
}

}  // namespace xdnasim::memory
