#include "workloads/gemm/reference/open_blas.hpp"

#include <cstdlib>

#include <dlfcn.h>
#include <fmt/format.h>

#include "base/error.hpp"

namespace xdnasim::gemm {
namespace {

constexpr const char* kLibrary = "libopenblas.so.0";
/// Variable for the number of OpenBLAS's threads, which it reads while it is loaded.
constexpr const char* kThreads = "OPENBLAS_NUM_THREADS";
/// Variable for the processor, which OpenBLAS also reads while it is loaded. It identifies
/// processors by their model numbers and takes unknown ones for the oldest, on which its products
/// take four times as long.
constexpr const char* kProcessor = "OPENBLAS_CORETYPE";

[[noreturn]] void fail_to_load() {
    throw base::Error{base::ExitCode::Unavailable,
                      fmt::format("verifying a GEMM needs OpenBLAS (libopenblas0): {}", dlerror())};
}

/// The processor's name by its capabilities; nullptr: let OpenBLAS choose.
const char* processor() {
    if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
        __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0)
        return "SkylakeX";
    if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0) return "Haswell";
    return nullptr;
}

/// An environment variable that has a value during this object's lifetime, unless the user has set
/// it.
class Setting {
 public:
    Setting(const char* name, const char* value)
        : name_{name}, is_ours_{value != nullptr && std::getenv(name) == nullptr} {
        if (is_ours_) ::setenv(name, value, 0);
    }
    ~Setting() {
        if (is_ours_) ::unsetenv(name_);
    }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

 private:
    const char* name_;
    bool is_ours_;
};

void* load() {
    const Setting threads{kThreads, "1"};
    const Setting of_processor{kProcessor, processor()};
    void* const library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) fail_to_load();
    return library;
}

template <class Function>
Function function(void* library, const char* name) {
    void* const address = ::dlsym(library, name);
    if (address == nullptr) fail_to_load();
    return reinterpret_cast<Function>(address);
}

OpenBlas loaded() {
    void* const library = load();
    // The reference's own threads share the work better than those of OpenBLAS would: blocks need
    // not wait for each other, and rounding runs in parallel, too.
    function<decltype(&openblas_set_num_threads)>(library, "openblas_set_num_threads")(1);
    return {function<decltype(&cblas_sgemm)>(library, "cblas_sgemm"),
            function<decltype(&cblas_dgemm)>(library, "cblas_dgemm"),
            function<decltype(&cblas_ddot)>(library, "cblas_ddot")};
}

}  // namespace

const OpenBlas& open_blas() {
    static const OpenBlas functions = loaded();
    return functions;
}

}  // namespace xdnasim::gemm
