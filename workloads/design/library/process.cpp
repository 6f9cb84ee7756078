#include "workloads/design/library/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/uninterrupted.hpp"

namespace xdnasim::design::library {
namespace {

using Clock = std::chrono::steady_clock;

constexpr char kByte = 1;

[[noreturn]] void fail_at_start(const char* step) {
    throw base::Error{
        base::ExitCode::Unavailable,
        fmt::format("starting a process for kernels: {}: {}", step, std::strerror(errno))};
}

/// In the child process: it is killed when its parent ends. A process group of its own keeps
/// interrupts from the terminal away from it.
void become_child(pid_t parent) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) std::_Exit(EXIT_FAILURE);
    for (const int signal : base::kInterruptingSignals)
        std::signal(signal, SIG_DFL);
}

std::string seconds(std::chrono::milliseconds time) {
    constexpr double kMilliseconds = 1000;
    return fmt::format("{:g} s", static_cast<double>(time.count()) / kMilliseconds);
}

}  // namespace

Process::Process(std::vector<HostFunction> functions, const std::vector<std::size_t>& sizes)
    : functions_{std::move(functions)}, memory_{sizes} {
    start();
    // Loading a library may take longer than a call.
    std::chrono::milliseconds limit = kTimeLimit;
    for (const HostFunction& function : functions_)
        limit = std::max(limit, function.limit);
    const HostFunction& first = functions_.front();
    const Answer answer = wait(limit);
    const Exchange& exchange = memory_.exchange();
    if (answer == Answer::Came && exchange.error.front() == '\0') return;
    const int status = end();
    if (answer == Answer::Came) throw base::InputError{exchange.error.data()};
    const std::string what = answer == Answer::TooLate
                                 ? fmt::format("has not ended after {}", seconds(limit))
                                 : reason(status);
    throw base::InputError{
        fmt::format("{}: loading '{}', which function '{}' needs: the library's initialisation {}",
                    first.called, first.library.string(), first.name, what)};
}

Process::~Process() {
    end();
}

void Process::start() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        fail_at_start("socketpair");
    // Flushes output that the parent has buffered, so that the child does not write it again.
    std::fflush(nullptr);
    const pid_t parent = ::getpid();
    process_ = ::fork();
    if (process_ < 0) {
        ::close(ends[0]);
        ::close(ends[1]);
        fail_at_start("fork");
    }
    if (process_ == 0) {
        become_child(parent);
        serve(ends[1], functions_, memory_.exchange());
    }
    ::setpgid(process_, process_);
    ::close(ends[1]);
    channel_ = ends[0];
}

Process::Answer Process::wait(std::chrono::milliseconds limit) const {
    const Clock::time_point end = Clock::now() + limit;
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
        if (left.count() <= 0) return Answer::TooLate;
        pollfd ready{channel_, POLLIN, 0};
        if (::poll(&ready, 1, static_cast<int>(left.count())) <= 0) continue;
        char byte = 0;
        const ssize_t size = ::read(channel_, &byte, 1);
        if (size < 0 && errno == EINTR) continue;
        return size == 1 ? Answer::Came : Answer::Ended;
    }
}

std::uint64_t Process::call(std::size_t number, std::span<const std::uint64_t> values) {
    const HostFunction& function = functions_[number];
    Exchange& exchange = memory_.exchange();
    exchange.function = static_cast<std::uint32_t>(number);
    std::ranges::copy(values, exchange.values.begin());
    // If the process has ended, wait() reports that.
    static_cast<void>(::send(channel_, &kByte, 1, MSG_NOSIGNAL));
    switch (wait(function.limit)) {
        case Answer::Came:
            return exchange.result;
        case Answer::Ended:
            fail(function, reason(end()));
        case Answer::TooLate:
            end();
            fail(function, fmt::format("has not returned after {}; allow it longer with "
                                       "`time_limit` in kernels.yaml, in seconds",
                                       seconds(function.limit)));
    }
    return 0;
}

int Process::end() {
    if (channel_ >= 0) ::close(std::exchange(channel_, -1));
    if (process_ < 0) return 0;
    int status = 0;
    // If the process has just ended by itself, its own status is kept.
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
}

void Process::fail(const HostFunction& function, const std::string& what) const {
    throw base::InputError{fmt::format("{}: {} {}", function.called, to_string(function), what)};
}

std::string Process::reason(int status) const {
    if (WIFEXITED(status))
        return fmt::format("ends its process, with exit code {}", WEXITSTATUS(status));
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const Exchange& exchange = memory_.exchange();
    if (signal != SIGSEGV && signal != SIGBUS)
        return fmt::format("crashes: SIG{}", ::sigabbrev_np(signal));
    if (const auto place = memory_.place_of(exchange.fault); exchange.has_fault && place)
        return fmt::format("crashes: it touches {}", *place);
    return fmt::format(
        "crashes: it touches address 0x{:x}, which is not a buffer; the design calls it "
        "as {}",
        exchange.fault, readable(signature_of(functions_[exchange.function])));
}

}  // namespace xdnasim::design::library
