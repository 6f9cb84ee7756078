#pragma once
// A workload on other tiles than its own rules give it.

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

/// Its own rules know tiles as they have placed them: what they say of tiles, and what is said to
/// them, is translated. All else is as they have it; so are the closed forms, which know nothing of
/// how far streams lead.
class RelocatedWorkload final : public schedule::Workload {
 public:
    /// `schedule`: that of `own`, routed.
    RelocatedWorkload(std::shared_ptr<const schedule::Workload> own, schedule::Schedule schedule,
                      PlacementFound found)
        : own_{std::move(own)}, schedule_{std::move(schedule)}, found_{std::move(found)} {}

    [[nodiscard]] parameters::Values placement() const override;
    /// And how many tiles have moved, and how long routes are, here and by its own rules.
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
