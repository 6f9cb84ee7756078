#pragma once
// One core that makes an object of each object it is sent: shim to core to shim, in object FIFOs.

#include <cstdint>
#include <optional>
#include <string>

#include "arch/device.hpp"
#include "base/parameters/table.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::elementwise {

enum class KernelKind : std::uint8_t { Copy, AddOne, Scale };
[[nodiscard]] std::string to_string(KernelKind kind);  // "add_one"

struct KernelChoice {
    KernelKind kind{};
    std::string name;                                   ///< the kind's when left empty
    kernels::DataType type = kernels::DataType::Int32;  ///< of AddOne and Scale
    int factor = 1;                                     ///< of Scale
    std::optional<arch::Cycles> cycles_per_call;        ///< none: what the core's slots make of it
    bool inlined = false;                               ///< stands in the core's program itself
};

struct ElementwiseDesign {
    arch::TileId core;
    arch::Bytes object{};      ///< that a call takes, and that it gives
    std::int64_t objects = 0;  ///< in all
    int depth = 2;             ///< objects of each FIFO that a tile holds
    /// FIFOs pass the mem tile, on the way in and out, in objects of this size: of one or more of
    /// the core's. None: they connect shim and core directly.
    std::optional<arch::Bytes> mem_tile_object;
    KernelChoice kernel;

    [[nodiscard]] arch::Bytes size() const { return object * objects; }
};

/// The section `elementwise` of a problem file. `device` bounds the array.
[[nodiscard]] parameters::Table<ElementwiseDesign> parameter_table(const arch::Device& device);

}  // namespace xdnasim::elementwise
