#include "backends/mlir/names.hpp"

#include <iterator>
#include <sstream>

#include <fmt/format.h>

namespace xdnasim::mlir {
namespace {

constexpr const char* kSequence = "sequence";
constexpr std::string_view kBlocks = "blockwrite_data_";

/// Names that a kernel, a function with C linkage, cannot have: keywords, and other names in its
/// source file or program: those of the AIE API, the structs of source_parts.cpp, and declarations
/// of the C library's headers (ISO C17, 7.12, 7.18, 7.20, 7.22 and 7.24).
constexpr const char* kReserved =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t "
    "char16_t char32_t class compl concept const consteval constexpr constinit const_cast "
    "continue co_await co_return co_yield decltype default delete do double dynamic_cast else "
    "enum explicit export extern false float for friend goto if inline int long mutable "
    "namespace new noexcept not not_eq nullptr operator or or_eq private protected public "
    "register reinterpret_cast requires return short signed sizeof static static_assert "
    "static_cast struct switch template this thread_local throw true try typedef typeid "
    "typename union unsigned using virtual void volatile wchar_t while xor xor_eq "
    "aie event0 event1 main Layer Shape Sum xdnasim_kernels "
    "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intmax_t uintmax_t "
    "intptr_t uintptr_t size_t ptrdiff_t div_t ldiv_t lldiv_t double_t float_t "
    "memccpy memchr memcmp memcpy memmove memset strcat strchr strcmp strcpy strlen strncpy strstr "
    "abort abs atexit atof atoi atol bsearch calloc div exit free getenv labs ldiv llabs lldiv "
    "malloc qsort rand realloc srand strtod strtol strtoul system "
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 "
    "fabs fdim floor fma fmax fmin fmod frexp hypot ilogb ldexp lgamma log log10 log1p log2 logb "
    "lrint lround modf nan nearbyint nextafter pow remainder remquo rint round scalbn sin sinh "
    "sqrt tan tanh tgamma trunc "
    "acosf asinf atanf atan2f ceilf cosf coshf erff expf exp2f fabsf floorf fmaf fmaxf fminf fmodf "
    "logf log10f log2f powf roundf sinf sinhf sqrtf tanf tanhf truncf ";

std::set<std::string> reserved_names() {
    std::istringstream words{kReserved};
    std::set<std::string> names{std::istream_iterator<std::string>{words}, {}};
    names.insert(kSequence);
    return names;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool may_stand_in_identifier(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

std::string of_tile(const std::string& name, arch::TileId tile) {
    return fmt::format("{}_{}_{}", identifier(name), tile.column, tile.row);
}

}  // namespace

Names::Names(const schedule::Schedule& schedule) : taken_{reserved_names()} {
    for (const schedule::TileProgram& program : schedule.tiles)
        for (const char* of_the_text : {"tile", "dma", "core", "switchbox", "shim_mux"})
            taken_.insert(of_tile(of_the_text, program.tile));
    for (const kernels::Kernel& kernel : schedule.kernels)
        kernels_.push_back(unique(identifier(kernel.name)));
    for (const schedule::TileProgram& program : schedule.tiles) {
        int index = 0;
        for (const schedule::Buffer& buffer : program.buffers)
            buffers_[{program.tile, index++}] = unique(of_tile(buffer.name, program.tile));
        for (const schedule::Lock& lock : program.locks)
            locks_[{program.tile, lock.id}] = unique(of_tile(lock.name, program.tile));
    }
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        host_buffers_.push_back(unique(identifier(buffer.name)));
    for (const schedule::PlPort& port : schedule.pl.ports)
        pl_ports_.push_back(unique(identifier(port.name)));
}

std::string Names::unique(std::string wish) {
    if (wish.starts_with(kBlocks)) wish.insert(0, "_");
    std::string name = wish;
    for (int number = 2; !taken_.insert(name).second; ++number)
        name = fmt::format("{}_{}", wish, number);
    return name;
}

std::string tile_name(arch::TileId tile) {
    return fmt::format("tile_{}_{}", tile.column, tile.row);
}

std::string block_name(int number) {
    return fmt::format("{}{}", kBlocks, number);
}

std::string identifier(std::string_view name) {
    std::string result;
    for (const char c : name)
        result += may_stand_in_identifier(c) ? c : '_';
    if (result.empty() || is_digit(result.front())) result.insert(0, "_");
    return result;
}

std::string in_quotes(std::string_view text) {
    constexpr unsigned char kFirstPrintable = 0x20;
    constexpr unsigned char kDelete = 0x7f;
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\' || byte < kFirstPrintable || byte >= kDelete)
            result += fmt::format("\\{:02X}", byte);
        else
            result += c;
    }
    return result + '"';
}

}  // namespace xdnasim::mlir
