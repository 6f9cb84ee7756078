#include "sim/clock_domain.hpp"

#include <cmath>
#include <numeric>

namespace xdnasim::sim {
namespace {

/// A clock is rounded to whole hertz.
constexpr double kHertzPerGigahertz = 1e9;

__extension__ using Wide = unsigned __int128;

}  // namespace

ClockDomain::ClockDomain(double ghz) {
    const auto hertz = static_cast<std::uint64_t>(std::llround(ghz * kHertzPerGigahertz));
    const std::uint64_t common = std::gcd(hertz, kFemtosecondsPerSecond);
    femtoseconds_ = kFemtosecondsPerSecond / common;
    cycles_ = hertz / common;
}

std::uint64_t ClockDomain::edge(arch::Cycles cycle) const {
    const auto number = static_cast<std::uint64_t>(cycle.count());
    if (cycles_ == 1) return number * femtoseconds_;
    return static_cast<std::uint64_t>(Wide{number} * femtoseconds_ / cycles_);
}

arch::Cycles ClockDomain::last() const {
    return arch::Cycles{static_cast<std::int64_t>(Wide{kLastTime} * cycles_ / femtoseconds_)};
}

arch::Cycles ClockDomain::at(std::uint64_t femtoseconds) const {
    const Wide scaled = Wide{femtoseconds} * cycles_ + (femtoseconds_ - 1);
    return arch::Cycles{static_cast<std::int64_t>(scaled / femtoseconds_)};
}

void ClockDomain::notify_at(sc_core::sc_event& event, arch::Cycles cycle) const {
    const std::uint64_t now_fs = sc_core::sc_time_stamp().value();
    event.notify(sc_core::sc_time::from_value(edge(cycle) - now_fs));
}

}  // namespace xdnasim::sim
