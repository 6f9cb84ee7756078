#include "workloads/search/design.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/rounded_bound.hpp"
#include "base/saturating.hpp"

namespace xdnasim::search {

std::string to_string(Objective objective) {
    switch (objective) {
        case Objective::Time:
            return "time";
        case Objective::Dram:
            return "dram";
        case Objective::Cores:
            break;
    }
    return "cores";
}

bool better(Objective objective, const Cost& a, const Cost& b) {
    switch (objective) {
        case Objective::Time:
            break;
        case Objective::Dram:
            if (a.dram != b.dram) return a.dram < b.dram;
            break;
        case Objective::Cores:
            if (a.cores != b.cores) return a.cores < b.cores;
            break;
    }
    return a.time < b.time;
}

namespace {

constexpr int kDigits = 5;
constexpr int kDigitsAsked = 10;  ///< at least: all digits that somebody wrote

}  // namespace

void Cost::add_dram(arch::Bytes of_a_call, std::int64_t calls) {
    const std::int64_t added = base::saturating_multiply(of_a_call.count(), calls);
    dram = arch::Bytes{base::saturating_add(dram.count(), added)};
    if (dram.count() >= base::kHuge)
        throw base::InputError{
            "all calls together move more bytes in DRAM than can be counted; reduce the numbers of "
            "calls"};
}

double Constraints::tops(const Cost& cost) const {
    return arch::tops(operations, cost.time);
}

std::string Constraints::tops_text(const Cost& cost) const {
    return base::rounded_down(tops(cost), kDigits) + " TOPS";
}

std::string Constraints::time_text(const Cost& cost) {
    return base::rounded_up(arch::in_microseconds(cost.time), kDigits) + " us";
}

bool Constraints::allow(const Cost& cost) const {
    const auto reaches = [&](double tops) {
        return cost.time <= arch::Nanoseconds{operations / (tops * arch::kGigaPerTera)};
    };
    return (!max_time || cost.time <= *max_time) && (!max_dram || cost.dram <= *max_dram) &&
           (!max_cores || cost.cores <= *max_cores) && (!min_tops || reaches(*min_tops));
}

std::string Constraints::text() const {
    std::vector<std::string> all;
    if (min_tops) all.push_back(fmt::format("{} TOPS or more", *min_tops));
    if (max_time)
        all.push_back(fmt::format(
            "time up to {} us", base::significant(arch::in_microseconds(*max_time), kDigitsAsked)));
    if (max_dram)
        all.push_back(fmt::format("up to {} bytes of DRAM", base::grouped(max_dram->count())));
    if (max_cores) all.push_back("up to " + base::counted(*max_cores, "core"));
    return fmt::format("{}", fmt::join(all, ", "));
}

}  // namespace xdnasim::search
