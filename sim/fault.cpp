#include "sim/fault.hpp"

#include <string_view>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "sim/clock_domain.hpp"

namespace xdnasim::sim {

namespace {

std::exception_ptr too_long(std::string_view than) {
    return std::make_exception_ptr(base::InputError{fmt::format(
        "the run takes {}; allowed: fewer or shorter calls, objects, samples or frames", than)});
}

}  // namespace

void Fault::raise_too_long() {
    constexpr auto kSeconds = static_cast<std::int64_t>(kLastTime / kFemtosecondsPerSecond);
    raise(too_long(fmt::format("longer than {} s of simulated time, which SystemC cannot represent",
                               base::grouped(kSeconds))));
}

void Fault::raise_too_many_cycles() {
    raise(too_long(fmt::format("more than {} cycles", base::grouped(arch::kMostCycles.count()))));
}

}  // namespace xdnasim::sim
