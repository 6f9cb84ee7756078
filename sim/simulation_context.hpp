#pragma once
// A SystemC kernel for one run, so that one process can simulate many runs.

#include <memory>

#include <systemc>

namespace xdnasim::sim {

class SimulationContext {
 public:
    SimulationContext();
    ~SimulationContext();
    SimulationContext(const SimulationContext&) = delete;
    SimulationContext& operator=(const SimulationContext&) = delete;

 private:
    sc_core::sc_simcontext* previous_;
    std::unique_ptr<sc_core::sc_simcontext> context_;
};

}  // namespace xdnasim::sim
