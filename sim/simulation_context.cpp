#include "sim/simulation_context.hpp"

// libsystemc expects every program to define its entry point; this one has a main of its own.
int sc_main(int /*argc*/, char** /*argv*/) {
    return 0;
}

namespace xdnasim::sim {

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
