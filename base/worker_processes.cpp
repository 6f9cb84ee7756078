#include "base/worker_processes.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "base/stop_request.hpp"
#include "base/uninterrupted.hpp"

namespace xdnasim::base {
namespace {

constexpr std::size_t kPipeBytes = 65536;
/// First character of the line of a failed item: "!NUMBER\tEXIT_CODE\tMESSAGE". The line of a
/// result is "NUMBER\tRESULT".
constexpr char kFailed = '!';
constexpr char kAfterNumber = '\t';

struct Worker {
    pid_t process = -1;
    int output = -1;
    std::deque<std::size_t> left;  ///< remaining items, in the order in which it does them
    std::string text{};            ///< output that has been read, but not yet used
};

/// Throws an Error whose cause is the machine, not the input.
[[noreturn]] void fail_by_machine(const char* step) {
    throw Error{ExitCode::Unavailable,
                fmt::format("running processes side by side: {}: {}", step, std::strerror(errno))};
}

/// Makes this process end with its parent, which alone reports an interruption.
void end_with(pid_t parent) {
    for (const int signal : kInterruptingSignals) {
        struct sigaction inherited {};
        ::sigaction(signal, nullptr, &inherited);
        // A signal that is ignored, as under nohup, stays ignored.
        if (inherited.sa_handler != SIG_IGN) std::signal(signal, SIG_DFL);
    }
    // Ctrl-C reaches all processes, but the parent may still want the results of this one.
    std::signal(SIGINT, SIG_IGN);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) std::_Exit(EXIT_FAILURE);
}

/// Forks and returns the result of fork(). A child that is interrupted right after its start ends
/// without a message.
pid_t fork_worker() {
    const SignalsHeldBack until_ready;
    const pid_t parent = ::getpid();
    const pid_t process = ::fork();
    if (process == 0) {
        forget_calling_off();
        end_with(parent);
    }
    return process;
}

std::string line_of_failure(std::size_t number, ExitCode code, const char* message) {
    return fmt::format("{}{}{}{}{}{}", kFailed, number, kAfterNumber, static_cast<int>(code),
                       kAfterNumber, message);
}

/// The error in a line of a failed item. `text`: what follows the number in line_of_failure().
Error failure_of(const std::string& text) {
    const std::size_t after_code = text.find(kAfterNumber);
    return {static_cast<ExitCode>(std::stoi(text)), text.substr(after_code + 1)};
}

[[noreturn]] void run_all(int output, const std::deque<std::size_t>& numbers,
                          const SharedWork& work) {
    for (const std::size_t number : numbers) {
        std::string line;
        try {
            line = fmt::format("{}{}{}", number, kAfterNumber, work.run(number));
        } catch (const Error& error) {
            line = line_of_failure(number, error.code(), error.what());
        } catch (const std::exception& error) {
            line = line_of_failure(number, ExitCode::BadInput, error.what());
        }
        std::ranges::replace(line, '\n', ' ');
        if (!write_all(output, line + '\n')) std::_Exit(EXIT_FAILURE);  // the parent is gone
    }
    std::_Exit(EXIT_SUCCESS);
}

class Workers {
 public:
    Workers(const std::vector<std::size_t>& numbers, std::size_t processes, const SharedWork& work)
        : work_{work} {
        std::vector<std::deque<std::size_t>> shares(processes);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            shares[i % processes].push_back(numbers[i]);
        for (std::deque<std::size_t>& share : shares)
            start(std::move(share));
    }
    ~Workers() {
        for (const Worker& worker : workers_) {
            if (worker.output < 0) continue;
            ::kill(worker.process, SIGTERM);
            ::close(worker.output);
            ::waitpid(worker.process, nullptr, 0);
        }
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// Reads the output of all workers until all have ended.
    void read() {
        for (std::vector<pollfd> open = open_outputs(); !open.empty(); open = open_outputs()) {
            const int ready_outputs = ::poll(open.data(), open.size(), kBetweenQuestions);
            if (ready_outputs < 0 && errno != EINTR) fail_by_machine("poll");
            stop_if_called_off();
            if (ready_outputs <= 0) continue;
            for (const pollfd& ready : open)
                if (ready.revents != 0) read(ready.fd);
        }
    }

 private:
    [[nodiscard]] std::vector<pollfd> open_outputs() const {
        std::vector<pollfd> open;
        for (const Worker& worker : workers_)
            if (worker.output >= 0) open.push_back({worker.output, POLLIN, 0});
        return open;
    }

    void start(std::deque<std::size_t> numbers) {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) fail_by_machine("pipe");
        const pid_t process = fork_worker();
        if (process < 0) fail_by_machine("fork");
        if (process == 0) {
            ::close(ends[0]);
            run_all(ends[1], numbers, work_);
        }
        ::close(ends[1]);
        std::erase_if(workers_, [](const Worker& worker) { return worker.output < 0; });
        workers_.push_back({process, ends[0], std::move(numbers)});
    }

    void read(int file) {
        Worker& worker = *std::ranges::find(workers_, file, &Worker::output);
        std::array<char, kPipeBytes> bytes{};
        const ssize_t count = ::read(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) return;
        if (count <= 0) return end(worker);
        worker.text.append(bytes.data(), static_cast<std::size_t>(count));
        std::size_t begin = 0;
        for (std::size_t at = 0; (at = worker.text.find('\n', begin)) != std::string::npos;
             begin = at + 1)
            take(worker, worker.text.substr(begin, at - begin));
        worker.text.erase(0, begin);
    }

    void take(Worker& worker, const std::string& line) {
        const std::size_t number = worker.left.front();
        worker.left.pop_front();
        const std::string result = line.substr(line.find(kAfterNumber) + 1);
        if (line.front() == kFailed)
            work_.failed(number, failure_of(result));
        else
            work_.take(number, result);
    }

    /// Handles the end of a worker: another process takes over its remaining items.
    void end(Worker& worker) {
        ::close(worker.output);
        worker.output = -1;
        int status = 0;
        ::waitpid(worker.process, &status, 0);
        std::deque<std::size_t> left = std::move(worker.left);
        if (left.empty()) return;
        const std::size_t at = left.front();
        if (++deaths_[at] == kMostDeaths) {
            left.pop_front();
            work_.gave_up(at, WIFSIGNALED(status)
                                  ? fmt::format("signal {}", WTERMSIG(status))
                                  : fmt::format("exit code {}", WEXITSTATUS(status)));
        }
        if (!left.empty()) start(std::move(left));
    }

    const SharedWork& work_;
    std::vector<Worker> workers_;
    std::map<std::size_t, int> deaths_;  ///< number of dead processes by the item they worked on
};

}  // namespace

void run_in_processes(std::vector<std::size_t> numbers, unsigned processes,
                      const SharedWork& work) {
    if (numbers.empty()) return;
    Workers workers{numbers, std::clamp<std::size_t>(processes, 1, numbers.size()), work};
    workers.read();
}

}  // namespace xdnasim::base
