#include "backends/mlir/kernel_source.hpp"

#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backends/mlir/kernel_attribute.hpp"
#include "base/data_folder.hpp"
#include "base/error.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::mlir {
namespace {

using kernels::DataType;

const char* type_in_source(DataType type) {
    switch (type) {
        case DataType::Int8:
            return "int8_t";
        case DataType::Int16:
            return "int16_t";
        case DataType::Int32:
            return "int32_t";
        case DataType::Bf16:
            return "bfloat16";
        case DataType::F32:
            return "float";
        case DataType::Bfp16ebs8:
            break;
    }
    throw base::InputError{
        fmt::format("kernels of {} cannot be exported: they have no source here; allowed: {}",
                    to_string(type), arch::names_where(arch::is_stored_singly))};
}

std::int64_t words_of(arch::Bytes size) {
    return size / arch::kWord;
}

/// A pointer that the function is passed.
struct Parameter {
    std::string type;
    std::string name;
};

/// What a source is made of.
struct Parts {
    const char* header = "elementwise.hpp";
    std::string before{};  ///< the function
    std::vector<Parameter> parameters;
    std::string body;
};

std::string read_only(const char* type) {
    return fmt::format("const {}", type);
}

Parts one_to_one(const char* type, const std::string& function) {
    return {.parameters = {{read_only(type), "in"}, {type, "out"}},
            .body = fmt::format("xdnasim_kernels::{}(in, out)", function)};
}

/// Of these xdnasim has no source: see stub_of().
template <class Work>
inline constexpr bool kLacksSource = false;
template <>
inline constexpr bool kLacksSource<kernels::ChainProduct> = true;

struct PartsOf {
    const arch::Device& device;
    const std::string& kernel;  ///< its name

