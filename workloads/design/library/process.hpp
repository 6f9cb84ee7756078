#pragma once
// A process of its own for the functions of the host that a core calls: like a core, it has its own
// static data, and what goes wrong in it is a message and no crash.
//
// The process is forked, and shares memory with the run. For each call the run puts the buffers and
// the arguments there and sends a byte; the process answers with a byte when the function has
// returned. It prints nothing to the standard output: what functions print goes to the standard
// error.

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

#include "workloads/design/library/host_function.hpp"
#include "workloads/design/library/shared_memory.hpp"

namespace xdnasim::design::library {

class Process {
 public:
    /// `sizes`: of the core's buffers, in bytes. Throws InputError for a library that cannot be
    /// loaded or lacks a function, for a function of another signature, and for a process that
    /// crashes or takes too long over loading; base::Error when there can be no process.
    Process(std::vector<HostFunction> functions, const std::vector<std::size_t>& sizes);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    [[nodiscard]] const HostFunction& function(std::size_t number) const {
        return functions_[number];
    }
    [[nodiscard]] std::span<std::byte> buffer(std::size_t number) const {
        return memory_.buffer(number);
    }

    /// Calls it; `values` as Exchange has them. Returns what it gives, integers widened to 64 bits.
    /// Throws InputError when it crashes, ends the process, or has not returned in time.
    std::uint64_t call(std::size_t number, std::span<const std::uint64_t> values);

 private:
    enum class Answer : std::uint8_t { Came, Ended, TooLate };

    void start();
    [[nodiscard]] Answer wait(std::chrono::milliseconds limit) const;
    /// Ends the process, if it still runs; what it ended with.
    int end();
    [[noreturn]] void fail(const HostFunction& function, const std::string& what) const;
    [[nodiscard]] std::string reason(int status) const;

    std::vector<HostFunction> functions_;
    SharedMemory memory_;
    pid_t process_ = -1;
    int channel_ = -1;  ///< to the process and back
};

/// What the process does, in it: loads the libraries, and answers calls until nobody asks any more.
[[noreturn]] void serve(int channel, const std::vector<HostFunction>& functions,
                        Exchange& exchange);

}  // namespace xdnasim::design::library
