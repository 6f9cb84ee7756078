// What `kernels.yaml` or the text of a design says of a kernel.

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/map_reader.hpp"
#include "workloads/design/kernel_table.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::design {

using arch::Bytes;
using arch::Cycles;
using base::MapReader;
using base::Node;
using kernels::DataType;

namespace {

constexpr int kMaxSide = 1 << 20;
constexpr int kMaxShift = 63;

/// The kernels of xdnasim.
constexpr std::array<std::string_view, 9> kWorks{
    "matmul", "encode", "zero", "copy", "add_one", "scale", "chain_sum", "chain_product", "firing"};
enum class Work : std::uint8_t {
    Matmul,
    Encode,
    Zero,
    Copy,
    AddOne,
    Scale,
    ChainSum,
    ChainProduct,
    Firing
};

DataType type_of(const Node& node) {
    return node.as_one_of(arch::kDataTypes);
}

int side(MapReader& reader, std::string_view key) {
    return static_cast<int>(reader.require(key).as_int(1, kMaxSide));
}

int side_or(MapReader& reader, std::string_view key, int otherwise) {
    const Node* node = reader.optional(key);
    return node == nullptr ? otherwise : static_cast<int>(node->as_int(1, kMaxSide));
}

kernels::Matmul matmul_of(MapReader& reader, const arch::Device& device) {
    kernels::Matmul work{};
    work.a = type_of(reader.require("a"));
    work.b = type_of(reader.require("b"));
    work.c = type_of(reader.require("c"));
    work.m = side(reader, "m");
    work.k = side(reader, "k");
    work.n = side(reader, "n");
    const arch::MatrixRate* rate = device.core.find_rate(work.a, work.b, work.c);
    work.r = side_or(reader, "r", rate != nullptr ? rate->r : 1);
    work.s = side_or(reader, "s", rate != nullptr ? rate->s : 1);
    work.t = side_or(reader, "t", rate != nullptr ? rate->t : 1);
    if (const Node* shift = reader.optional("shift"))
        work.shift = static_cast<int>(shift->as_int(0, kMaxShift));
    work.rounding = kernels::Rounding::ConvEven;
    if (const Node* rounding = reader.optional("rounding"))
        work.rounding = rounding->as_one_of(kernels::kRoundings);
    work.b_layout = kernels::Layout::RowMajor;
    if (const Node* layout = reader.optional("b_layout"))
        work.b_layout = layout->as_one_of(kernels::kLayouts);
    if (const Node* staged = reader.optional("staged")) work.staged = staged->as_bool();
    return work;
}

kernels::Encode encode_of(MapReader& reader) {
    kernels::Encode work{};
    work.m = side(reader, "m");
    work.n = side(reader, "n");
    return work;
}

/// What the description leaves out is what the call passes.
Bytes bytes_of(MapReader& reader, const CallSite& call) {
    if (const Node* bytes = reader.optional("bytes")) return Bytes{bytes->as_int(1, kMaxCount)};
    return call.sizes.empty() ? Bytes{} : call.sizes.back();
}

std::vector<Bytes> sizes_of(const Node& list) {
    std::vector<Bytes> sizes;
    for (const Node& size : list.as_sequence())
        sizes.emplace_back(size.as_int(1, kMaxCount));
    return sizes;
}

bool flag_of(MapReader& reader, std::string_view key) {
    const Node* flag = reader.optional(key);
    return flag != nullptr && flag->as_bool();
}

kernels::ChainProduct chain_product_of(MapReader& reader, const arch::Device& device) {
    kernels::ChainProduct work{matmul_of(reader, device)};
    work.product.blocking = {side_or(reader, "block_rows", 2), side_or(reader, "block_columns", 2)};
    work.gets = flag_of(reader, "gets");
    work.puts = flag_of(reader, "puts");
    return work;
}

/// Words that a function of somebody else moves over the cascade.
kernels::CascadeWords cascade_of(MapReader& reader) {
    const auto words = [&](std::string_view key) {
        const Node* count = reader.optional(key);
        return count == nullptr ? 0 : count->as_int(0, kMaxCount);
    };
    return {words("gets"), words("puts")};
}

void set_work(kernels::Kernel& kernel, MapReader& reader, const CallSite& call,
              const arch::Device& device) {
    const Node* work = reader.optional("work");
    if (work == nullptr) return;
    switch (static_cast<Work>(work->as_choice(kWorks))) {
        case Work::Matmul:
            kernel.work = matmul_of(reader, device);
            return;
        case Work::Encode:
            kernel.work = encode_of(reader);
            return;
        case Work::Zero:
            kernel.work = kernels::Zero{bytes_of(reader, call)};
            return;
        case Work::Copy:
            kernel.work = kernels::Copy{bytes_of(reader, call)};
            return;
        case Work::AddOne:
            kernel.work = kernels::AddOne{bytes_of(reader, call), type_of(reader.require("type"))};
            return;
        case Work::Scale:
            kernel.work = kernels::Scale{
                bytes_of(reader, call), type_of(reader.require("type")),
                static_cast<int>(reader.require("factor").as_int(-kMaxCount, kMaxCount))};
            return;
        case Work::ChainSum:
            kernel.work = kernels::ChainSum{bytes_of(reader, call), flag_of(reader, "gets"),
                                            flag_of(reader, "puts")};
            return;
        case Work::Firing:
            kernel.work = kernels::Firing{
                sizes_of(reader.require("inputs")), sizes_of(reader.require("outputs")),
                static_cast<int>(reader.require("core").as_int(0, kMaxCount))};
            return;
        case Work::ChainProduct:
            kernel.work = chain_product_of(reader, device);
            return;
    }
}

/// {argument: 3, cycles: {1024: 700}}: by the value of a scalar argument.
Cycles cycles_by_argument(const Node& node, const CallSite& call) {
    MapReader reader{node, "by_argument"};
    const Node& number = reader.require("argument");
    const auto argument = static_cast<std::size_t>(number.as_int(0, kMaxId));
    const Node& table = reader.require("cycles");
    reader.finish();
    if (argument >= call.scalars.size() || !call.scalars[argument])
        number.fail(fmt::format("argument {} of '{}' is not a number that is known before the run",
                                argument, call.function));
    const std::string value = std::to_string(*call.scalars[argument]);
    for (const base::Entry& entry : table.as_map())
        if (entry.key == value) return Cycles{entry.value.as_int(1, kMaxCycles)};
    table.fail(fmt::format("'{}' is called with {} as argument {}, of which nothing is said here",
                           call.function, value, argument));
}

}  // namespace

