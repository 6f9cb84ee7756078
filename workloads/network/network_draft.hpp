#pragma once
// A network's program while it is put together: its tiles, cores, streams and ports. The links
// between layers and the programs of cores add to it, each in a file of its own.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/links/packets.hpp"
#include "workloads/network/links/relays.hpp"
#include "workloads/network/network_parts.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::network {

/// What a buffer of a core holds: each kind begins in a pair of banks of its own, as far as there
/// is room, so that a kernel's accesses do not meet.
enum class Use : std::uint8_t { Input, Weights, Output };

/// Buffers that are passed on under locks: one of each kind for all, or for each buffer.
struct Ring {
    std::vector<schedule::BufferRef> buffers;
    std::vector<schedule::LockRef> free{};
    std::vector<schedule::LockRef> full{};
    int parts = 1;  ///< that fill a buffer, each of which counts
};

/// What packets name.
struct NamedBds {
    int channel = 0;
    std::vector<int> ids;
};

class Tiles {
 public:
    explicit Tiles(const arch::Device& device) : device_{device} {}

    /// nullopt: the memory has no room for it.
    [[nodiscard]] std::optional<schedule::BufferRef> buffer(
        arch::TileId tile, std::string name, arch::Bytes size, Use use,
        std::shared_ptr<const schedule::Content> content = {});
    /// A pair of locks over buffers of the tile.
    [[nodiscard]] Ring ring(const std::string& name, std::vector<schedule::BufferRef> buffers);
    /// The next channel of the tile in that direction moves `length` bytes of each of the ring's
    /// buffers, from `offset` on; returns its number.
    int channel(arch::TileId tile, arch::Direction direction, const Ring& ring, arch::Bytes offset,
                arch::Bytes length, const std::vector<schedule::Dimension>& dimensions);
    /// The next channel of the tile in that direction runs `bds`, one after the other and for ever;
    /// their ids and what follows them are set here. Returns its number.
    int chain(arch::TileId tile, arch::Direction direction, std::vector<schedule::Bd> bds);
    /// The next S2MM channel of the tile takes packets that name `bds`, in any order.
    NamedBds out_of_order(arch::TileId tile, std::vector<schedule::Bd> bds);
    /// Returns what names it.
    [[nodiscard]] schedule::LockRef lock(arch::TileId tile, const std::string& name, int initial,
                                         schedule::LockRole role);
    void program(arch::TileId tile, schedule::CoreBody body) { at(tile).core = std::move(body); }

    /// Sorted.
    [[nodiscard]] std::vector<schedule::TileProgram> finished() &&;

 private:
    schedule::TileProgram& at(arch::TileId tile);
    /// Its id; those behind it are free, too, for BDs come one behind the other. Whether the
    /// channel can run them is for the validation to say.
    [[nodiscard]] int first_free_bd(arch::TileId tile, int channel);
    [[nodiscard]] std::optional<arch::Bytes> room(const schedule::TileProgram& program,
                                                  arch::Bytes size, Use use) const;

    const arch::Device& device_;
    std::map<arch::TileId, schedule::TileProgram> programs_;
};

inline constexpr int kDepth = 2;  ///< buffers of a ring

[[nodiscard]] inline arch::Bytes size_of(const Part& part) {
    return arch::Bytes{part.elements()};
}

/// A part of a whole that lies in memory, in tiles: as a BD walks it.
struct Walk {
    arch::Bytes offset{};
    std::vector<schedule::Dimension> dimensions;  ///< empty: one behind the other
};
[[nodiscard]] Walk walk_of(const Part& part, const Part& whole);
/// Without locks.
[[nodiscard]] schedule::Bd bd_of(schedule::BufferRef buffer, const Walk& walk, const Part& part);

/// A core while its program is put together.
struct Core {
    Part held{};  ///< of the activations that come by streams, what its memory holds
    std::vector<std::vector<schedule::BufferRef>> arguments;  ///< each in turn
    std::vector<Ring> in;
    std::vector<Ring> out;

