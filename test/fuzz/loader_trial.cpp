#include "test/fuzz/loader_trial.hpp"

#include <system_error>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::fuzz {
namespace {

/// A file in memory, so that an input passes through the loader's own reading of files.
class MemoryFile {
 public:
    explicit MemoryFile(std::string_view content) : fd_{::memfd_create("input", MFD_CLOEXEC)} {
        if (fd_ < 0 ||
            ::write(fd_, content.data(), content.size()) != static_cast<ssize_t>(content.size()))
            throw std::system_error{errno, std::generic_category(), "memfd_create"};
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { ::close(fd_); }

    [[nodiscard]] std::string path() const { return fmt::format("/proc/self/fd/{}", fd_); }

 private:
    int fd_;
};

std::optional<std::string> refusal_of(const std::string& file) {
    try {
        const problem::Problem problem = problem::load_problem(file);
        static_cast<void>(problem::map_problem(problem));
        return std::nullopt;
    } catch (const base::Error& error) {
        return error.what();
    }
}

}  // namespace

std::optional<std::string> refusal_of_problem(std::string_view text) {
    const MemoryFile problem{text};
    return refusal_of(problem.path());
}

std::optional<std::string> refusal_of_device(std::string_view text) {
    const MemoryFile device{text};
    const MemoryFile problem{fmt::format(R"(device: {}
workload: gemm
gemm:
  size: {{m: 256, k: 256, n: 512}}
  types: {{a: int8, b: int8, c: int16}}
  tile: {{m: 32, k: 32, n: 32}}
  k_mt: 64
)",
                                         device.path())};
    return refusal_of(problem.path());
}

}  // namespace xdnasim::fuzz
