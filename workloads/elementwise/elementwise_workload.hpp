#pragma once
// One core that turns each object it receives into a new one: shim to core to shim, over object
// FIFOs. As a workload, the output must be that of the kernel for each object.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "base/parameters/table.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::elementwise {

enum class KernelKind : std::uint8_t { Copy, AddOne, Scale };
[[nodiscard]] std::string to_string(KernelKind kind);  // "add_one"

struct KernelChoice {
    KernelKind kind{};
    std::string name;                                   ///< default: the name of the kind
    kernels::DataType type = kernels::DataType::Int32;  ///< for AddOne and Scale
    int factor = 1;                                     ///< for Scale
    /// Nullopt: the cycles of the kernel when scheduled into the core's slots.
    std::optional<arch::Cycles> cycles_per_call;
    /// Whether the kernel is part of the core's program, without call and return.
    bool inlined = false;
};

struct ElementwiseDesign {
    arch::TileId core;
    /// Size of the object that a call reads, and of the one that it writes.
    arch::Bytes object{};
    std::int64_t objects = 0;  ///< number of objects in the run
    int depth = 2;             ///< objects of each FIFO that a tile buffers
    /// Size of the objects in the mem tile, if FIFOs pass through it on the way in and out: one or
    /// more of the core's objects. nullopt: FIFOs connect shim and core directly.
    std::optional<arch::Bytes> mem_tile_object;
    KernelChoice kernel;

    [[nodiscard]] arch::Bytes size() const { return object * objects; }
};

/// The table of the section `elementwise` of a problem file; `device` limits the array.
[[nodiscard]] parameters::Table<ElementwiseDesign> parameter_table(const arch::Device& device);

class ElementwiseWorkload final : public schedule::Workload {
 public:
    /// Precondition: require_mappable() for the device that it is mapped to.
    explicit ElementwiseWorkload(ElementwiseDesign design) : design_{std::move(design)} {}

    [[nodiscard]] const ElementwiseDesign& design() const { return design_; }

    [[nodiscard]] std::string name() const override { return "elementwise"; }
    [[nodiscard]] schedule::Schedule map(const arch::Device& device) const override;
    [[nodiscard]] parameters::Values parameters() const override;
    [[nodiscard]] parameters::Values derived() const override { return {}; }
    [[nodiscard]] std::vector<schedule::NamedTile> tiles() const override;
    [[nodiscard]] std::vector<schedule::Line> summary() const override;
    [[nodiscard]] std::string array_text() const override { return "1 core"; }
    [[nodiscard]] schedule::Operands operands() const override { return {"input", "output"}; }
    [[nodiscard]] schedule::Work work() const override;
    [[nodiscard]] std::vector<schedule::BufferContent> buffers() const override;
    void fill(schedule::HostMemory& host, std::uint64_t seed) const override;
    [[nodiscard]] schedule::Verification check(schedule::HostMemory& host,
                                               const schedule::DataRun& run) const override;
    [[nodiscard]] std::string size_key() const override { return "elementwise.objects"; }
    [[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                              const arch::Device& device,
                                              const schedule::KernelCycles& cycles) const override;

 private:
    ElementwiseDesign design_;
};

/// Reads the section `elementwise` of a problem file. Throws InputError with the position of what
/// is missing, unknown or out of range, and MappingError as require_mappable() does.
[[nodiscard]] std::shared_ptr<const schedule::Workload> read_elementwise(
    const base::Node& section, const arch::Device& device);

/// Descriptions of the keys of the section `elementwise`.
[[nodiscard]] std::vector<parameters::Description> describe_elementwise(const arch::Device& device);

}  // namespace xdnasim::elementwise