    void hold(const Part& part);
};

/// Of what its parts refer to nothing is copied: the design, the stages and the device outlive it.
struct Draft {
    Draft(const NetworkDesign& of_design, const std::vector<Stage>& of_stages,
          const arch::Device& of_device)
        : design{of_design},
          stages{of_stages},
          device{of_device},
          tiles{of_device},
          streams{of_device},
          pl_ports{of_device, streams},
          relays(of_stages.size()),
          packet_links{packet_links_of(of_stages, of_device)} {}
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    /// Throws MappingError that names the stage's layer.
    [[noreturn]] void refuse(std::size_t stage, const std::string& message) const;

    /// In the memory of a core of a stage. Throws MappingError when it has no room.
    [[nodiscard]] schedule::BufferRef buffer(std::size_t stage, arch::TileId tile, const char* name,
                                             arch::Bytes size, Use use,
                                             std::shared_ptr<const schedule::Content> content = {});
    /// The buffers that streams fill in turn, as large as all that comes.
    [[nodiscard]] const std::vector<schedule::BufferRef>& input_buffers(std::size_t stage,
                                                                        arch::TileId tile,
                                                                        int depth = kDepth);
    /// The port into a core through which a part comes, by the next channel: that there is one, is
    /// for misfit_of_streams() to say.
    [[nodiscard]] arch::Port sink(std::size_t stage, arch::TileId tile, const Part& part);

    /// Packets that meet at a port must differ in their ids: each flow has the next one, and begins
    /// anew behind the last.
    [[nodiscard]] int next_packet_id() { return packet_ids_++ % (arch::kMaxPacketId + 1); }

    /// Of all samples.
    schedule::HostBufferRef add_host_buffer(const NetworkPort& port);
    /// Throws MappingError when the device has no port left.
    [[nodiscard]] arch::Port place_of(const NetworkPort& port);
    void add_port(const NetworkPort& port, const arch::Port& place, schedule::HostBufferRef buffer);
    /// A stream out of the core that gives the port's part.
    void add_output(const NetworkPort& port, const arch::Port& place,
                    schedule::HostBufferRef buffer);

    const NetworkDesign& design;
    const std::vector<Stage>& stages;
    const arch::Device& device;
    schedule::Schedule schedule;  ///< all but its tiles
    Tiles tiles;
    FreeStreams streams;
    FreePlPorts pl_ports;
    Relays relays;
    std::vector<std::optional<PacketLink>> packet_links;
    std::map<arch::TileId, Core> cores;

 private:
    int packet_ids_ = 0;
};

/// Streams, or cascades, from the stage before. The cores of that one have their outputs by now.
void connect(Draft& draft, std::size_t stage);
void connect_by_mem_tiles(Draft& draft, std::size_t stage);
void connect_by_packets(Draft& draft, std::size_t stage);

/// The programs of all cores.
class CorePrograms {
 public:
    explicit CorePrograms(Draft& draft);

    /// The stage's cores have what comes in by now.
    void add(std::size_t stage);
    /// All streams are there by now.
    void finish();

 private:
    void add_core(std::size_t stage, int a, int b, int c);
    void add_sums(std::size_t stage);
    void add_output_buffers(std::size_t stage, arch::TileId tile, arch::Bytes size);
    [[nodiscard]] schedule::KernelRef kernel(const kernels::Kernel& kernel, const std::string& key);
    void add_turn(schedule::CoreBody& round, const Core& core, schedule::KernelRef kernel,
                  std::size_t turn) const;

    Draft& draft_;
    std::vector<Weights> weights_;
    std::map<std::string, int> kernels_;  ///< of the schedule, by what tells them apart
    std::vector<std::pair<arch::TileId, schedule::KernelRef>> calls_;
};

}  // namespace xdnasim::network
