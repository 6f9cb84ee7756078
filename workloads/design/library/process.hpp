#pragma once
// The process that calls host functions for one core. Like a core, it has its own static data, and
// a crash in it becomes an error message.
// The process is forked, and shares memory with the run. For each call the run writes the buffers
// and the arguments there and sends a byte; the process answers with a byte when the function has
// returned. What functions print to the standard output goes to the standard error.

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
    /// `sizes`: bytes of each of the core's buffers. Throws InputError for a library that cannot be
    /// loaded or lacks a function, for a function of another signature, and if the process crashes
    /// or takes too long while loading. Throws base::Error if no process can be started.
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

    /// Calls a function. `values`: see Exchange::values. Returns the function's result, with
    /// integers widened to 64 bits. Throws InputError if the function crashes, ends the process, or
    /// does not return in time.
    std::uint64_t call(std::size_t number, std::span<const std::uint64_t> values);

 private:
    enum class Answer : std::uint8_t { Came, Ended, TooLate };

    void start();
    [[nodiscard]] Answer wait(std::chrono::milliseconds limit) const;
    /// Kills the process if it still runs, and returns its exit status.
    int end();
    [[noreturn]] void fail(const HostFunction& function, const std::string& what) const;
    [[nodiscard]] std::string reason(int status) const;

    std::vector<HostFunction> functions_;
    SharedMemory memory_;
    pid_t process_ = -1;
    int channel_ = -1;  ///< socket to the process and back
};

/// Main function of the process: loads the libraries, and answers calls until the channel is
/// closed.
[[noreturn]] void serve(int channel, const std::vector<HostFunction>& functions,
                        Exchange& exchange);

}  // namespace xdnasim::design::library
