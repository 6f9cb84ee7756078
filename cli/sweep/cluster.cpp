#include "cli/sweep/cluster.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/data_folder.hpp"
#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/kept_results.hpp"
#include "base/regular_file.hpp"
#include "base/stop_request.hpp"
#include "cli/output.hpp"
#include "cli/scratch_folder.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;

/// Shell command that runs a script with the first Python that has the module `distributed`.
/// Modules installed by Debian belong to /usr/bin/python3, which need not be first in the path.
constexpr const char* kAnyPython =
    "for python in python3 /usr/bin/python3; do "
    "\"$python\" -c 'import distributed' 2>/dev/null && exec \"$python\" \"$@\"; done; "
    "echo '--scheduler needs python3 with distributed (Debian: python3-distributed)' >&2; exit 4";

/// The process of the script that communicates with the cluster. It is killed by the destructor,
/// and when this process ends.
class ScriptProcess {
 public:
    ScriptProcess(const fs::path& script, const fs::path& work, const fs::path& messages) {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
        const pid_t parent = ::getpid();
        process_ = ::fork();
        if (process_ < 0) fail("fork");
        if (process_ == 0) run_script_of(parent, ends[1], script, work, messages);
        ::close(ends[1]);
        output_ = ends[0];
    }
    ScriptProcess(const ScriptProcess&) = delete;
    ScriptProcess& operator=(const ScriptProcess&) = delete;
    ~ScriptProcess() {
        ::close(output_);
        if (process_ < 0) return;
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }

    /// Calls `use` with each line of the script's output until it ends. Returns its exit code; -1
    /// if a signal ended it.
    int read(const std::function<void(const std::string&)>& use) {
        std::string text;
        std::array<char, 65536> bytes{};
        for (ssize_t count = -1; count != 0;) {
            base::stop_if_called_off();
            pollfd ready{output_, POLLIN, 0};
            if (::poll(&ready, 1, base::kBetweenQuestions) <= 0) continue;
            count = ::read(output_, bytes.data(), bytes.size());
            if (count < 0 && errno != EINTR) fail("read");
            if (count <= 0) continue;
            text.append(bytes.data(), static_cast<std::size_t>(count));
            std::size_t begin = 0;
            for (std::size_t at = 0; (at = text.find('\n', begin)) != std::string::npos;
                 begin = at + 1)
                use(text.substr(begin, at - begin));
            text.erase(0, begin);
        }
        int status = 0;
        ::waitpid(std::exchange(process_, -1), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

 private:
    [[noreturn]] static void fail(const char* what) {
        throw base::Error{base::ExitCode::Unavailable,
                          fmt::format("--scheduler: {}: {}", what, std::strerror(errno))};
    }

    [[noreturn]] static void run_script_of(pid_t parent, int output, const fs::path& script,
                                           const fs::path& work, const fs::path& messages) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent) std::_Exit(EXIT_FAILURE);
        const int errors = ::open(messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        ::dup2(output, STDOUT_FILENO);
        if (errors >= 0) ::dup2(errors, STDERR_FILENO);
        ::execl("/bin/sh", "sh", "-c", kAnyPython, "sh", script.c_str(), work.c_str(), nullptr);
        std::_Exit(EXIT_FAILURE);
    }

    pid_t process_ = -1;
    int output_ = -1;
};

std::string work_json(const ClusterWork& work, const std::vector<std::int64_t>& points) {
    nlohmann::json environment = nlohmann::json::object();
    if (const char* const devices = std::getenv("XDNASIM_DEVICES"))
        environment["XDNASIM_DEVICES"] = fs::absolute(devices).string();
    return base::json_text(nlohmann::json{{"scheduler", work.scheduler},
                                          {"command", base::command_file().string()},
                                          {"arguments", work.arguments},
                                          {"folder", fs::current_path().string()},
                                          {"environment", environment},
                                          {"first_line", base::first_line_of_kept(work.made_by)},
                                          {"points", points}});
}

std::string message_of(const fs::path& file) {
    std::string text = base::bytes_of_file(file);
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    const std::size_t begin = text.rfind("--scheduler");
    return begin == std::string::npos ? "--scheduler: " + text.substr(text.rfind('\n') + 1)
                                      : text.substr(begin);
}

/// The point whose line this is; nullopt for anything else that a library prints.
std::optional<std::int64_t> point_of(std::string_view id) {
    std::int64_t point = 0;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), point);
    if (error != std::errc{} || end != id.data() + id.size()) return std::nullopt;
    return point;
}

}  // namespace

void run_on_cluster(const ClusterWork& work, const std::vector<std::int64_t>& points,
                    const ClusterTakers& take) {
    if (points.empty()) return;
    ScratchFolder scratch;
    const fs::path file = scratch.file("work.json");
    const fs::path messages = scratch.file("messages");
    write_file(file, work_json(work, points));
    const std::set<std::int64_t> given{points.begin(), points.end()};
    std::size_t done = 0;
    ScriptProcess script{base::data_folder("cluster", XDNASIM_SOURCE_CLUSTER) / "points_on_dask.py",
                         file, messages};
    const int code = script.read([&](const std::string& line) {
        const bool is_lost = line.starts_with('!');
        const std::size_t after_id = line.find(base::kAfterId);
        if (after_id == std::string::npos) return;
        const std::size_t begin = is_lost ? 1 : 0;
        const auto point = point_of(std::string_view{line}.substr(begin, after_id - begin));
        if (!point) return;
        if (!given.contains(*point))
            throw base::InputError{fmt::format(
                "--scheduler: a worker returned a result for point {}, which it was not given",
                *point)};
        (is_lost ? take.lost : take.done)(*point, line.substr(after_id + 1));
        ++done;
    });
    if (code == 0 && done == points.size()) return;
    const bool bad_input = code == static_cast<int>(base::ExitCode::BadInput);
    throw base::Error{
        bad_input ? base::ExitCode::BadInput : base::ExitCode::Unavailable,
        message_of(messages) + (done > 0 ? "; finished work is kept in the file of --keep" : "")};
}

}  // namespace xdnasim::cli
