#pragma once
// One core that makes an object of each object it is sent: shim to core to shim, in object FIFOs.
// As a workload, what comes back is what the kernel makes of each object.

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

class ElementwiseWorkload final : public schedule::Workload {
 public:
    /// Precondition: require_mappable() on the device that it is mapped to.
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

/// The section `elementwise` of a problem file. Throws InputError with the place of what is
/// missing, unknown or out of range, and MappingError as require_mappable() does.
[[nodiscard]] std::shared_ptr<const schedule::Workload> read_elementwise(
    const base::Node& section, const arch::Device& device);

/// The keys of that section.
[[nodiscard]] std::vector<parameters::Description> describe_elementwise(const arch::Device& device);

}  // namespace xdnasim::elementwise
