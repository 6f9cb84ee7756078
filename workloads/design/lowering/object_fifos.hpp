#pragma once
// Object FIFOs, and the buffers, locks, BDs and flows that they are lowered to. Rules and names are
// those of mlir-aie (lib/Dialect/AIE/Transforms/AIEObjectFifoStatefulTransform.cpp).

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design::lowering {

/// Maximum number of objects on a side of an object FIFO.
inline constexpr int kMaxObjects = 1024;

/// A tile, and the name of its value without the %: "tile_0_2".
struct NamedTile {
    std::string value;
    arch::TileId id;
};

struct Consumer {
    NamedTile tile;
    std::string from_stream;       ///< dimensions of its BDs, as they are written; empty: none
    std::optional<int> channel{};  ///< its DMA channel; nullopt: the first free one
};

/// The side whose memory `via_shared_mem` asks for, by its number there.
enum class SharedSide : std::uint8_t { Producer, Consumer };

/// An aie.objectfifo.
struct Fifo {
    std::string name;
    base::Position at;
    ir::Range words;
    NamedTile producer;
    std::string to_stream;  ///< see Consumer::from_stream
    std::vector<Consumer> consumers;
    /// One for all sides, or one for the producer and one for each consumer.
    std::vector<int> depths;
    std::string type;  ///< type of an object: "memref<64xi32>"
    std::int64_t elements = 0;
    arch::Bytes size{};             ///< bytes of an object
    std::optional<int> repeat;      ///< how often each object is sent
    std::optional<int> iterations;  ///< iterations of the BDs in a MemTile; nullopt: endless
    std::string padding;            ///< padding of the BDs in a MemTile, as it is written
    std::string pad_value;          ///< value of padding, as it is written; empty: 0
    bool via_dma = false;
    bool plio = false;
    bool unsynchronised = false;
    bool packets = false;                 ///< whether it sends packets rather than using a circuit
    std::optional<int> packet_id;         ///< nullopt: any, until number_packets() chooses one
    std::optional<int> producer_channel;  ///< see Consumer::channel
    std::vector<std::string> initial;     ///< initial contents of the objects, as they are written
    /// Tile whose memory is to hold the objects, if both sides reach it.
    std::optional<NamedTile> memory;
    std::optional<SharedSide> shared_side;  ///< the attribute via_shared_mem

    [[nodiscard]] bool sided() const { return depths.size() > 1; }
};

/// An aie.objectfifo.link: the data of `inputs` leave through `outputs`, from the same buffers.
/// Several inputs: a join; several outputs: a distribution.
struct Link {
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    /// Offsets of the parts of a join or distribution, in elements.
    std::vector<std::int64_t> offsets;
    base::Position at;
    arch::TileId tile;  ///< tile of the buffers
};

/// The object FIFOs of a device, and all that is said of them.
struct FifoText {
    std::vector<Fifo> fifos;
    std::vector<Link> links;
    std::vector<ir::Range> others;  ///< operations that have been read: links and allocations
    std::map<std::string_view, arch::TileId> tiles;
    /// Maximum number of objects that the core of a tile holds at a time, by FIFO and tile.
    std::map<std::pair<std::string, arch::TileId>, int> acquired;
};

/// Reads the object FIFOs of `device`. Throws InputError, with the place, for contradictions and
/// unknown forms.
[[nodiscard]] FifoText read_fifos(const ir::Text& text, const ir::Module& module,
                                  const ir::Region& device, const arch::Device& array);

/// Adds to `found` what links, allocations and cores say of its FIFOs.
void read_uses(const ir::Text& text, const ir::Aliases& aliases, const ir::Region& device,
               FifoText& found);

/// Gives an id that no other flow has to each packet FIFO without one. Throws InputError, with the
/// place, if no id is left.
void number_packets(const ir::Text& text, const ir::Region& device, FifoText& found);

/// The tile that the value at `word` stands for. Throws InputError, with the place, if it is not a
/// tile.
[[nodiscard]] NamedTile tile_at(const ir::Text& text, const FifoText& fifos, std::uint32_t word);

struct LockPair {
    std::string free;  ///< name of the lock of free objects, such as "NAME_prod_lock_0"
    std::string filled;
};

/// A side of a FIFO with its own objects: producer or consumer of a stream, or both sides at once
/// if the objects lie in a memory that both reach.
struct End {
    const Fifo* fifo = nullptr;
    std::string name;
    NamedTile tile;
    std::optional<arch::TileId> reader;  ///< the consumer's tile, for a FIFO without a stream
    int depth = 0;
    bool produces = true;
    bool streams = false;
    std::string steps;  ///< dimensions of its BDs, as they are written
    NamedTile memory;   ///< tile whose memory is to hold its objects
    const Link* link = nullptr;

    // Names of its own buffers and locks; empty if it uses those of another end of the link.
    std::vector<std::string> buffers;
    std::vector<LockPair> locks;
    const End* objects = nullptr;  ///< the end whose objects it uses: this one or another
};

struct Ends {
    std::deque<End> all;  ///< all ends, in the order in which mlir-aie creates their objects
    /// The producer's end of each stream, with the ends of its consumers.
    std::vector<std::pair<End*, std::vector<End*>>> streams;

    /// The ends that enter a link (`inputs`), or those that leave it.
    [[nodiscard]] std::vector<End*> of(const Link& link, bool inputs);
};

/// Returns whether a FIFO needs a stream wherever its tiles lie.
[[nodiscard]] bool needs_stream(const FifoText& fifos, const Fifo& fifo);

/// Splits FIFOs into ends, and finds the depth of each.
[[nodiscard]] Ends split(const FifoText& fifos, const arch::Device& array);

/// Throws InputError, with the place, for a FIFO that asks for the memory of one of its sides
/// (via_shared_mem) but cannot lie there.
void require_shared_memories(const Ends& ends, const ir::Text& text);

/// The text that replaces the FIFOs.
struct Output {
    /// Insertions after the tiles; their ranges are set later.
    std::vector<ir::Edit> behind_tiles;
    std::vector<ir::Edit> at_end;
    struct Program {
        NamedTile tile;
        std::vector<std::pair<std::string, base::Position>> channels;
    };
    std::vector<Program> dma;
};

/// What new objects cannot use, because the text declares it.
struct TakenObjects {
    std::map<arch::TileId, std::vector<int>> locks;  ///< ids
    std::set<std::string> values;                    ///< names of the device's values
};

/// Adds buffers and locks. Throws InputError, with the place, if a tile has no lock left.
void add_objects(Ends& ends, TakenObjects taken, const arch::Device& array, const ir::Text& text,
                 Output& output);

using ChannelsByTile = std::map<std::pair<arch::TileId, arch::Direction>, std::vector<int>>;

/// Channels that the text uses.
struct TakenChannels {
    ChannelsByTile by_all;      ///< no FIFO gets these
    ChannelsByTile by_packets;  ///< FIFOs that send packets may share these
};

/// The DMA channel of each end of a stream: the one that its FIFO names, or the first free one.
/// Throws InputError, with the place, if that is taken or none is free.
[[nodiscard]] std::map<const End*, int> choose_channels(const Ends& ends, TakenChannels taken,
                                                        const arch::Device& array,
                                                        const ir::Text& text);

/// Adds BDs, flows and allocations for the runtime sequence. Throws InputError, with the place, if
/// a tile has no channel left.
void add_streams(Ends& ends, TakenChannels taken, const arch::Device& array, const ir::Text& text,
                 Output& output);

/// Name of the shim allocation of a FIFO, which the runtime sequence uses.
[[nodiscard]] std::string allocation_name(std::string_view fifo);
/// The FIFO that an allocation's name was made from; any other name is returned as it is.
[[nodiscard]] std::string_view fifo_of_allocation(std::string_view name);

}  // namespace xdnasim::design::lowering
