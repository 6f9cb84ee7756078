#include "workloads/kernels/kernel_program.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/place.hpp"
#include "workloads/kernels/chain_product.hpp"
#include "workloads/kernels/dense_program.hpp"

namespace xdnasim::kernels {

using base::InputError;

namespace {

std::string describe(const arch::MatrixRate& rate) {
    return arch::product_name(rate.a_type, rate.b_type, rate.c_type);
}

void require_multiple(const char* axis, int size, int unit, const std::string& of) {
    if (size > 0 && size % unit == 0) return;
    const int below = size / unit * unit;
    throw InputError{fmt::format(
        "tile: {} is {}, which is not a multiple of {} ({}); nearest: {}", axis, size, unit, of,
        below > 0 ? fmt::format("{} or {}", below, below + unit) : fmt::format("{}", unit))};
}

void require_blocking(const Matmul& matmul, Blocking blocking, const arch::SlotModel& slots) {
    const auto text = fmt::format("a block of {} x {} tiles of C", blocking.rows, blocking.columns);
    require_multiple("m", matmul.m, matmul.r * blocking.rows, text);
    require_multiple("n", matmul.n, matmul.t * blocking.columns, text);
    const int need = accumulators_of(matmul, blocking);
    const int have = slots.registers[static_cast<std::size_t>(arch::RegisterFile::Accumulator)];
    if (need > have)
        throw InputError{fmt::format(
            "blocking: {} takes {} accumulators of 512 bit and the core has {}; at most {} tiles "
            "fit",
            text, need, have, have / accumulators_of(matmul, {1, 1}))};
}

void require_layout(const Matmul& matmul) {
    if (!b_may_lie(matmul.b, matmul.b_layout))
        throw InputError{fmt::format(
            "B in {} is {}: the {} values that share an exponent lie along k", to_string(matmul.b),
            to_string(Layout::ColumnMajor), arch::storage_unit(matmul.b).elements)};
}

/// Requires types whose values are stored one by one: the kernel's operands come through plain
/// loads, and B is row-major.
void require_chain_types(const Matmul& product) {
    for (const DataType type : {product.a, product.b, product.c})
        if (!is_stored_singly(type))
            throw InputError{fmt::format(
                "a product along a chain of cores has no kernel for {}, in {}; allowed: types "
                "whose values are stored one by one",
                to_string(type), arch::product_name(product.a, product.b, product.c))};
}

void require_accumulation(const arch::MatrixRate& rate, CallKind kind,
                          std::optional<Blocking> blocking) {
    if (kind != CallKind::Accumulate)
        throw InputError{
            fmt::format("{} has only a kernel that adds to C, laid out by hand", describe(rate))};
    if (blocking && *blocking != Blocking{rate.block_rows, rate.block_columns})
        throw InputError{fmt::format("blocking: the kernel of {} is laid out by hand for {}x{}",
                                     describe(rate), rate.block_rows, rate.block_columns)};
}

void require_bias(const Matmul& matmul) {
    if (matmul.a != DataType::Int8)
        throw InputError{fmt::format(
            "bias and ReLU: the bias is 32 bits wide, as the accumulators of {0} inputs are; the "
            "inputs are {1}, allowed: {0}",
            to_string(DataType::Int8), to_string(matmul.a))};
}

struct ProgramOf {
    const arch::Device& device;
    CallKind kind;
    std::optional<Blocking> blocking;

