#pragma once
// Collects the faults that modules find in the program they run. The first one stops the run.

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include <systemc>

#include "arch/units.hpp"
#include "base/place.hpp"

namespace xdnasim::sim {

class Fault {
 public:
    /// `origin`: source position of the operation or BD at work.
    void raise(std::string message, base::Position origin) {
        if (!message_) {
            message_ = std::move(message);
            origin_ = origin;
        }
        sc_core::sc_stop();
    }
    /// Reports that the run takes longer than SystemC's time can represent.
    void raise_too_long();
    /// Reports that the run takes more than arch::kMostCycles.
    void raise_too_many_cycles();
    /// Ends the run with an exception that was caught during it.
    void raise(std::exception_ptr exception) {
        if (!exception_) exception_ = std::move(exception);
        sc_core::sc_stop();
    }
    [[nodiscard]] const std::optional<std::string>& message() const { return message_; }
    [[nodiscard]] base::Position origin() const { return origin_; }
    [[nodiscard]] const std::exception_ptr& exception() const { return exception_; }

 private:
    std::optional<std::string> message_;
    base::Position origin_;
    std::exception_ptr exception_;
};

}  // namespace xdnasim::sim
