#include "backends/mlir/kernel_attribute.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace xdnasim::mlir {
namespace {

using arch::Bytes;
using kernels::DataType;
using kernels::Layout;
using kernels::Rounding;

constexpr std::int64_t kMaxElements = 1 << 20;  ///< along a side of a core's tile
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 40;
constexpr std::int64_t kMaxCycles = std::int64_t{1} << 50;

/// As words of an attribute are: "row_major".
std::string word_of(Layout layout) {
    std::string word = to_string(layout);
    std::ranges::replace(word, '-', '_');
    return word;
}
std::string word_of(DataType type) {
    return to_string(type);
}
std::string word_of(Rounding rounding) {
    return to_string(rounding);
}

template <class Enum, std::size_t kCount>
Enum choice(Attributes& attributes, const char* key, const std::array<Enum, kCount>& values) {
    std::vector<std::string> allowed;
    for (const Enum value : values)
        allowed.push_back(word_of(value));
    return values[attributes.choice(key, allowed)];
}

DataType type_in(Attributes& attributes, const char* key) {
    return choice(attributes, key, arch::kDataTypes);
}

Bytes bytes_in(Attributes& attributes) {
    return Bytes{attributes.integer("bytes", 0, kMaxBytes)};
}

int element_count(Attributes& attributes, const char* key) {
    return static_cast<int>(attributes.integer(key, 1, kMaxElements));
}

struct Printer {
    std::string operator()(const kernels::Matmul& w) const {
        return fmt::format(
            R"(work = "matmul", a = "{}", b = "{}", c = "{}", m = {} : i32, k = {} : i32, )"
            R"(n = {} : i32, r = {} : i32, s = {} : i32, t = {} : i32, shift = {} : i32, )"
            R"(rounding = "{}", b_layout = "{}")",
            to_string(w.a), to_string(w.b), to_string(w.c), w.m, w.k, w.n, w.r, w.s, w.t, w.shift,
            to_string(w.rounding), word_of(w.b_layout));
    }
    std::string operator()(const kernels::Zero& work) const { return sized("zero", work.size); }
    std::string operator()(const kernels::Copy& work) const { return sized("copy", work.size); }
    std::string operator()(const kernels::AddOne& work) const {
        return sized("add_one", work.size) + fmt::format(R"(, type = "{}")", to_string(work.type));
    }
    std::string operator()(const kernels::Scale& work) const {
        return sized("scale", work.size) + fmt::format(R"(, type = "{}", factor = {} : i32)",
                                                       to_string(work.type), work.factor);
    }
    std::string operator()(const kernels::External&) const { return R"(work = "external")"; }

 private:
    static std::string sized(const char* work, Bytes size) {
        return fmt::format(R"(work = "{}", bytes = {} : i64)", work, size.count());
    }
};

kernels::Matmul matmul_in(Attributes& attributes) {
    const auto count = [&](const char* key) { return element_count(attributes, key); };
    return {.a = type_in(attributes, "a"),
            .b = type_in(attributes, "b"),
            .c = type_in(attributes, "c"),
            .m = count("m"),
            .k = count("k"),
            .n = count("n"),
            .r = count("r"),
            .s = count("s"),
            .t = count("t"),
            .shift = static_cast<int>(attributes.integer("shift", 0, 63)),
            .rounding = choice(attributes, "rounding", kernels::kRoundings),
            .b_layout = choice(attributes, "b_layout", kernels::kLayouts)};
}

int factor_in(Attributes& attributes) {
    using Limits = std::numeric_limits<int>;
    return static_cast<int>(attributes.integer("factor", Limits::min(), Limits::max()));
}

enum class Work : std::uint8_t { Matmul, Zero, Copy, AddOne, Scale };
const std::vector<std::string> kWorks{"matmul", "zero", "copy", "add_one", "scale"};

}  // namespace

std::string attribute_of(const kernels::Kernel& kernel) {
    std::string text = std::visit(Printer{}, kernel.work);
    if (kernel.cycles) text += fmt::format(", cycles = {} : i64", kernel.cycles->count());
    if (kernel.inlined) text += ", inlined";
    return "{" + text + "}";
}

kernels::Kernel kernel_of(Attributes& attributes) {
    kernels::Kernel kernel;
    switch (static_cast<Work>(attributes.choice("work", kWorks))) {
        case Work::Matmul:
            kernel.work = matmul_in(attributes);
            break;
        case Work::Zero:
            kernel.work = kernels::Zero{bytes_in(attributes)};
            break;
        case Work::Copy:
            kernel.work = kernels::Copy{bytes_in(attributes)};
            break;
        case Work::AddOne:
            kernel.work = kernels::AddOne{bytes_in(attributes), type_in(attributes, "type")};
            break;
        case Work::Scale:
            kernel.work = kernels::Scale{bytes_in(attributes), type_in(attributes, "type"),
                                         factor_in(attributes)};
            break;
    }
    if (attributes.has("cycles"))
        kernel.cycles = arch::Cycles{attributes.integer("cycles", 0, kMaxCycles)};
    kernel.inlined = attributes.unit("inlined");
    attributes.require_nothing_else();
    return kernel;
}

}  // namespace xdnasim::mlir
