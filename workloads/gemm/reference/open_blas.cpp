#include <cstdlib>

#include <dlfcn.h>
#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/gemm/reference/arithmetic.hpp"

namespace xdnasim::gemm {
namespace {

constexpr const char* kLibrary = "libopenblas.so.0";
/// How many threads OpenBLAS starts, which it reads while it is loaded.
constexpr const char* kThreads = "OPENBLAS_NUM_THREADS";

[[noreturn]] void fail_to_load() {
    throw base::Error{base::ExitCode::Unavailable,
                      fmt::format("verifying a GEMM needs OpenBLAS (libopenblas0): {}", dlerror())};
}

void* load() {
    const bool is_users = std::getenv(kThreads) != nullptr;
    ::setenv(kThreads, "1", 0);
    void* const library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (!is_users) ::unsetenv(kThreads);
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
    // The threads of the reference share the work better than those of OpenBLAS would: blocks need
    // no waiting for each other, and rounding runs in parallel too.
    function<decltype(&openblas_set_num_threads)>(library, "openblas_set_num_threads")(1);
    return {function<decltype(&cblas_dgemm)>(library, "cblas_dgemm"),
            function<decltype(&cblas_ddot)>(library, "cblas_ddot")};
}

}  // namespace

const OpenBlas& open_blas() {
    static const OpenBlas functions = loaded();
    return functions;
}

}  // namespace xdnasim::gemm
