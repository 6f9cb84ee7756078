#include "xdnasim/workloads/kernels/vector_programs.hpp"

#include <algorithm>

namespace xdnasim::kernels {

using arch::RegisterFile;
using vliw::Instruction;
using vliw::LoopNest;
using vliw::RegisterUse;

namespace {

constexpr int kBitsPerByte = 8;
constexpr int kVectorBits = 256;

/// A loop over vectors as wide as the narrower of load and store.
LoopNest vector_loop(std::string name, arch::Bytes size, const arch::SlotModel& slots,
                     vliw::InstructionList body) {
    const std::int64_t width = std::min(slots.load_bits, slots.store_bits) / kBitsPerByte;
    LoopNest nest;
    nest.name = std::move(name);
    nest.steps = std::max<std::int64_t>(1, (size.count() + width - 1) / width);
    nest.body = std::move(body);
    return nest;
}

Instruction load(std::string value, const arch::SlotModel& slots) {
    return {.operation = "vld",
            .label = "ld " + value,
            .writes = value,
            .result = RegisterUse{RegisterFile::Vector, std::max(1, slots.load_bits / kVectorBits)},
            .memory = value};
}

Instruction store(const std::string& value) {
    return {.operation = "vst", .label = "st " + value, .reads = {value}, .memory = "out"};
}

}  // namespace

LoopNest zero_nest(arch::Bytes size, const arch::SlotModel& slots) {
    return vector_loop("zero", size, slots,
                       {{.operation = "vst", .label = "st zeros", .memory = "out"}});
}

LoopNest copy_nest(arch::Bytes size, const arch::SlotModel& slots) {
    return vector_loop("copy", size, slots, {load("x", slots), store("x")});
}

LoopNest add_nest(arch::Bytes size, const arch::SlotModel& slots) {
    const Instruction sum{.operation = "vadd",
                          .label = "add",
                          .reads = {"x", "y"},
                          .writes = "sum",
                          .result = RegisterUse{RegisterFile::Vector, 1}};
    return vector_loop("add", size, slots, {load("x", slots), load("y", slots), sum, store("sum")});
}

LoopNest scale_nest(arch::Bytes size, const arch::SlotModel& slots) {
    const Instruction product{.operation = "vmul",
                              .label = "mul",
                              .reads = {"x"},
                              .writes = "product",
                              .result = RegisterUse{RegisterFile::Accumulator, 2}};
    Instruction out = store("product");
    out.operation = "vst.srs";
    return vector_loop("scale", size, slots, {load("x", slots), product, out});
}

}  // namespace xdnasim::kernels
