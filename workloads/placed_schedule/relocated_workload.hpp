#pragma once
// A workload on other tiles than those of its own rules.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "workloads/placed_schedule/placeable_workload.hpp"
#include "workloads/placed_schedule/relocation.hpp"
#include "workloads/placement/cost.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::placed_schedule {

struct PlacementFound {
    PlacementQuestion asked{};
    Relocation relocation{};
    placement::Measures before{};
    placement::Measures after{};
};

/// A workload whose tiles are moved. The original workload only knows the tiles of its own rules,
/// so all tiles in its inputs and outputs are translated. Everything else is unchanged, including
/// the closed forms, which do not depend on the length of streams.
class RelocatedWorkload final : public schedule::Workload {
 public:
    /// `schedule`: the schedule of `own` on the new tiles, with routes.
    RelocatedWorkload(std::shared_ptr<const schedule::Workload> own, schedule::Schedule schedule,
                      PlacementFound found)
        : own_{std::move(own)}, schedule_{std::move(schedule)}, found_{std::move(found)} {}

    [[nodiscard]] parameters::Values placement() const override;
    /// Values of `own`, the number of tiles that have moved, and the length of routes before and
    /// after.
    [[nodiscard]] parameters::Values derived() const override;
    [[nodiscard]] std::vector<schedule::NamedTile> tiles() const override;
    [[nodiscard]] schedule::Schedule map(const arch::Device& device) const override;
    [[nodiscard]] std::vector<schedule::Line> summary() const override;
    [[nodiscard]] std::vector<schedule::CoreGroup> core_groups() const override;
    [[nodiscard]] schedule::Verification check(schedule::HostMemory& host,
                                               const schedule::DataRun& run) const override;
    [[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                              const arch::Device& device,
                                              const schedule::KernelCycles& cycles) const override;
    [[nodiscard]] std::optional<std::string> way_around_shim_channels(
        const schedule::Schedule& schedule, const arch::Device& device,
        const schedule::KernelCycles& cycles) const override;

    [[nodiscard]] std::string name() const override { return own_->name(); }
    [[nodiscard]] parameters::Values parameters() const override { return own_->parameters(); }
    [[nodiscard]] std::vector<schedule::FileContent> contents() const override {
        return own_->contents();
    }
    [[nodiscard]] std::string array_text() const override { return own_->array_text(); }
    [[nodiscard]] schedule::Operands operands() const override { return own_->operands(); }
    [[nodiscard]] schedule::Work work() const override { return own_->work(); }
    [[nodiscard]] std::vector<schedule::BufferContent> buffers() const override {
        return own_->buffers();
    }
    void fill(schedule::HostMemory& host, std::uint64_t seed) const override {
        own_->fill(host, seed);
    }
    [[nodiscard]] std::vector<std::string> array_names() const override {
        return own_->array_names();
    }
    [[nodiscard]] arch::Bytes memory_to_check() const override { return own_->memory_to_check(); }
    [[nodiscard]] std::string size_key() const override { return own_->size_key(); }
    [[nodiscard]] bool runs_as_it_is() const override { return own_->runs_as_it_is(); }
    [[nodiscard]] bool has_own_trace() const override { return own_->has_own_trace(); }
    [[nodiscard]] bool has_room_to_trace_cores() const override {
        return own_->has_room_to_trace_cores();
    }

 private:
    std::shared_ptr<const schedule::Workload> own_;
    schedule::Schedule schedule_;
    PlacementFound found_;
};

}  // namespace xdnasim::placed_schedule
