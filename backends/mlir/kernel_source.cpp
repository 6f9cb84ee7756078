#include "backends/mlir/kernel_source.hpp"

#include <fstream>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backends/mlir/kernel_attribute.hpp"
#include "backends/mlir/source_parts.hpp"
#include "base/data_folder.hpp"
#include "base/error.hpp"
#include "base/regular_file.hpp"

namespace xdnasim::mlir {
namespace {

using kernels::DataType;

/// Returns the function's parameters: the buffers, then for each sliced one the number of words
/// before the slice: "const int8_t* a, int16_t* c, int32_t c_begin".
std::string declared(const std::vector<Parameter>& parameters, const ArgumentPlaces& sliced) {
    std::vector<std::string> all;
    for (const auto& [type, name] : parameters)
        all.push_back(fmt::format("{}* {}", type, name));
    for (const std::size_t place : sliced)
        all.push_back(fmt::format("int32_t {}_begin", parameters[place].name));
    return fmt::format("{}", fmt::join(all, ", "));
}

/// Returns the source file of a kernel that xdnasim has no source for: a declaration and an #error.
std::string stub_of(const kernels::Kernel& kernel, const std::string& symbol) {
    std::vector<std::string> pointers;
    for (const arch::Bytes size : argument_sizes(kernel))
        pointers.push_back(
            fmt::format("void* buffer_{} /* {} bytes */", pointers.size(), size.count()));
    return fmt::format(R"(// xdnasim simulates this kernel but has no source for it:
//   {}
#error "{} has to be written: xdnasim has no source for it"

extern "C" void {}({});
)",
                       attribute_of(kernel, {}), symbol, symbol, fmt::join(pointers, ", "));
}

/// Returns the statements that advance the pointers to the beginnings of the slices.
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
    return base::read_all(stream, file.string());
}

bool has_source(const kernels::Kernel& kernel, const arch::Device& device) {
    return std::holds_alternative<SourceParts>(source_of(kernel, device));
}

std::string kernel_source(const kernels::Kernel& kernel, const std::string& symbol,
                          const arch::Device& device, const ArgumentPlaces& sliced) {
    const Source source = source_of(kernel, device);
    if (const auto* const refused = std::get_if<Refused>(&source))
        throw base::InputError{refused->why};
    if (std::holds_alternative<ToBeWritten>(source)) return stub_of(kernel, symbol);
    const auto& parts = std::get<SourceParts>(source);
    // Events 0 and 1 mark a call in a trace. A kernel that is simulated as inlined has none.
    const bool shows = !kernel.inlined;
    return fmt::format(
        R"(// Not yet compiled with Peano or xchesscc, or run on an NPU, by the authors of xdnasim.

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
    return matmul != nullptr && matmul->a == DataType::Bf16 &&
           device.generation == arch::Generation::Aie2p && !matmul->native;
}

}  // namespace xdnasim::mlir