    Parts operator()(const kernels::Matmul& w) const {
        const char* a = type_in_source(w.a);
        const char* b = type_in_source(w.b);
        const char* c = type_in_source(w.c);
        const kernels::Blocking block =
            w.blocking.value_or(kernels::choose_blocking(w, kernels::matrix_rate(w, device)));
        const std::string shape = fmt::format(
            R"(
namespace {{

struct Shape {{
    using A = {};
    using B = {};
    using C = {};
    static constexpr unsigned m = {}, k = {}, n = {};
    static constexpr unsigned r = {}, s = {}, t = {};
    static constexpr unsigned block_rows = {}, block_columns = {};
    static constexpr int shift = {};
    static constexpr aie::rounding_mode rounding = aie::rounding_mode::{};
    static constexpr bool b_is_row_major = {};
}};

}}  // namespace
)",
            a, b, c, w.m, w.k, w.n, w.r, w.s, w.t, block.rows, block.columns, w.shift,
            to_string(w.rounding), w.b_layout == kernels::Layout::RowMajor);
        return {"matmul.hpp",
                shape,
                {{read_only(a), "a"}, {read_only(b), "b"}, {c, "c"}},
                "xdnasim_kernels::Matmul<Shape>::run(a, b, c)"};
    }
    Parts operator()(const kernels::Encode&) const {
        throw base::InputError{"there is no source yet for a kernel that encodes bfp16ebs8"};
    }
    Parts operator()(const kernels::Zero& work) const {
        return {.parameters = {{"int32_t", "out"}},
                .body = fmt::format("xdnasim_kernels::zero<{}>(out)", words_of(work.size))};
    }
    Parts operator()(const kernels::Copy& work) const {
        return one_to_one("int32_t", fmt::format("copy<{}>", words_of(work.size)));
    }
    Parts operator()(const kernels::AddOne& work) const {
        const char* type = type_in_source(work.type);
        return one_to_one(type,
                          fmt::format("add_one<{}, {}>", type, work.size / size_of(work.type)));
    }
    Parts operator()(const kernels::Scale& work) const {
        const char* type = type_in_source(work.type);
        return one_to_one(type, fmt::format("scale<{}, {}, {}>", type,
                                            work.size / size_of(work.type), work.factor));
    }
    Parts operator()(const kernels::ChainSum& work) const {
        const char* const function = !work.puts  ? "chain_end"
                                     : work.gets ? "chain_link"
                                                 : "chain_start";
        std::vector<Parameter> parameters{{read_only("int32_t"), "x"}};
        if (!work.puts) parameters.push_back({"int32_t", "out"});
        return {.header = "cascade.hpp",
                .parameters = std::move(parameters),
                .body = fmt::format("xdnasim_kernels::{}<{}>({})", function,
                                    work.size / arch::kCascadeWord, work.puts ? "x" : "x, out")};
    }
    Parts operator()(const kernels::Firing& work) const {
        Parts parts{.header = "netlist.hpp", .parameters = {}, .body = {}};
        const auto add = [&](const std::string& type, const char* name,
                             const std::vector<arch::Bytes>& sizes) {
            std::vector<std::string> objects;
            for (const arch::Bytes size : sizes) {
                parts.parameters.push_back({type, fmt::format("{}{}", name, objects.size())});
                objects.push_back(
                    fmt::format("{{{}, {}}}", parts.parameters.back().name, size.count()));
            }
            return fmt::format("{{{}}}", fmt::join(objects, ", "));
        };
        const std::string inputs = add(read_only("uint8_t"), "in", work.inputs);
        const std::string outputs = add("uint8_t", "out", work.outputs);
        parts.parameters.push_back({"int32_t", "calls"});
        parts.body =
            fmt::format("xdnasim_kernels::fire({}, {}, {}, calls)", work.core, inputs, outputs);
        return parts;
    }
    Parts operator()(const kernels::Dense& work) const {
        const std::string layer = fmt::format(
            R"(
namespace {{

struct Layer {{
    static constexpr unsigned m = {}, k = {}, n = {};
    static constexpr unsigned a_columns = {}, a_first_row = {}, a_first_column = {};
    static constexpr bool receives = {}, passes = {}, gets_sums = {}, puts_sums = {}, gives = {};
    static constexpr bool bias = {}, relu = {};
    static constexpr int shift = {};
    static constexpr aie::rounding_mode rounding = aie::rounding_mode::{};
}};

}}  // namespace
)",
            work.m, work.k, work.n, work.a.columns, work.a.first_row, work.a.first_column,
            work.receives, work.passes, work.gets_sums(), work.puts_sums(), work.gives,
            work.adds_bias(), work.relu, work.shift, to_string(work.rounding));
        const bool stores = !work.puts_sums() && !work.gives;
        std::vector<Parameter> parameters{{work.receives ? "int8_t" : read_only("int8_t"), "a"},
                                          {read_only("int8_t"), "b"}};
        if (work.adds_bias()) parameters.push_back({read_only("int32_t"), "bias"});
        if (stores) parameters.push_back({"int8_t", "out"});
        return {"network.hpp", layer, std::move(parameters),
                fmt::format("xdnasim_kernels::Dense<Layer>::run(a, b, {}, {})",
                            work.adds_bias() ? "bias" : "nullptr", stores ? "out" : "nullptr")};
    }
    Parts operator()(const kernels::Reduce& work) const {
        const std::string sum = fmt::format(
            R"(
namespace {{

struct Sum {{
    static constexpr unsigned n = {}, rows = {};
    static constexpr bool gets = {}, puts = {}, gives = {};
    static constexpr int shift = {};
    static constexpr aie::rounding_mode rounding = aie::rounding_mode::{};
}};

}}  // namespace
)",
            work.n, work.rows, work.gets, work.puts, work.gives, work.shift,
            to_string(work.rounding));
        const bool stores = !work.puts && !work.gives;
        std::vector<Parameter> parameters{{read_only("int8_t"), "x"}};
        if (stores) parameters.push_back({"int8_t", "out"});
        return {
            "network.hpp", sum, std::move(parameters),
            fmt::format("xdnasim_kernels::Reduce<Sum>::run(x, {})", stores ? "out" : "nullptr")};
    }
    template <class Work>
    requires kLacksSource<Work> Parts operator()(const Work&) const { return {}; }
    Parts operator()(const kernels::External&) const {
        throw base::InputError{fmt::format(
            "xdnasim has no source of '{}', which is code of the design's own; allowed: "
            "problems whose kernels are those of xdnasim",
            kernel)};
    }
};

