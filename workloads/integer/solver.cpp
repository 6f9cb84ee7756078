#include "workloads/integer/solver.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/free_memory.hpp"
#include "workloads/integer/solver_process.hpp"

namespace xdnasim::integer {
namespace {

using Clock = std::chrono::steady_clock;

constexpr pid_t kNone = -1;
thread_local pid_t running = kNone;

/// Default limit of a program's memory, which leaves some for the rest of the machine.
std::size_t most_of_free_memory() {
    return static_cast<std::size_t>(base::free_memory() / 4 * 3);
}

/// A running solver, as its parent sees it. When asked to stop, it answers with its best solution;
/// if it does not within a while, it is ended by force.
class Solver {
 public:
    Solver(const Program& program, const std::vector<double>& start, const Limits& limits)
        : limits_{limits}, memory_{limits.memory.value_or(most_of_free_memory())} {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
        const pid_t parent = ::getpid();
        process_ = ::fork();
        if (process_ < 0) fail("fork");
        if (process_ == 0) {
            become_solver(parent, memory_);
            work_as_solver(program, start, limits, ends[1]);
        }
        ::setpgid(process_, process_);
        running = process_;
        ::close(ends[1]);
        output_ = ends[0];
        at_first_ = use_of(::getpid()).resident;
    }
    ~Solver() {
        ::close(output_);
        running = kNone;
        if (process_ < 0) return;
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    Answer run() {
        while (!is_closed_) {
            read();
            if (!reason_) ask();
            if (reason_ && Clock::now() > patience_) break;
        }
        ::kill(process_, is_closed_ ? 0 : SIGKILL);
        running = kNone;
        int status = 0;
        while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
        }
        process_ = kNone;
        return answer(status);
    }

 private:
    [[noreturn]] static void fail(const char* step) {
        throw base::Error{base::ExitCode::Unavailable,
                          fmt::format("starting the solver: {}: {}", step, std::strerror(errno))};
    }

    void read() {
        constexpr int kMilliseconds = 20;
        pollfd ready{output_, POLLIN, 0};
        if (::poll(&ready, 1, kMilliseconds) <= 0) return;
        std::array<char, 65536> buffer{};
        const ssize_t size = ::read(output_, buffer.data(), buffer.size());
        if (size > 0) answers_.add({buffer.data(), static_cast<std::size_t>(size)});
        if (size == 0 || (size < 0 && errno != EINTR)) is_closed_ = true;
    }

    void ask() {
        if (!limits_.may_go_on())
            stop(Ending::Stopped);
        else if (limits_.time && base::processor_time_of(process_) > *limits_.time)
            stop(Ending::Time);
        else if (const std::size_t used = use_of(process_).resident; used > at_first_)
            ask_about_memory(used - at_first_);
    }

    void ask_about_memory(std::size_t added) {
        added_ = std::max(added_, added);
        if (added > memory_ / 10 * 9) stop(Ending::Memory);
    }

    void stop(Ending reason) {
        constexpr std::chrono::seconds kPatience{2};
        reason_ = reason;
        patience_ = Clock::now() + kPatience;
        ::kill(process_, SIGINT);
    }

    [[nodiscard]] Answer answer(int status) {
        if (Answer* const found = answers_.last()) {
            // When stopped, Cbc reports that it has run out of time.
            if (reason_ && found->ending == Ending::Time) found->ending = *reason_;
            return std::move(*found);
        }
        // When the machine is out of memory, the kernel also ends a process with SIGKILL,
        // preferably one that uses much memory.
        const bool is_full =
            (WIFEXITED(status) && WEXITSTATUS(status) == kOutOfMemory) ||
            (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && added_ > memory_ / 2);
        return {.ending = reason_.value_or(is_full ? Ending::Memory : Ending::Failed),
                .values = std::move(answers_.best())};
    }

    const Limits& limits_;
    std::size_t memory_;
    std::size_t at_first_ = 0;
    pid_t process_ = kNone;
    int output_ = -1;
    /// Maximum of the bytes that the process used in addition to those at its start.
    std::size_t added_ = 0;
    Answers answers_;
    bool is_closed_ = false;
    std::optional<Ending> reason_;
    Clock::time_point patience_;
};

}  // namespace

base::ProcessorTime time_of_running_solver() {
    return running == kNone ? base::ProcessorTime{0} : base::processor_time_of(running);
}

bool has_solver() {
    return load_cbc() != nullptr;
}

void require_solver(const char* who) {
    if (has_solver()) return;
    throw base::Error{
        base::ExitCode::Unavailable,
        fmt::format("{} needs the solver Cbc, which this xdnasim was built without or cannot load. "
                    "Install Debian's package coinor-libcbc-dev, then configure and build again",
                    who)};
}

Answer solve(const Program& program, const std::vector<double>& start, const Limits& limits) {
    Answer answer = Solver{program, start, limits}.run();
    const bool has_start = !start.empty() && program.holds(start);
    const bool holds = answer.values && program.holds(*answer.values);
    if (!holds) answer.values.reset();
    const bool is_worse =
        has_start && (!holds || program.cost_of(start) < program.cost_of(*answer.values));
    if (is_worse) answer.values = start;
    return answer;
}

}  // namespace xdnasim::integer
