#include "workloads/design/kernels/work_guess.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "workloads/design/memref.hpp"

namespace xdnasim::design {
namespace {

struct Array {
    std::int64_t elements = 0;
    std::string type;  ///< as kernels.yaml has it: int16
    bool operator==(const Array&) const = default;
};

/// The name of an element type in kernels.yaml: int16 for i16. Other types have the same name.
std::string name_in_yaml(std::string_view type) {
    const bool is_integer = type.size() > 1 && type[0] == 'i' && std::isdigit(type[1]) != 0;
    return is_integer ? fmt::format("int{}", type.substr(1)) : std::string{type};
}

/// The array of a type as it is written: "memref<64x32xi16>", "memref<256xi32, 2 : i32>".
std::optional<Array> array_of(std::string_view written) {
    constexpr std::string_view kMemref = "memref<";
    const std::size_t begin = written.find(kMemref);
    if (begin == std::string_view::npos) return std::nullopt;
    std::string_view rest = written.substr(begin + kMemref.size());
    const std::vector<std::int64_t> shape = take_shape(rest);
    const std::string_view type = rest.substr(0, rest.find_first_of(",>"));
    std::int64_t elements = 1;
    for (const std::int64_t size : shape)
        if (size < 1 || __builtin_mul_overflow(elements, size, &elements)) return std::nullopt;
    if (!bits_of(type)) return std::nullopt;
    return Array{elements, name_in_yaml(type)};
}

std::vector<Array> arrays_of(const CallSite& call) {
    std::vector<Array> arrays;
    for (const std::string& type : call.types)
        if (auto array = array_of(type)) arrays.push_back(*array);
    return arrays;
}

/// The side that two arrays share: with m x k, k x n and m x n elements, (m k) (k n) / (m n) is k
/// squared. 0 if that is no square of a whole number.
std::int64_t shared_side(std::int64_t one, std::int64_t other, std::int64_t third) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(one, other, &product) || product % third != 0) return 0;
    const std::int64_t square = product / third;
    const auto side = std::llround(std::sqrt(static_cast<double>(square)));
    return side * side == square ? side : 0;
}

std::optional<std::string> guessed_matmul(const std::vector<Array>& arrays) {
    if (arrays.size() != 3 || arrays[0].type != arrays[1].type) return std::nullopt;
    const std::int64_t a = arrays[0].elements;
    const std::int64_t b = arrays[1].elements;
    const std::int64_t c = arrays[2].elements;
    const std::int64_t m = shared_side(a, c, b);
    const std::int64_t k = shared_side(a, b, c);
    const std::int64_t n = shared_side(b, c, a);
    if (m * k != a || k * n != b || m * n != c) return std::nullopt;
    return fmt::format("{{work: matmul, a: {}, b: {}, c: {}, m: {}, k: {}, n: {}}}", arrays[0].type,
                       arrays[1].type, arrays[2].type, m, k, n);
}

std::optional<std::string> guessed_zero(const std::vector<Array>& arrays) {
    if (arrays.size() != 1) return std::nullopt;
    return "{work: zero}";
}

std::optional<std::string> guessed_copy(const std::vector<Array>& arrays) {
    if (arrays.size() != 2 || arrays[0] != arrays[1]) return std::nullopt;
    return "{work: copy}";
}

struct Guess {
    std::string_view in_name;  ///< part of the function's name, in lower case
    std::optional<std::string> (*work)(const std::vector<Array>& arrays);
};

constexpr std::array kGuesses{
    Guess{"matmul", guessed_matmul},    Guess{"zero", guessed_zero},
    Guess{"passthrough", guessed_copy}, Guess{"copy", guessed_copy},
    Guess{"memcpy", guessed_copy},
};

}  // namespace

std::optional<std::string> guessed_work(const CallSite& call) {
    std::string name{call.function};
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (name.find("scalar") != std::string::npos) return std::nullopt;
    const std::vector<Array> arrays = arrays_of(call);
    for (const Guess& guess : kGuesses) {
        if (name.find(guess.in_name) == std::string::npos) continue;
        if (auto work = guess.work(arrays)) return work;
    }
    return std::nullopt;
}

}  // namespace xdnasim::design