/// "const int8_t* a, int16_t* c, int32_t c_begin": the buffers, and the words before slices of
/// them.
std::string declared(const std::vector<Parameter>& parameters, const ArgumentPlaces& sliced) {
    std::vector<std::string> all;
    for (const auto& [type, name] : parameters)
        all.push_back(fmt::format("{}* {}", type, name));
    for (const std::size_t place : sliced)
        all.push_back(fmt::format("int32_t {}_begin", parameters[place].name));
    return fmt::format("{}", fmt::join(all, ", "));
}

/// Of a kernel that xdnasim has no source for: a declaration that does not compile.
std::string stub_of(const kernels::Kernel& kernel, const std::string& symbol) {
    std::vector<std::string> pointers;
    for (const arch::Bytes size : argument_sizes(kernel))
        pointers.push_back(
            fmt::format("void* buffer_{} /* {} bytes */", pointers.size(), size.count()));
    return fmt::format(R"(// xdnasim simulates this kernel and has no source for it:
//   {}
#error "{} has to be written: xdnasim has no source for it"

extern "C" void {}({});
)",
                       attribute_of(kernel, {}), symbol, symbol, fmt::join(pointers, ", "));
}

/// What moves the pointers on to where slices begin.
std::string moves(const std::vector<Parameter>& parameters, const ArgumentPlaces& sliced) {
    std::string lines;
    for (const std::size_t place : sliced)
        lines += fmt::format("    {0} += {0}_begin * int32_t(sizeof(int32_t) / sizeof(*{0}));\n",
                             parameters[place].name);
    return lines;
}

}  // namespace

const std::vector<std::string>& template_names() {
    static const std::vector<std::string> names{"cascade.hpp", "elementwise.hpp", "loops.hpp",
                                                "matmul.hpp",  "netlist.hpp",     "network.hpp"};
    return names;
}

std::string template_text(const std::string& name) {
    const auto file = base::data_folder("kernels", XDNASIM_SOURCE_KERNELS) / name;
    std::ifstream stream{file, std::ios::binary};
    if (!stream)
        throw base::InputError{
            fmt::format("'{}' cannot be read; it comes with xdnasim", file.string())};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

bool has_source(const kernels::Kernel& kernel) {
    // Rows extracted one by one are a baseline to compare with.
    const auto* const reduce = std::get_if<kernels::Reduce>(&kernel.work);
    if (reduce != nullptr && reduce->method == kernels::RowSum::Extract) return false;
    return std::visit([]<class Work>(const Work& /*work*/) { return !kLacksSource<Work>; },
                      kernel.work);
}

std::string kernel_source(const kernels::Kernel& kernel, const std::string& symbol,
                          const arch::Device& device, const ArgumentPlaces& sliced) {
    if (!has_source(kernel)) return stub_of(kernel, symbol);
    const Parts parts = std::visit(PartsOf{device, kernel.name}, kernel.work);
    // Events 0 and 1 show a call in a trace; what is inlined where it is simulated has none.
    const bool shows = !kernel.inlined;
    return fmt::format(
        R"(// Not compiled with Peano or xchesscc, and not run on an NPU, where it was written.

#include "{}"
{}
extern "C" void {}({}) {{
{}{}    {};
{}}}
)",
        parts.header, parts.before, symbol, declared(parts.parameters, sliced),
        shows ? "    event0();\n" : "", moves(parts.parameters, sliced), parts.body,
        shows ? "    event1();\n" : "");
}

bool emulates_bf16(const kernels::Kernel& kernel, const arch::Device& device) {
    const auto* matmul = std::get_if<kernels::Matmul>(&kernel.work);
    // AIE2P multiplies bf16 directly as 4x8x8.
    return matmul != nullptr && matmul->a == DataType::Bf16 && device.generation == "aie2p" &&
           matmul->r == 8;
}

}  // namespace xdnasim::mlir
