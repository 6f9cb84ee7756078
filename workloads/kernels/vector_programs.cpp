#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "workloads/kernels/kernel_program.hpp"
#include "workloads/kernels/matmul_program.hpp"

namespace xdnasim::kernels {

using arch::RegisterFile;
using vliw::Instruction;
using vliw::LoopNest;
using vliw::RegisterUse;

namespace {

/// Bits of the vectors that a program works on: the narrower of load and store.
int width_of(const arch::SlotModel& slots) {
    return std::min(slots.load_bits, slots.store_bits);
}

RegisterUse vector_of(const arch::SlotModel& slots) {
    return {RegisterFile::Vector, vector_registers(width_of(slots))};
}

LoopNest vector_loop(std::string name, arch::Bytes size, const arch::SlotModel& slots,
                     vliw::InstructionList body) {
    const std::int64_t width = width_of(slots) / arch::kBitsPerByte;
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
            .result = vector_of(slots),
            .memory = value};
}

Instruction sum_of(std::vector<std::string> values, const arch::SlotModel& slots) {
    return {.operation = "vadd",
            .label = "add",
            .reads = std::move(values),
            .writes = "sum",
            .result = vector_of(slots)};
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
    return vector_loop(
        "add", size, slots,
        {load("x", slots), load("y", slots), sum_of({"x", "y"}, slots), store("sum")});
}

LoopNest add_one_nest(arch::Bytes size, const arch::SlotModel& slots) {
    return vector_loop("add_one", size, slots,
                       {load("x", slots), sum_of({"x"}, slots), store("sum")});
}

LoopNest scale_nest(arch::Bytes size, const arch::SlotModel& slots) {
    constexpr int kAccumulatorBitsPerBit = 32 / 8;
    const int accumulators = parts(width_of(slots) * kAccumulatorBitsPerBit, kAccumulatorBits);
    const Instruction product{.operation = "vmul",
                              .label = "mul",
                              .reads = {"x"},
                              .writes = "product",
                              .result = RegisterUse{RegisterFile::Accumulator, accumulators}};
    Instruction out = store("product");
    out.operation = "vst.srs";
    return vector_loop("scale", size, slots, {load("x", slots), product, out});
}

LoopNest chain_sum_nest(const ChainSum& work, const arch::SlotModel& slots) {
    const RegisterUse word{RegisterFile::Vector, vector_registers(arch::kCascadeWordBits)};
    LoopNest nest;
    nest.name = "chain_sum";
    nest.steps = std::max<std::int64_t>(1, work.size / arch::kCascadeWord);
    std::vector<std::string> values;
    for (int part = 0; part < parts(arch::kCascadeWordBits, slots.load_bits); ++part) {
        Instruction load_part = load(fmt::format("x{}", part), slots);
        load_part.memory = "x";
        values.push_back(load_part.writes);
        nest.body.push_back(std::move(load_part));
    }
    if (work.gets) {
        nest.body.push_back(
            {.operation = "vmov.get", .label = "get", .writes = "got", .result = word});
        values.emplace_back("got");
        Instruction add = sum_of(std::exchange(values, {"sum"}), slots);
        add.result = word;
        nest.body.push_back(std::move(add));
    }
    if (work.puts) {
        nest.body.push_back({.operation = "vmov.put", .label = "put", .reads = values});
        return nest;
    }
    for (int part = 0; part < parts(arch::kCascadeWordBits, slots.store_bits); ++part)
        nest.body.push_back({.operation = "vst", .label = "st", .reads = values, .memory = "out"});
    return nest;
}

std::span<const VectorProgram> vector_programs() {
    static constexpr std::array kPrograms{
        VectorProgram{"zero", zero_nest}, VectorProgram{"copy", copy_nest},
        VectorProgram{"add", add_nest}, VectorProgram{"scale", scale_nest}};
    return kPrograms;
}

}  // namespace xdnasim::kernels
