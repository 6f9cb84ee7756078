#include "base/side_by_side.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/stop_request.hpp"

namespace xdnasim::base {
namespace {

constexpr std::size_t kPipeBytes = 65536;
constexpr int kBetweenQuestions = 100;  ///< milliseconds; whether to go on
/// In front of what a task failed with, in place of its id and a tab.
constexpr char kFailed = '!';

/// A process of its own: SystemC knows only one simulation at a time.
struct Worker {
    pid_t process = -1;
    int output = -1;
    std::string text{};  ///< read and not yet used
};

void write_all(int file, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = ::write(file, text.data() + done, text.size() - done);
        if (written < 0 && errno == EINTR) continue;
        // Nobody reads any more: the parent is gone.
        if (written < 0) std::_Exit(EXIT_FAILURE);
        done += static_cast<std::size_t>(written);
    }
}

constexpr std::array kInterruptions{SIGINT, SIGTERM, SIGHUP};

/// As long as there is one, this process and those that it starts are not interrupted.
class Undisturbed {
 public:
    Undisturbed() {
        sigset_t signals;
        sigemptyset(&signals);
        for (const int signal : kInterruptions)
            sigaddset(&signals, signal);
        ::pthread_sigmask(SIG_BLOCK, &signals, &before_);
    }
    ~Undisturbed() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    Undisturbed(const Undisturbed&) = delete;
    Undisturbed& operator=(const Undisturbed&) = delete;

 private:
    sigset_t before_{};
};

/// An interruption is the parent's to tell of; its processes end with it.
void end_with(pid_t parent) {
    for (const int signal : kInterruptions) {
        struct sigaction inherited {};
        ::sigaction(signal, nullptr, &inherited);
        // One that is ignored, as nohup asks for, stays ignored.
        if (inherited.sa_handler != SIG_IGN) std::signal(signal, SIG_DFL);
    }
    // Ctrl-C reaches all of them, and the parent may want to have what they are at.
    std::signal(SIGINT, SIG_IGN);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) std::_Exit(EXIT_FAILURE);
}

/// What fork() gives; a child that is interrupted from its first step on ends without a word.
pid_t fork_worker() {
    const Undisturbed until_ready;
    const pid_t parent = ::getpid();
    const pid_t process = ::fork();
    if (process == 0) {
        forget_calling_off();
        end_with(parent);
    }
    return process;
}

[[noreturn]] void work(int output, std::span<const Task* const> tasks, std::size_t first,
                       std::size_t step) {
    for (std::size_t i = first; i < tasks.size(); i += step) {
        const Task& task = *tasks[i];
        std::string line;
        try {
            line = fmt::format("{}{}{}", task.id, kAfterId, task.run());
        } catch (const std::exception& error) {
            line = fmt::format("{}{}: {}", kFailed, task.id, error.what());
        }
        std::ranges::replace(line, '\n', ' ');
        write_all(output, line + '\n');
    }
    std::_Exit(EXIT_SUCCESS);
}

class Workers {
 public:
    Workers(std::span<const Task* const> tasks, std::size_t processes) {
        for (std::size_t i = 0; i < processes; ++i)
            start(tasks, i, processes);
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

    /// Calls `use` with each line that a process writes, until all have ended.
    template <class Use>
    void read(Use use) {
        for (std::vector<pollfd> open = open_outputs(); !open.empty(); open = open_outputs()) {
            const int ready_outputs = ::poll(open.data(), open.size(), kBetweenQuestions);
            if (ready_outputs < 0 && errno != EINTR)
                throw InputError{fmt::format("poll: {}", std::strerror(errno))};
            stop_if_called_off();
            if (ready_outputs <= 0) continue;
            for (const pollfd& ready : open)
                if (ready.revents != 0) take(ready.fd, use);
        }
    }

 private:
    [[nodiscard]] std::vector<pollfd> open_outputs() const {
        std::vector<pollfd> open;
        for (const Worker& worker : workers_)
            if (worker.output >= 0) open.push_back({worker.output, POLLIN, 0});
        return open;
    }

    void start(std::span<const Task* const> tasks, std::size_t first, std::size_t step) {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0)
            throw InputError{fmt::format("pipe: {}", std::strerror(errno))};
        const pid_t process = fork_worker();
        if (process < 0) throw InputError{fmt::format("fork: {}", std::strerror(errno))};
        if (process == 0) {
            ::close(ends[0]);
            work(ends[1], tasks, first, step);
        }
        ::close(ends[1]);
        workers_.push_back({process, ends[0]});
    }

    template <class Use>
    void take(int file, Use use) {
        Worker& worker = *std::ranges::find(workers_, file, &Worker::output);
        std::array<char, kPipeBytes> bytes{};
        const ssize_t count = ::read(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) return;
        if (count <= 0) return end(worker);
        worker.text.append(bytes.data(), static_cast<std::size_t>(count));
        std::size_t begin = 0;
        for (std::size_t at = 0; (at = worker.text.find('\n', begin)) != std::string::npos;
             begin = at + 1)
            use(worker.text.substr(begin, at - begin));
        worker.text.erase(0, begin);
    }

    static void end(Worker& worker) {
        ::close(worker.output);
        worker.output = -1;
        int status = 0;
        ::waitpid(worker.process, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS)
            throw InputError{
                "a process of this run was ended from outside; what is done stays where --keep has "
                "put it"};
    }

    std::vector<Worker> workers_;
};

}  // namespace

std::vector<std::string> run_side_by_side(std::span<const Task> tasks, unsigned processes,
                                          const std::optional<Keep>& keep,
                                          const std::function<void(std::size_t)>& on_done) {
    std::optional<KeptResults> kept;
    std::map<std::string, std::string> done;
    if (keep) kept.emplace(*keep);
    std::vector<const Task*> open;
    for (const Task& task : tasks) {
        if (kept && kept->by_id().contains(task.id))
            done[task.id] = kept->by_id().at(task.id);
        else
            open.push_back(&task);
    }
    Workers workers{open, std::min<std::size_t>(std::max(processes, 1U), open.size())};
    workers.read([&](const std::string& line) {
        if (line.front() == kFailed) throw InputError{line.substr(1)};
        const std::size_t after_id = line.find(kAfterId);
        const std::string id = line.substr(0, after_id);
        const std::string result = line.substr(after_id + 1);
        if (kept) kept->add(id, result);
        done[id] = result;
        if (on_done) on_done(done.size());
    });
    std::vector<std::string> results;
    for (const Task& task : tasks)
        results.push_back(done.at(task.id));
    return results;
}

}  // namespace xdnasim::base
