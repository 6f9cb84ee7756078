#include "sim/clock_domain.hpp"

#include <cmath>
#include <numeric>

namespace xdnasim::sim {
namespace {

/// Clocks are rounded to whole hertz.
constexpr double kHertzPerGigahertz = 1e9;

__extension__ using Wide = unsigned __int128;

}  // namespace

template <class CyclesOf>
Clock<CyclesOf>::Clock(double ghz) {
    const auto hertz = static_cast<std::uint64_t>(std::llround(ghz * kHertzPerGigahertz));
    const std::uint64_t common = std::gcd(hertz, kFemtosecondsPerSecond);
    femtoseconds_ = kFemtosecondsPerSecond / common;
    cycles_ = hertz / common;
}

template <class CyclesOf>
std::uint64_t Clock<CyclesOf>::edge(CyclesOf cycle) const {
    const auto number = static_cast<std::uint64_t>(cycle.count());
    if (cycles_ == 1) return number * femtoseconds_;
    return static_cast<std::uint64_t>(Wide{number} * femtoseconds_ / cycles_);
}

template <class CyclesOf>
CyclesOf Clock<CyclesOf>::last() const {
    return CyclesOf{static_cast<std::int64_t>(Wide{kLastTime} * cycles_ / femtoseconds_)};
}

template <class CyclesOf>
CyclesOf Clock<CyclesOf>::at(std::uint64_t femtoseconds) const {
    const Wide scaled = Wide{femtoseconds} * cycles_ + (femtoseconds_ - 1);
    return CyclesOf{static_cast<std::int64_t>(scaled / femtoseconds_)};
}

template <class CyclesOf>
void Clock<CyclesOf>::notify_at(sc_core::sc_event& event, CyclesOf cycle) const {
    const std::uint64_t now_fs = sc_core::sc_time_stamp().value();
    event.notify(sc_core::sc_time::from_value(edge(cycle) - now_fs));
}

template class Clock<arch::Cycles>;
template class Clock<arch::PlCycles>;

}  // namespace xdnasim::sim