    vliw::LoopNest operator()(const Matmul& matmul) const {
        const arch::MatrixRate& rate = matrix_rate(matmul, device);
        require_multiple("m", matmul.m, matmul.r, "r of the matrix instruction");
        require_multiple("k", matmul.k, matmul.s, "s of the matrix instruction");
        require_multiple("n", matmul.n, matmul.t, "t of the matrix instruction");
        require_layout(matmul);
        if (kind == CallKind::BiasRelu) require_bias(matmul);
        if (rate.blocks_of_a_round) {
            const auto asked = blocking ? blocking : matmul.blocking;
            require_accumulation(rate, kind, asked);
            require_blocking(matmul, {rate.block_rows, rate.block_columns}, device.core.slots);
            return matmul_by_hand(matmul, rate, device.core.slots);
        }
        const Blocking used =
            blocking.value_or(matmul.blocking.value_or(choose_blocking(matmul, rate)));
        require_blocking(matmul, used, device.core.slots);
        vliw::LoopNest nest = matmul_nest(matmul, rate, device.core.slots, used, kind);
        if (matmul.compiler == Compiler::Peano && rate.peano_slowdown)
            nest.slowdown = *rate.peano_slowdown;
        return nest;
    }
    vliw::LoopNest operator()(const Encode& encode) const {
        return encode_nest(encode, device.core.slots);
    }
    vliw::LoopNest operator()(const Zero& zero) const {
        return zero_nest(zero.size, device.core.slots);
    }
    vliw::LoopNest operator()(const Copy& copy) const {
        return copy_nest(copy.size, device.core.slots);
    }
    vliw::LoopNest operator()(const AddOne& add) const {
        return add_one_nest(add.size, device.core.slots);
    }
    vliw::LoopNest operator()(const Scale& scale) const {
        if (scale.type != DataType::Int8)
            throw InputError{fmt::format("no slot model for a kernel that scales {}; allowed: {}",
                                         to_string(scale.type), to_string(DataType::Int8))};
        return scale_nest(scale.size, device.core.slots);
    }
    vliw::LoopNest operator()(const ChainSum& work) const {
        return chain_sum_nest(work, device.core.slots);
    }
    vliw::LoopNest operator()(const Firing&) const {
        throw InputError{"the instructions of a netlist's core are unknown; give its cycles"};
    }
    vliw::LoopNest operator()(const ChainProduct& work) const {
        const arch::MatrixRate& rate = matrix_rate(work.product, device);
        require_chain_types(work.product);
        require_blocking(work.product, work.blocking(), device.core.slots);
        require_multiple("k", work.product.k, work.product.s, "s of the tiles");
        return chain_product_nest(work, rate, device.core.slots);
    }
    vliw::LoopNest operator()(const Dense& work) const {
        static_cast<void>(dense_rate(device));
        return dense_nest(work);
    }
    vliw::LoopNest operator()(const Reduce& work) const {
        static_cast<void>(dense_rate(device));
        return reduce_nest(work);
    }
    vliw::LoopNest operator()(const External&) const {
        throw InputError{"the instructions of an external function are unknown; give its cycles"};
    }
};

}  // namespace

const arch::MatrixRate& dense_rate(const arch::Device& device) {
    constexpr int kR = 4;
    constexpr int kS = 8;
    constexpr int kT = 8;
    const auto* rate = device.core.find_rate(DataType::Int8, DataType::Int8, DataType::Int8);
    if (rate == nullptr || rate->r != kR || rate->s != kS || rate->t != kT)
        throw InputError{fmt::format(
            "layers of networks are laid out for products of int8 in tiles of {}x{}x{}, which "
            "{} does not have",
            kR, kS, kT, device.name)};
    return *rate;
}

const arch::MatrixRate& matrix_rate(const Matmul& matmul, const arch::Device& device) {
    if (matmul.native)
        if (const auto* rate = device.core.find_native_rate(matmul.a, matmul.b, matmul.c))
            return *rate;
    // A staged C is bf16 between calls, in a kernel whose output type in the device file is that of
    // its inputs.
    const DataType c = matmul.staged ? matmul.a : matmul.c;
    if (const auto* rate = device.core.find_rate(matmul.a, matmul.b, c)) return *rate;
    std::vector<std::string> known;
    std::ranges::transform(device.core.matrix, std::back_inserter(known), describe);
    throw InputError{fmt::format(
        "{} has no kernel for a product of {}; it has: {}", device.name,
        arch::product_name(matmul.a, matmul.b, matmul.c),
        known.empty() ? std::string{"none"} : fmt::format("{}", fmt::join(known, ", ")))};
}

std::vector<std::string> argument_arrays(const Kernel& kernel) {
    struct Names {
        std::vector<std::string> operator()(const Matmul& work) const {
            if (work.converts_a()) return {"A", "B", "C", kConvertedA};
            return {"A", "B", "C"};
        }
        std::vector<std::string> operator()(const Encode&) const { return {"C"}; }
        std::vector<std::string> operator()(const Zero&) const { return {"out"}; }
        std::vector<std::string> operator()(const Copy&) const { return {"x", "out"}; }
        std::vector<std::string> operator()(const AddOne&) const { return {"x", "out"}; }
        std::vector<std::string> operator()(const Scale&) const { return {"x", "out"}; }
        std::vector<std::string> operator()(const ChainSum& work) const {
            if (work.puts) return {"x"};
            return {"x", "out"};
        }
        std::vector<std::string> operator()(const Firing& work) const {
            std::vector<std::string> names;
            for (std::size_t i = 0; i < work.inputs.size(); ++i)
                names.push_back(fmt::format("in {}", i));
            for (std::size_t i = 0; i < work.outputs.size(); ++i)
                names.push_back(fmt::format("out {}", i));
            names.emplace_back("calls");
            return names;
        }
        std::vector<std::string> operator()(const ChainProduct& work) const {
            if (work.puts) return {"A", "B"};
            return {"A", "B", "C"};
        }
        std::vector<std::string> operator()(const Dense& work) const {
            return kernels::argument_arrays(work);
        }
        std::vector<std::string> operator()(const Reduce& work) const {
            return kernels::argument_arrays(work);
        }
        std::vector<std::string> operator()(const External& work) const {
            std::vector<std::string> names;
            for (std::size_t i = 0; i < work.arguments.size(); ++i)
                names.push_back(fmt::format("argument {}", i));
            return names;
        }
    };
    return std::visit(Names{}, kernel.work);
}

vliw::LoopNest program_of(const Kernel& kernel, const arch::Device& device, CallKind kind,
                          std::optional<Blocking> blocking) {
    vliw::LoopNest nest = std::visit(ProgramOf{device, kind, blocking}, kernel.work);
    nest.name = kernel.name;
    return nest;
}

vliw::CallSchedule schedule_of(const Kernel& kernel, const arch::Device& device) {
    const vliw::LoopNest nest = program_of(kernel, device);
    try {
        return vliw::schedule_call(nest, device.core.slots);
    } catch (const InputError& error) {
        throw InputError{fmt::format("core.slots of {} has no layout for the kernel {}: {}",
                                     device.name, base::in_quotes(kernel.name), error.what())};
    }
}

}  // namespace xdnasim::kernels
