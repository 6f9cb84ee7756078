#include "sim/environment.hpp"

#include <string_view>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"

// libsystemc expects every program to define its entry point; this one has a main of its own.
int sc_main(int /*argc*/, char** /*argv*/) {
    return 0;
}

namespace xdnasim::sim {

namespace {

std::exception_ptr too_long(std::string_view than) {
    return std::make_exception_ptr(base::InputError{fmt::format(
        "the run takes {}; allowed: fewer or shorter calls, objects, samples or frames", than)});
}

}  // namespace

void Fault::raise_too_long() {
    constexpr auto kSeconds = static_cast<std::int64_t>(kLastTime / kFemtosecondsPerSecond);
    raise(too_long(fmt::format("longer than {} s of simulated time, which SystemC cannot tell",
                               base::grouped(kSeconds))));
}

void Fault::raise_too_many_cycles() {
    raise(too_long(fmt::format("more than {} cycles", base::grouped(kMostCycles.count()))));
}

SimulationContext::SimulationContext()
    : previous_{sc_core::sc_curr_simcontext}, context_{new sc_core::sc_simcontext} {
    sc_core::sc_curr_simcontext = context_.get();
    sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
}

SimulationContext::~SimulationContext() {
    context_.reset();
    sc_core::sc_curr_simcontext = previous_;
}

}  // namespace xdnasim::sim
