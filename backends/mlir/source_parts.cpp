#include "backends/mlir/source_parts.hpp"

#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::mlir {
namespace {

using kernels::DataType;

/// Returns the type's name in C++; nullptr if kernels of this type have no source.
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
    return nullptr;
}

Refused refusal_of(DataType type) {
    return {fmt::format("kernels of {} cannot be exported: they have no source here; allowed: {}",
                        to_string(type), arch::names_where(arch::is_stored_singly))};
}

std::int64_t words_of(arch::Bytes size) {
    return size / arch::kWord;
}

std::string read_only(const char* type) {
    return fmt::format("const {}", type);
}

SourceParts one_to_one(const char* type, const std::string& function) {
    return {.parameters = {{read_only(type), "in"}, {type, "out"}},
            .body = fmt::format("xdnasim_kernels::{}(in, out)", function)};
}

struct SourceOf {
    const arch::Device& device;
    const std::string& kernel;  ///< name of the kernel

    Source operator()(const kernels::Matmul& w) const {
        for (const DataType type : {w.a, w.b, w.c})
            if (type_in_source(type) == nullptr) return refusal_of(type);
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
        return SourceParts{"matmul.hpp",
                           shape,
                           {{read_only(a), "a"}, {read_only(b), "b"}, {c, "c"}},
                           "xdnasim_kernels::Matmul<Shape>::run(a, b, c)"};
    }
    Source operator()(const kernels::Encode&) const {
        return Refused{"there is no source yet for a kernel that encodes bfp16ebs8"};
    }
    Source operator()(const kernels::Zero& work) const {
        return SourceParts{
            .parameters = {{"int32_t", "out"}},
            .body = fmt::format("xdnasim_kernels::zero<{}>(out)", words_of(work.size))};
    }
    Source operator()(const kernels::Copy& work) const {
        return one_to_one("int32_t", fmt::format("copy<{}>", words_of(work.size)));
    }
    Source operator()(const kernels::AddOne& work) const {
        const char* type = type_in_source(work.type);
        if (type == nullptr) return refusal_of(work.type);
        return one_to_one(type,
                          fmt::format("add_one<{}, {}>", type, work.size / size_of(work.type)));
    }
    Source operator()(const kernels::Scale& work) const {
        const char* type = type_in_source(work.type);
        if (type == nullptr) return refusal_of(work.type);
        return one_to_one(type, fmt::format("scale<{}, {}, {}>", type,
                                            work.size / size_of(work.type), work.factor));
    }
    Source operator()(const kernels::ChainSum& work) const {
        const char* const function = !work.puts  ? "chain_end"
                                     : work.gets ? "chain_link"
                                                 : "chain_start";
        std::vector<Parameter> parameters{{read_only("int32_t"), "x"}};
        if (!work.puts) parameters.push_back({"int32_t", "out"});
        return SourceParts{
            .header = "cascade.hpp",
            .parameters = std::move(parameters),
            .body = fmt::format("xdnasim_kernels::{}<{}>({})", function,
                                work.size / arch::kCascadeWord, work.puts ? "x" : "x, out")};
    }
    Source operator()(const kernels::Firing& work) const {
        SourceParts parts{.header = "netlist.hpp", .parameters = {}, .body = {}};
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
    Source operator()(const kernels::Dense& work) const {
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
        return SourceParts{
            "network.hpp", layer, std::move(parameters),
            fmt::format("xdnasim_kernels::Dense<Layer>::run(a, b, {}, {})",
                        work.adds_bias() ? "bias" : "nullptr", stores ? "out" : "nullptr")};
    }
    Source operator()(const kernels::Reduce& work) const {
        // Extracting rows one by one is only a baseline for comparisons.
        if (work.method == kernels::RowSum::Extract) return ToBeWritten{};
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
        return SourceParts{
            "network.hpp", sum, std::move(parameters),
            fmt::format("xdnasim_kernels::Reduce<Sum>::run(x, {})", stores ? "out" : "nullptr")};
    }
    Source operator()(const kernels::ChainProduct&) const { return ToBeWritten{}; }
    Source operator()(const kernels::External&) const {
        return Refused{
            fmt::format("xdnasim has no source of '{}', which is the design's own code; allowed: "
                        "problems that use only xdnasim's own kernels",
                        kernel)};
    }
};

}  // namespace

Source source_of(const kernels::Kernel& kernel, const arch::Device& device) {
    return std::visit(SourceOf{device, kernel.name}, kernel.work);
}

}  // namespace xdnasim::mlir
