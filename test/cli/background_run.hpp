#pragma once
// The built command as a background process, for tests of interruptions.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/support/temporary_folder.hpp"

namespace xdnasim::cli {

/// A background process of the built command, with its results in a temporary folder.
class BackgroundRun {
 public:
    /// Starts the process. `options`: options for results, each with the name of its file or folder
    /// in the temporary folder. An option that ends with "=" is joined with the path.
    BackgroundRun(std::vector<std::string> arguments,
                  const std::vector<std::pair<std::string, std::string>>& options) {
        arguments.insert(arguments.begin(), XDNASIM_COMMAND);
        for (const auto& [option, name] : options) {
            const std::string path = (results_.path() / name).string();
            if (option.ends_with('='))
                arguments.push_back(option + path);
            else
                arguments.insert(arguments.end(), {option, path});
        }
        std::vector<char*> argv;
        for (std::string& argument : arguments)
            argv.push_back(argument.data());
        argv.push_back(nullptr);

        // Signals get their default actions: the test program may ignore some of them, as
        // background jobs do, and a child would inherit that.
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        sigset_t all;
        sigfillset(&all);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        for (const auto& [fd, name] : {std::pair{1, "stdout"}, std::pair{2, "stderr"}})
            posix_spawn_file_actions_addopen(&files, fd, (output_.path() / name).c_str(),
                                             O_WRONLY | O_CREAT, 0600);
        if (posix_spawn(&process_, XDNASIM_COMMAND, &files, &attributes, argv.data(), environ) != 0)
            throw std::runtime_error{"cannot start " XDNASIM_COMMAND};
        posix_spawn_file_actions_destroy(&files);
        posix_spawnattr_destroy(&attributes);
    }
    BackgroundRun(const BackgroundRun&) = delete;
    BackgroundRun& operator=(const BackgroundRun&) = delete;
    ~BackgroundRun() {
        if (process_ < 0) return;
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }

    /// Waits until the process has a handler for `signal`, which main() installs at its beginning.
    void wait_until_it_catches(int signal) const {
        const std::filesystem::path status =
            std::filesystem::path{"/proc"} / std::to_string(process_) / "status";
        const auto catches = [&] {
            const std::string text = content_of(status);
            const auto caught = text.find("SigCgt:");
            return caught != std::string::npos &&
                   ((std::stoull(text.substr(caught + 7), nullptr, 16) >> (signal - 1)) & 1) == 1;
        };
        wait_until(catches, "the command does not catch the signal");
    }

    /// Waits until there is a file, complete or not, in the folder of results.
    void wait_until_it_writes() const {
        wait_until([this] { return !results().empty(); }, "the command begins no file");
    }

    /// Waits until `file` has at least `lines` lines.
    static void wait_for_lines(const std::filesystem::path& file, std::ptrdiff_t lines) {
        wait_until([&] { return std::ranges::count(content_of(file), '\n') >= lines; },
                   "the command writes no lines");
    }

    /// Sends a signal, and returns the status with which the process ends.
    int send(int signal) {
        ::kill(process_, signal);
        int status = 0;
        ::waitpid(std::exchange(process_, -1), &status, 0);
        return status;
    }

    [[nodiscard]] std::string output() const { return content_of(output_.path() / "stdout"); }
    [[nodiscard]] std::string messages() const { return content_of(output_.path() / "stderr"); }
    [[nodiscard]] std::vector<std::string> results() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator{results_.path()})
            names.push_back(entry.path().filename());
        return names;
    }

 private:
    template <class Condition>
    static void wait_until(Condition holds, const char* failure) {
        const auto begin = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - begin < std::chrono::minutes{1}) {
            if (holds()) return;
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        throw std::runtime_error{failure};
    }

    TemporaryFolder results_;
    TemporaryFolder output_;
    pid_t process_ = -1;
};

}  // namespace xdnasim::cli
