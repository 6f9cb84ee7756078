#include "backends/mlir/kernel_attribute.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace xdnasim::mlir {
namespace {

using arch::Bytes;
using kernels::Layout;

/// Returns the layout as a word with underscores: "row_major".
std::string word_of(Layout layout) {
    std::string word = to_string(layout);
    std::ranges::replace(word, '-', '_');
    return word;
}

struct Printer {
    std::string operator()(const kernels::Matmul& w) const {
        return R"(work = "matmul", )" + operands(w) + (w.blocking ? block(*w.blocking) : "");
    }
    std::string operator()(const kernels::ChainProduct& work) const {
        return R"(work = "chain_product", )" + operands(work.product) + block(work.blocking()) +
               (work.gets ? ", gets" : "") + (work.puts ? ", puts" : "");
    }
    std::string operator()(const kernels::Encode& work) const {
        return fmt::format(R"(work = "encode", m = {} : i32, n = {} : i32)", work.m, work.n);
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
    std::string operator()(const kernels::ChainSum& work) const {
        return sized("chain_sum", work.size) + (work.gets ? ", gets" : "") +
               (work.puts ? ", puts" : "");
    }
    std::string operator()(const kernels::Firing& work) const {
        const auto counts = [](const std::vector<Bytes>& sizes) {
            std::vector<std::int64_t> all;
            for (const Bytes size : sizes)
                all.push_back(size.count());
            return all;
        };
        return fmt::format(R"(work = "firing", inputs = [{}], outputs = [{}], core = {} : i32)",
                           fmt::join(counts(work.inputs), ", "),
                           fmt::join(counts(work.outputs), ", "), work.core);
    }
    std::string operator()(const kernels::Dense& w) const {
        return fmt::format(
            R"(work = "dense", m = {} : i32, k = {} : i32, n = {} : i32, a_rows = {} : i32, )"
            R"(a_columns = {} : i32, a_first_row = {} : i32, a_first_column = {} : i32, )"
            R"(part = "{}", shift = {} : i32, rounding = "{}"{}{}{}{}{})",
            w.m, w.k, w.n, w.a.rows, w.a.columns, w.a.first_row, w.a.first_column,
            to_string(w.part), w.shift, to_string(w.rounding), w.receives ? ", receives" : "",
            w.passes ? ", passes" : "", w.gives ? ", gives" : "", w.bias ? ", bias" : "",
            w.relu ? ", relu" : "");
    }
    std::string operator()(const kernels::Reduce& w) const {
        return fmt::format(
            R"(work = "reduce", m = {} : i32, n = {} : i32, rows = {} : i32, shift = {} : i32, )"
            R"(rounding = "{}", method = "{}"{}{}{})",
            w.m, w.n, w.rows, w.shift, to_string(w.rounding), to_string(w.method),
            w.gets ? ", gets" : "", w.puts ? ", puts" : "", w.gives ? ", gives" : "");
    }
    std::string operator()(const kernels::External&) const { return R"(work = "external")"; }

 private:
    static std::string operands(const kernels::Matmul& w) {
        return fmt::format(
            R"(a = "{}", b = "{}", c = "{}", m = {} : i32, k = {} : i32, )"
            R"(n = {} : i32, r = {} : i32, s = {} : i32, t = {} : i32, shift = {} : i32, )"
            R"(rounding = "{}", b_layout = "{}"{}{}{})",
            to_string(w.a), to_string(w.b), to_string(w.c), w.m, w.k, w.n, w.r, w.s, w.t, w.shift,
            to_string(w.rounding), word_of(w.b_layout),
            w.compiler == kernels::Compiler::Chess
                ? ""
                : fmt::format(R"(, source = "{}")", to_string(w.compiler)),
            w.native ? ", native" : "", w.staged ? ", staged" : "");
    }
    static std::string block(const kernels::Blocking& blocking) {
        return fmt::format(", block_rows = {} : i32, block_columns = {} : i32", blocking.rows,
                           blocking.columns);
    }
    static std::string sized(const char* work, Bytes size) {
        return fmt::format(R"(work = "{}", bytes = {} : i64)", work, size.count());
    }
};

}  // namespace

std::string attribute_of(const kernels::Kernel& kernel, const ArgumentPlaces& sliced) {
    std::string text = std::visit(Printer{}, kernel.work);
    if (kernel.cycles) text += fmt::format(", cycles = {} : i64", kernel.cycles->count());
    if (kernel.inlined) text += ", inlined";
    if (!sliced.empty()) text += fmt::format(", sliced = [{}]", fmt::join(sliced, ", "));
    return "{" + text + "}";
}

}  // namespace xdnasim::mlir
