#pragma once
// A network's program under construction: its tiles, cores, streams and ports. The links between
// layers and the programs of cores add to it, each in a file of its own.

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

/// Content of a core's buffer. Each kind begins in a pair of banks of its own if there is room, so
/// that the accesses of a kernel do not conflict.
enum class Use : std::uint8_t { Input, Weights, Output };

/// Buffers that are passed on under locks: one pair of locks for all buffers, or one for each.
struct Ring {
    std::vector<schedule::BufferRef> buffers;
    std::vector<schedule::LockRef> free{};
    std::vector<schedule::LockRef> full{};
    int parts = 1;  ///< number of parts that fill a buffer; each releases `full` once
};

/// An S2MM channel whose packets name their BD, and the ids of these BDs.
struct NamedBds {
    int channel = 0;
    std::vector<int> ids;
};

class Tiles {
 public:
    explicit Tiles(const arch::Device& device) : device_{device} {}

    /// Adds a buffer; nullopt if the memory has no room for it.
    [[nodiscard]] std::optional<schedule::BufferRef> buffer(
        arch::TileId tile, std::string name, arch::Bytes size, Use use,
        std::shared_ptr<const schedule::Content> content = {});
    /// Adds a pair of locks for buffers of the tile.
    [[nodiscard]] Ring ring(const std::string& name, std::vector<schedule::BufferRef> buffers);
    /// Lets the next channel of the tile in `direction` move `length` bytes of each of the ring's
    /// buffers, from `offset` on. Returns the channel's number.
    int channel(arch::TileId tile, arch::Direction direction, const Ring& ring, arch::Bytes offset,
                arch::Bytes length, const std::vector<schedule::Dimension>& dimensions);
    /// Lets the next channel of the tile in `direction` run `bds` one after the other, for ever;
    /// sets their ids and successors. Returns the channel's number.
    int chain(arch::TileId tile, arch::Direction direction, std::vector<schedule::Bd> bds);
    /// Lets the next S2MM channel of the tile take packets that name `bds`, in any order.
    NamedBds out_of_order(arch::TileId tile, std::vector<schedule::Bd> bds);
    /// Adds a lock and returns its reference.
    [[nodiscard]] schedule::LockRef lock(arch::TileId tile, const std::string& name, int initial,
                                         schedule::LockRole role);
    void program(arch::TileId tile, schedule::CoreBody body) { at(tile).core = std::move(body); }

    /// The programs, sorted by tile.
    [[nodiscard]] std::vector<schedule::TileProgram> finished() &&;

 private:
    schedule::TileProgram& at(arch::TileId tile);
    /// Id of the first free BD; all BDs after it are free as well, since ids are assigned in order.
    /// Whether the channel can run them is left to the validation.
    [[nodiscard]] int first_free_bd(arch::TileId tile, int channel);
    [[nodiscard]] std::optional<arch::Bytes> room(const schedule::TileProgram& program,
                                                  arch::Bytes size, Use use) const;

    const arch::Device& device_;
    std::map<arch::TileId, schedule::TileProgram> programs_;
};

inline constexpr int kDepth = 2;  ///< number of buffers of a ring

[[nodiscard]] inline arch::Bytes size_of(const Part& part) {
    return arch::Bytes{part.elements()};
}

/// How a BD traverses a part of a larger matrix that lies in memory in tiles.
struct Walk {
    arch::Bytes offset{};
    std::vector<schedule::Dimension> dimensions;  ///< empty: contiguous
};
[[nodiscard]] Walk walk_of(const Part& part, const Part& whole);
/// A BD without locks.
[[nodiscard]] schedule::Bd bd_of(schedule::BufferRef buffer, const Walk& walk, const Part& part);

/// A core whose program is under construction.
struct Core {
    /// The part of the streamed activations that its memory holds.
    Part held{};
    /// The buffers of each argument, used in turn.
    std::vector<std::vector<schedule::BufferRef>> arguments;
    std::vector<Ring> in;
    std::vector<Ring> out;

    void hold(const Part& part);
};

/// A network's program under construction. Precondition: the design, the stages and the device
/// outlive it.
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

    /// Throws MappingError that names the layer of the stage.
    [[noreturn]] void refuse(std::size_t stage, const std::string& message) const;

    /// Adds a buffer in the memory of a core of the stage. Throws MappingError if there is no room.
    [[nodiscard]] schedule::BufferRef buffer(std::size_t stage, arch::TileId tile, const char* name,
                                             arch::Bytes size, Use use,
                                             std::shared_ptr<const schedule::Content> content = {});
    /// The buffers that streams fill in turn, each as large as all activations that the core
    /// receives.
    [[nodiscard]] const std::vector<schedule::BufferRef>& input_buffers(std::size_t stage,
                                                                        arch::TileId tile,
                                                                        int depth = kDepth);
    /// The port by which a part enters a core, on its next channel. misfit_of_streams() checks that
    /// there is such a channel.
    [[nodiscard]] arch::Port sink(std::size_t stage, arch::TileId tile, const Part& part);

    /// Id of the next packet flow. Packets that share a port must differ in their ids, so ids are
    /// assigned in turn, and start again after the largest.
    [[nodiscard]] int next_packet_id() { return packet_ids_++ % (arch::kMaxPacketId + 1); }

    /// Adds a host buffer for all samples.
    schedule::HostBufferRef add_host_buffer(const NetworkPort& port);
    /// Throws MappingError if the device has no port left.
    [[nodiscard]] arch::Port place_of(const NetworkPort& port);
    void add_port(const NetworkPort& port, const arch::Port& place, schedule::HostBufferRef buffer);
    /// Adds a stream from the core that produces the port's part.
    void add_output(const NetworkPort& port, const arch::Port& place,
                    schedule::HostBufferRef buffer);

    const NetworkDesign& design;
    const std::vector<Stage>& stages;
    const arch::Device& device;
    schedule::Schedule schedule;  ///< everything except its tiles
    Tiles tiles;
    FreeStreams streams;
    FreePlPorts pl_ports;
    Relays relays;
    std::vector<std::optional<PacketLink>> packet_links;
    std::map<arch::TileId, Core> cores;

 private:
    int packet_ids_ = 0;
};

/// Connects a stage to the stage before by streams or cascades. The cores of the stage before must
/// already have their outputs.
void connect(Draft& draft, std::size_t stage);
void connect_by_mem_tiles(Draft& draft, std::size_t stage);
void connect_by_packets(Draft& draft, std::size_t stage);

/// The programs of all cores.
class CorePrograms {
 public:
    explicit CorePrograms(Draft& draft);

    /// Adds the cores of a stage, which must already have their inputs.
    void add(std::size_t stage);
    /// Adds the programs of all cores. All streams must already have been added.
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
    /// Kernels of the schedule, by a key that identifies them.
    std::map<std::string, int> kernels_;
    std::vector<std::pair<arch::TileId, schedule::KernelRef>> calls_;
};

}  // namespace xdnasim::network
