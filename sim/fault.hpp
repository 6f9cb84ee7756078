#pragma once
// Where a module reports that the program it runs is wrong: the run stops with the first one.

#include <optional>
#include <string>
#include <utility>

#include <systemc>

namespace xdnasim::sim {

class Fault {
 public:
    void raise(std::string message) {
        if (!message_) message_ = std::move(message);
        sc_core::sc_stop();
    }
    [[nodiscard]] const std::optional<std::string>& message() const { return message_; }

 private:
    std::optional<std::string> message_;
};

}  // namespace xdnasim::sim