kernels::Kernel KernelTable::described(const CallSite& call, const Node& node) const {
    kernels::Kernel kernel{std::string{call.function}, kernels::External{call.sizes}, {}};
    if (node.is_scalar()) {
        kernel.cycles = Cycles{node.as_int(1, kMaxCycles)};
        return kernel;
    }
    MapReader reader{node, fmt::format("kernels.{}", call.function)};
    set_work(kernel, reader, call, draft_.device);
    if (const Node* cycles = reader.optional("cycles"))
        kernel.cycles = Cycles{cycles->as_int(1, kMaxCycles)};
    if (const Node* by_argument = reader.optional("by_argument"))
        kernel.cycles = cycles_by_argument(*by_argument, call);
    if (const Node* program = reader.optional("program")) {
        const std::filesystem::path file = source_.folder / program->as_string();
        const arch::SlotModel& slots = draft_.device.core.slots;
        kernel.cycles =
            vliw::schedule_call(kernels::load_kernel_program(file, slots), slots).kernel_cycles();
    }
    if (const Node* inlined = reader.optional("inlined")) kernel.inlined = inlined->as_bool();
    static_cast<void>(reader.optional("sliced"));  // read with each call
    auto* const somebody = std::get_if<kernels::External>(&kernel.work);
    const bool external = somebody != nullptr;
    if (external) somebody->cascade = cascade_of(reader);
    reader.finish();
    if (external && !kernel.cycles)
        node.fail(fmt::format("'{}' has no cycles; allowed: cycles, by_argument, program or work",
                              call.function));
    if (!external && argument_sizes(kernel) != call.sizes) {
        std::vector<std::int64_t> expected;
        for (const Bytes size : argument_sizes(kernel))
            expected.push_back(size.count());
        std::vector<std::int64_t> passed;
        for (const Bytes size : call.sizes)
            passed.push_back(size.count());
        node.fail(fmt::format("'{}' is called with buffers of {} bytes{}; this work takes {}",
                              call.function, fmt::join(passed, ", "),
                              draft_.schedule.place(call.at), fmt::join(expected, ", ")));
    }
    return kernel;
}

}  // namespace xdnasim::design
