#pragma once
// What the parts of validate() share: look-up of the schedule's objects by tile, id and port, and
// the list of breaches.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule {

/// Records breaches of one object.
class Reporter {
 public:
    Reporter(std::vector<Breach>& breaches, std::string where,
             BreachKind kind = BreachKind::Hardware, std::optional<arch::TileId> tile = {})
        : breaches_{breaches}, where_{std::move(where)}, kind_{kind}, tile_{tile} {}

    template <class... Args>
    void operator()(fmt::format_string<Args...> what, Args&&... args) const {
        breaches_.push_back({where_, fmt::format(what, std::forward<Args>(args)...), kind_, tile_});
    }

    /// Is `value` in min..max? Reports a breach if not.
    [[nodiscard]] bool in_range(std::string_view name, std::int64_t value, std::int64_t min,
                                std::int64_t max) const;

    /// As in_range, for callers that continue in either case.
    void check_range(std::string_view name, std::int64_t value, std::int64_t min,
                     std::int64_t max) const {
        static_cast<void>(in_range(name, value, min, max));
    }

    /// Is `value` a multiple of a word? Reports a breach if not.
    [[nodiscard]] bool in_words(std::string_view name, arch::Bytes value) const;

    [[nodiscard]] const std::string& where() const { return where_; }

 private:
    std::vector<Breach>& breaches_;
    std::string where_;
    BreachKind kind_;
    std::optional<arch::TileId> tile_;
};

class Inspection {
 public:
    Inspection(const Schedule& inspected, const arch::Device& on);

    const Schedule& schedule;
    const arch::Device& device;

    [[nodiscard]] std::string name(arch::TileId tile) const { return device.name_of(tile); }
    /// Reporter for the object `where`, which stands at `origin` in the schedule's source.
    [[nodiscard]] Reporter at(const std::string& where, base::Position origin = {},
                              BreachKind kind = BreachKind::Hardware,
                              std::optional<arch::TileId> tile = {});

    /// The DMA of `tile`; null if it has none.
    [[nodiscard]] const arch::DmaModel* dma(arch::TileId tile) const;
    [[nodiscard]] const TileProgram* program(arch::TileId tile) const;
    [[nodiscard]] const Bd* bd(arch::TileId tile, int id) const;
    [[nodiscard]] const Lock* lock(const LockRef& reference) const;
    [[nodiscard]] const Buffer* buffer(const BufferRef& reference) const;
    [[nodiscard]] const HostBuffer* buffer(HostBufferRef reference) const;

    using Endpoint = std::pair<arch::Port, const Flow*>;
    /// The flows that start or end at `port`.
    [[nodiscard]] std::span<const Endpoint> flows_at(const arch::Port& port) const;
    /// Does the runtime sequence push a task to the DMA channel behind `port`?
    [[nodiscard]] bool is_pushed(const arch::Port& port) const;

    /// Has no breach of a hardware limit been found so far?
    [[nodiscard]] bool is_sound() const;
    [[nodiscard]] std::vector<Breach> take_breaches() { return std::move(breaches_); }

 private:
    std::vector<const TileProgram*> programs_;  ///< sorted by tile
    std::vector<Endpoint> endpoints_;           ///< sorted
    std::vector<arch::Port> pushed_;            ///< sorted
    std::vector<Breach> breaches_;
};

// The parts of validate(), in the order of the schedule.
void check_kernels(Inspection& inspection);
void check_host_buffers(Inspection& inspection);
void check_pl(Inspection& inspection);
void check_buffers(Inspection& inspection, const TileProgram& program);
void check_locks(Inspection& inspection, const TileProgram& program);
void check_bds(Inspection& inspection, const TileProgram& program);
void check_channels(Inspection& inspection, const TileProgram& program);
void check_core(Inspection& inspection, const TileProgram& program);
void check_cascades(Inspection& inspection);
void check_flows(Inspection& inspection);
void check_routes(Inspection& inspection);
void check_sequence(Inspection& inspection);
void check_trace(Inspection& inspection);
void check_control_ports(Inspection& inspection);
/// Precondition: the inspection is sound.
void check_lock_balance(Inspection& inspection);

/// Does `port` exist on the device? Its bundle may have any value, even an unknown one.
[[nodiscard]] bool port_exists(const arch::Device& device, const arch::Port& port);

/// "flow 'A' at (0,1) ...", as the place of a breach.
[[nodiscard]] std::string flow_at(const Flow& flow, const arch::Port& port);
/// Is `bundle` one of the enumerators?
[[nodiscard]] bool is_known(arch::Bundle bundle);

// Checks that are common to the BDs of tiles and of the runtime sequence.

/// Checks `bd` except for its id, its offset and everything that depends on its channel.
void check_bd_shape(const Inspection& inspection, const Reporter& report, arch::TileId tile,
                    const Bd& bd);
/// Does a BD that touches `extent` bytes from `offset` on stay within its buffer?
[[nodiscard]] bool check_addresses(const Inspection& inspection, const Reporter& report,
                                   arch::TileId tile, const Bd& bd, arch::Bytes offset,
                                   arch::Bytes extent);
/// Checks whether the DMA channel behind `port` may run `bd` as BD number `id`.
void check_bd_on_channel(const Inspection& inspection, const Reporter& report,
                         const arch::Port& port, const Bd& bd, int id);
/// Does the channel exist? Reports a breach if not.
[[nodiscard]] bool channel_exists(const Inspection& inspection, const Reporter& report,
                                  arch::TileId tile, arch::Direction direction, int channel);

/// Checks a channel that takes packets out of order and the packets that are sent to it. Returns
/// the BDs that the packet headers name, each once.
[[nodiscard]] std::vector<int> check_out_of_order(Inspection& inspection, const Reporter& report,
                                                  const Channel& channel, const arch::Port& port);

/// Check the values of acquires and releases by a DMA or core of `tile`, but not the lock that they
/// name.
void check_acquire_value(const Inspection& inspection, const Reporter& report, arch::TileId tile,
                         const Acquire& acquire);
void check_release_value(const Inspection& inspection, const Reporter& report, arch::TileId tile,
                         const Release& release);

// Which memories and locks a DMA or a core can reach (mlir-aie AIETargetModel, isLegalMemAffinity).

/// Can some DMA channel of `tile` reach `other`? A DMA reaches its own tile; that of a mem tile
/// also reaches the western and eastern neighbours. Precondition here and below: the device
/// contains `tile`; it need not contain `other`.
[[nodiscard]] bool dma_reaches(const arch::Device& device, arch::TileId tile, arch::TileId other);

/// As dma_reaches, for one channel.
[[nodiscard]] bool channel_reaches(const arch::Device& device, arch::TileId tile, int channel,
                                   arch::TileId other);

/// A core reaches its own memory and the memories of its western, northern and southern neighbours,
/// if these are cores. The eastern address window is a second window to its own memory.
[[nodiscard]] bool core_reaches(const arch::Device& device, arch::TileId core, arch::TileId other);

// Checks of SemiAffine values of the runtime sequence before they are evaluated.

/// Can `value` be computed for all indices of the loops around it, whose iteration counts are
/// `counts`? Reports loops that do not exist, divisions by zero and overflows.
[[nodiscard]] bool check_affine(const Reporter& report, std::string_view name,
                                const SemiAffine& value, std::span<const std::int64_t> counts);

}  // namespace xdnasim::schedule
