#include "workloads/integer/solver_process.hpp"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <span>
#include <system_error>
#include <utility>

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/data_folder.hpp"
#include "base/descriptor.hpp"

namespace xdnasim::integer {
namespace {

/// Header of a message in the pipe, followed by the values.
struct Head {
    bool is_last = false;  ///< false: only the values are valid
    Ending ending{};
    std::int64_t nodes = 0;
    bool has_bound = false;
    double bound = 0;
    std::size_t values = 0;
};

void send_bytes(int file, std::span<const std::byte> bytes) {
    if (!base::write_all(file, bytes)) std::_Exit(EXIT_FAILURE);  // the parent has closed the pipe
}

/// The library of the installation that the running program belongs to, or else of the build.
std::filesystem::path library_file() {
    const std::filesystem::path folder = base::program_file().parent_path();
    // Folders of a command in PREFIX/bin, of a wheel, which has the library beside the module, and
    // of a module in PREFIX/lib/python3/dist-packages/xdnasim.
    for (const std::filesystem::path& installed : {folder.parent_path() / "lib" / "xdnasim", folder,
                                                   folder / ".." / ".." / ".." / "xdnasim"}) {
        std::error_code error;
        const std::filesystem::path file = installed / kCbcLibrary;
        if (std::filesystem::exists(file, error)) return file;
    }
    return std::filesystem::path{XDNASIM_BUILT_SOLVER} / kCbcLibrary;
}

SolveHere loaded() {
    const std::filesystem::path file = library_file();
    // The number of threads of OpenBLAS, which Cbc may use; OpenBLAS reads it while it is loaded.
    constexpr const char* kThreads = "OPENBLAS_NUM_THREADS";
    const bool is_users = std::getenv(kThreads) != nullptr;
    ::setenv(kThreads, "1", 0);
    void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!is_users) ::unsetenv(kThreads);
    return library == nullptr ? nullptr : reinterpret_cast<SolveHere>(::dlsym(library, kSolveHere));
}

void send(int file, const Head& head, const std::vector<double>& values) {
    send_bytes(file, std::as_bytes(std::span{&head, 1}));
    send_bytes(file, std::as_bytes(std::span{values}.first(head.values)));
}

void send_better(int file, const std::vector<double>& values) {
    send(file, {.values = values.size()}, values);
}

void send_last(int file, const Answer& answer) {
    const std::vector<double> values = answer.values.value_or(std::vector<double>{});
    send(file,
         {true, answer.ending, answer.nodes, answer.bound.has_value(), answer.bound.value_or(0),
          values.size()},
         values);
}

}  // namespace

Use use_of(pid_t process) {
    std::ifstream file{fmt::format("/proc/{}/statm", process)};
    Use use;
    file >> use.reserved >> use.resident;
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return {use.reserved * page, use.resident * page};
}

SolveHere load_cbc() {
    static const SolveHere function = loaded();
    return function;
}

void become_solver(pid_t parent, std::size_t memory) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) std::_Exit(EXIT_FAILURE);
    std::signal(SIGINT, SIG_IGN);  // ignored until Cbc can handle it
    std::signal(SIGTERM, SIG_DFL);
    std::signal(SIGHUP, SIG_DFL);
    std::signal(SIGPIPE, SIG_DFL);
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nowhere, STDIN_FILENO);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    const rlim_t most = use_of(::getpid()).reserved + memory;
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_AS, &limit);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    std::set_new_handler([] { std::_Exit(kOutOfMemory); });
}

void work_as_solver(const Program& program, const std::vector<double>& start, const Limits& limits,
                    int output) {
    Answer answer;
    load_cbc()(
        program, start, limits,
        [output](const std::vector<double>& values) { send_better(output, values); }, answer);
    send_last(output, answer);
    std::_Exit(EXIT_SUCCESS);
}

void Answers::add(std::string_view text) {
    text_ += text;
    Head head;
    while (text_.size() >= sizeof(head)) {
        std::memcpy(&head, text_.data(), sizeof(head));
        const std::size_t size = sizeof(head) + head.values * sizeof(double);
        if (text_.size() < size) return;
        std::optional<std::vector<double>> values;
        if (head.values > 0) {
            values.emplace(head.values);
            std::memcpy(values->data(), text_.data() + sizeof(head), size - sizeof(head));
        }
        text_.erase(0, size);
        if (!head.is_last) {
            best_ = std::move(values);
            continue;
        }
        last_ = std::make_unique<Answer>();
        last_->ending = head.ending;
        last_->values = std::move(values);
        if (head.has_bound) last_->bound = head.bound;
        last_->nodes = head.nodes;
    }
}

}  // namespace xdnasim::integer
