#include "sim/access_cost.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace xdnasim::sim {

using arch::Bytes;

AccessPattern access_pattern(const schedule::Bd& bd, Bytes offset) {
    AccessPattern pattern;
    pattern.buffer = std::get<schedule::HostBufferRef>(bd.buffer).index;
    pattern.offset = offset;
    pattern.run = bd.length;
    if (bd.dimensions.empty()) return pattern;

    auto dimension = bd.dimensions.begin();
    const auto end = bd.dimensions.end();
    const auto skip_single = [&] {
        while (dimension != end && dimension->size == 1)
            ++dimension;
    };
    pattern.run = arch::kWord;
    for (skip_single(); dimension != end && dimension->stride == pattern.run; skip_single()) {
        pattern.run = pattern.run * dimension->size;
        ++dimension;
    }
    pattern.run = std::min(pattern.run, bd.length);
    if (pattern.run == bd.length || dimension == end) return pattern;

    pattern.stride = dimension->stride;
    pattern.rows = dimension->size;
    ++dimension;
    for (skip_single(); dimension != end && dimension->stride == pattern.stride * pattern.rows;
         skip_single()) {
        pattern.rows *= dimension->size;
        ++dimension;
    }
    // The outermost dimension goes on until the length is used up.
    pattern.rows = std::min(pattern.rows, bd.length / pattern.run);
    pattern.along_rows = dimension != end ? dimension->stride == pattern.run
                                          : bd.iteration && bd.iteration->stride == pattern.run;
    return pattern;
}

using arch::Bytes;
using arch::Nanoseconds;

namespace {

double as_double(Bytes bytes) {
    return static_cast<double>(bytes.count());
}

bool has_rows(const AccessPattern& pattern) {
    return pattern.stride != Bytes{0};
}

/// Bytes of the bursts that a run touches, on the average over the places where runs can begin.
double burst_bytes(const AccessPattern& pattern, Bytes burst) {
    if (!has_rows(pattern)) return as_double(pattern.run);
    const std::int64_t apart = std::gcd(std::gcd(pattern.stride.count(), pattern.run.count()),
                                        std::gcd(pattern.offset.count(), burst.count()));
    return as_double(pattern.run + burst - Bytes{apart});
}

/// GB/s are bytes per nanosecond.
double data_nanoseconds(const AccessPattern& pattern, const arch::DramModel& dram) {
    const bool aligned = has_rows(pattern) && pattern.stride % dram.interleave == Bytes{0};
    const double rate = dram.total.count() * (aligned ? dram.interleave_share : 1);
    return burst_bytes(pattern, dram.burst) / rate;
}

/// Of a page that is new to each row, the share that one row stands for.
double pages_per_row(const AccessPattern& pattern, Bytes page) {
    return std::min(as_double(pattern.stride) / as_double(page), 1.0);
}

bool reads(const Access& access) {
    return access.direction == arch::Direction::MM2S;
}

/// Channels, this one included, whose rows pass through the same pages at the same time.
int sharing_pages(const AccessPattern& pattern, std::span<const Access> accesses, Bytes page) {
    if (pattern.along_rows) return 1;
    return static_cast<int>(std::ranges::count_if(accesses, [&](const Access& access) {
        const AccessPattern& other = access.pattern;
        const Bytes apart{std::abs((pattern.offset - other.offset).count())};
        return reads(access) && !other.along_rows && other.buffer == pattern.buffer &&
               other.stride == pattern.stride && apart < page;
    }));
}

/// Pages that the reading channels pass through, all at one rate, from the time when `pattern`
/// meets a page to when it comes back to it.
double pages_between(const AccessPattern& pattern, std::span<const Access> accesses, Bytes page) {
    double pages = 0;
    for (const Access& access : accesses) {
        const AccessPattern& other = access.pattern;
        if (!reads(access) || !has_rows(other)) continue;
        const double rows_meanwhile =
            static_cast<double>(pattern.rows) * as_double(pattern.run) / as_double(other.run);
        pages += std::min(static_cast<double>(other.rows), rows_meanwhile) *
                 pages_per_row(other, page) / sharing_pages(other, accesses, page);
    }
    return pages;
}

/// The part of the pages that the table does not hold.
double missing_share(double pages, int entries) {
    return pages > entries ? 1 - entries / pages : 0;
}

/// Walks that a run waits for.
double walks(const Access& access, std::span<const Access> accesses,
             const arch::TranslationModel& translation) {
    if (!reads(access)) return 0;
    return missing_share(pages_between(access.pattern, accesses, translation.page),
                         translation.entries) *
           pages_per_row(access.pattern, translation.page) /
           sharing_pages(access.pattern, accesses, translation.page);
}

}  // namespace

double channel_cost(const AccessPattern& pattern, const arch::Device& device) {
    if (pattern.run == Bytes{0}) return 0;
    const double rate =
        std::min(device.bytes_per_cycle(device.dram.channel), as_double(device.stream_width));
    const double run = as_double(pattern.run);
    const double jump = has_rows(pattern) ? device.dram.channel_run.count() * device.clock_ghz : 0;
    return (run / rate + jump) / run;
}

std::vector<AccessCost> access_costs(std::span<const Access> accesses, const arch::Device& device) {
    const arch::DramModel& dram = device.dram;
    std::vector<AccessCost> costs;
    for (const Access& access : accesses) {
        const AccessPattern& pattern = access.pattern;
        if (pattern.run == Bytes{0}) {
            costs.emplace_back();
            continue;
        }
        const double run = as_double(pattern.run);
        double memory = data_nanoseconds(pattern, dram);
        if (has_rows(pattern)) {
            memory = std::hypot(dram.run.count(), memory) +
                     walks(access, accesses, dram.translation) * dram.translation.walk.count();
        }
        costs.push_back({channel_cost(pattern, device), memory / run * device.clock_ghz});
    }
    return costs;
}

}  // namespace xdnasim::sim
