#pragma once
// Object FIFOs, and what they become: buffers, locks, BDs and flows. The rules and the names are
// those of mlir-aie (lib/Dialect/AIE/Transforms/AIEObjectFifoStatefulTransform.cpp).

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design::lowering {

/// Of a side of an object FIFO.
inline constexpr int kMaxObjects = 1024;

/// A tile by the value that stands for it, without its sign: "tile_0_2".
struct NamedTile {
    std::string value;
    arch::TileId id;
};

struct Consumer {
    NamedTile tile;
    std::string from_stream;       ///< the steps of its BDs, as they are written; empty: none
    std::optional<int> channel{};  ///< of its DMA; nullopt: the first free one
};

/// Whose memory `via_shared_mem` asks for, by its number.
enum class SharedSide : std::uint8_t { Producer, Consumer };

/// aie.objectfifo.
struct Fifo {
    std::string name;
    base::Position at;
    ir::Range words;
    NamedTile producer;
    std::string to_stream;  ///< as Consumer::from_stream
    std::vector<Consumer> consumers;
    std::vector<int> depths;  ///< one for all sides, or that of the producer and of each consumer
    std::string type;         ///< of an object: "memref<64xi32>"
    std::int64_t elements = 0;
    arch::Bytes size{};             ///< of an object
    std::optional<int> repeat;      ///< how often each object is sent
    std::optional<int> iterations;  ///< of the BDs in a mem tile; nullopt: for ever
    std::string padding;            ///< of the BDs in a mem tile, as it is written
    std::string pad_value;          ///< as it is written; empty: 0
    bool via_dma = false;
    bool plio = false;
    bool unsynchronised = false;
    bool packets = false;                 ///< it sends them, and has no circuit
    std::optional<int> packet_id;         ///< theirs; nullopt: any, until number_packets()
    std::optional<int> producer_channel;  ///< as Consumer::channel
    std::vector<std::string> initial;     ///< what the objects hold at the start, as it is written
    std::optional<NamedTile> memory;      ///< where its objects are to be, if both sides reach it
    std::optional<SharedSide> shared_side;  ///< via_shared_mem

    [[nodiscard]] bool sided() const { return depths.size() > 1; }
};

/// aie.objectfifo.link: what comes in by one goes out by the other, from the same buffers. Several
/// inputs: a join; several outputs: a distribution.
struct Link {
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::vector<std::int64_t> offsets;  ///< of the parts of a join or distribution, in elements
    base::Position at;
    arch::TileId tile;  ///< where the buffers are
};

/// What a device says of object FIFOs.
struct FifoText {
    std::vector<Fifo> fifos;
    std::vector<Link> links;
    std::vector<ir::Range> others;  ///< operations that have been read: links, allocations
    std::map<std::string_view, arch::TileId> tiles;
    /// The most objects that the core of a tile holds at a time.
    std::map<std::pair<std::string, arch::TileId>, int> acquired;
};

/// Throws InputError, with the place, for what is contradictory or not known.
[[nodiscard]] FifoText read_fifos(const ir::Text& text, const ir::Module& module,
                                  const ir::Region& device, const arch::Device& array);

/// Of that: what links, allocations and cores say of FIFOs that have been read.
void read_uses(const ir::Text& text, const ir::Region& device, FifoText& found);

/// FIFOs that do not name the id of their packets get one that no other flow has. Throws
/// InputError, with the place, where there is none left.
void number_packets(const ir::Text& text, const ir::Region& device, FifoText& found);

/// The tile that stands there. Throws InputError, with the place, where none does.
[[nodiscard]] NamedTile tile_at(const ir::Text& text, const FifoText& fifos, std::uint32_t word);

struct LockPair {
    std::string free;  ///< NAME_prod_lock_0
    std::string filled;
};

/// The side of a FIFO that has objects of its own: producer or consumer of a stream, or both sides
/// in a memory that they share.
struct End {
    const Fifo* fifo = nullptr;
    std::string name;
    NamedTile tile;
    std::optional<arch::TileId> reader;  ///< of a FIFO in a common memory: the consumer's tile
    int depth = 0;
    bool produces = true;
    bool streams = false;
    std::string steps;  ///< of its BDs, as they are written
    NamedTile memory;   ///< where its objects are to be
    const Link* link = nullptr;

    // Its own, or none where those of another end of the link are used.
    std::vector<std::string> buffers;
    std::vector<LockPair> locks;
    const End* objects = nullptr;  ///< the end whose objects are used: this one or another
};

struct Ends {
    std::deque<End> all;  ///< in the order in which mlir-aie gives them their objects
    /// The producers' ends of streams, each with those of its consumers.
    std::vector<std::pair<End*, std::vector<End*>>> streams;

    /// The ends that a link joins: those that come in, or those that go out.
    [[nodiscard]] std::vector<End*> of(const Link& link, bool inputs);
};

/// Does a FIFO take a stream wherever its tiles lie?
[[nodiscard]] bool needs_stream(const FifoText& fifos, const Fifo& fifo);

/// Which FIFOs take streams, and how deep their ends are.
[[nodiscard]] Ends split(const FifoText& fifos, const arch::Device& array);

/// Throws InputError, with the place, for a FIFO that names the memory of one of its sides
/// (via_shared_mem) and cannot lie there.
void require_shared_memories(const Ends& ends, const ir::Text& text);

/// What is written in place of the FIFOs.
struct Output {
    std::vector<ir::Edit> behind_tiles;  ///< without range
    std::vector<ir::Edit> at_end;
    struct Program {
        NamedTile tile;
        std::vector<std::pair<std::string, base::Position>> channels;
    };
    std::vector<Program> dma;
};

/// Buffers and locks; `taken`: numbers of the locks that the text declares.
void add_objects(Ends& ends, std::map<arch::TileId, std::vector<int>> taken, Output& output);

using TakenChannels = std::map<std::pair<arch::TileId, arch::Direction>, std::vector<int>>;

/// The DMA channel of each end of a stream: that which its FIFO names, or the first free one.
/// Throws InputError, with the place, where that is taken or there is none.
[[nodiscard]] std::map<const End*, int> choose_channels(const Ends& ends, TakenChannels taken,
                                                        const arch::Device& array,
                                                        const ir::Text& text);

/// BDs, flows and names for the runtime sequence. Throws InputError, with the place, where a tile
/// has no more channels.
void add_streams(Ends& ends, TakenChannels taken, const arch::Device& array, const ir::Text& text,
                 Output& output);

/// "in" of the runtime sequence, as its channel is called.
[[nodiscard]] std::string allocation_name(std::string_view fifo);
/// The FIFO that such a name was made of; any other name as it is.
[[nodiscard]] std::string_view fifo_of_allocation(std::string_view name);

}  // namespace xdnasim::design::lowering
