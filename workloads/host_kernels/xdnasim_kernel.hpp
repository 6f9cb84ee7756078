#pragma once
// Header for kernel libraries that xdnasim calls (`library` in kernels.yaml). C++17.
//
//   extern "C" void scale(std::int32_t* in, std::int32_t* out, std::int32_t factor) { ... }
//   XDNASIM_KERNEL(scale);
//
// XDNASIM_KERNEL stores the signature of a function in the library, so that a function that the
// design calls with other arguments is refused before the run. A library without it runs as well.

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace xdnasim_kernel {

inline std::string sized(char kind, std::size_t bytes) {
    return std::string(1, kind).append(std::to_string(bytes));
}

/// Code of a type: "i4" for an integer of 4 bytes, "f4" for a floating-point number of 4 bytes,
/// "b2" for any other type of two bytes, which is taken to be bfloat16. Pointers have a star after
/// the code of their target.
template <class T>
std::string code() {
    using Plain = std::remove_cv_t<T>;
    if constexpr (std::is_void_v<Plain>)
        return "v";
    else if constexpr (std::is_pointer_v<Plain>)
        return code<std::remove_pointer_t<Plain>>().append("*");
    else if constexpr (std::is_integral_v<Plain> || std::is_enum_v<Plain>)
        return sized('i', sizeof(Plain));
    else if constexpr (std::is_floating_point_v<Plain>)
        return sized('f', sizeof(Plain));
    else
        return sized('b', sizeof(Plain));
}

template <class Result, class... Arguments>
std::string signature(Result (*)(Arguments...)) {
    std::string text;
    (text.append(text.empty() ? "" : ",").append(code<Arguments>()), ...);
    return text.append(">").append(code<Result>());
}

}  // namespace xdnasim_kernel

#define XDNASIM_KERNEL(function)                                              \
    extern "C" __attribute__((used, visibility("default")))                   \
    const char* xdnasim_signature_##function() {                              \
        static const std::string text = xdnasim_kernel::signature(&function); \
        return text.c_str();                                                  \
    }                                                                         \
    static_assert(true, "for the semicolon behind it")
