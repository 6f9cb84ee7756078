#pragma once
// A core's code as a list of instructions on slots, which can stop between any two: what stands
// between the operations on locks is computed when the simulated core has come so far.

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "workloads/design/interpreter/scalar.hpp"
#include "workloads/design/library/host_function.hpp"
#include "workloads/schedule/core_code.hpp"

namespace xdnasim::design {
struct Draft;
class KernelTable;
}  // namespace xdnasim::design

namespace xdnasim::design::interpreter {

/// Memory as the code sees it: the elements of a memref.
struct View {
    int memory = -1;          ///< number of a buffer, or behind these of a storage
    std::int64_t offset = 0;  ///< of the first element, in elements
    std::int64_t base = 0;    ///< that reinterpret_cast counts from, in elements
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  ///< in elements
    ScalarType element;
};

/// Where the lanes of a vector lie in memory, by dimension of the vector.
struct LanesInMemory {
    std::vector<std::int64_t> extents{};
    /// That of the memory along which they lie, nullopt: all are the same element; empty: the last
    /// ones of the memory.
    std::vector<std::optional<std::size_t>> dimensions{};
    /// Are there none behind the end of the memory's dimension? Empty: everywhere are some.
    std::vector<bool> bounded{};
    // Slots, -1: there is none.
    int padding = -1;  ///< what is read where there is no lane
    int mask = -1;     ///< by lane: is it there?
};

/// What a view has of the one that it is made from.
enum class Slicing : std::uint8_t {
    All,         ///< all elements, with a shape and strides of its own
    Dimensions,  ///< dimensions `constants` with their strides, from indices sources[1], ... on
    Elements,    ///< those from element sources[1] behind its base on, with strides sources[2], ...
    Bytes,       ///< those from byte sources[1] on, as dense elements of its own
};

struct Instruction {
    enum class Kind : std::uint8_t {
        Constant,   ///< target = constants
        Apply,      ///< target = function(sources), for each lane
        Load,       ///< target = sources[0][sources[1], ...], `lanes` elements of it
        Store,      ///< sources[0][sources[2], ...] = sources[1]
        Copy,       ///< sources[1] = sources[0], all elements
        Slice,      ///< target = what `slicing` says of sources[0], seen as `view`
        Broadcast,  ///< target = sources[0] in each lane
        Shuffle,    ///< target = lanes `constants` of all sources in a row; a number is one
        Extract,    ///< target = `lanes` lanes of sources[0] from lane sources[1] on
        Insert,     ///< target = sources[1] with sources[0] from lane sources[2] on
        /// target = function over the lanes of sources[0] and over sources[1]; with `constants`, by
        /// lane the one of the target that it is reduced into
        Reduce,
        Move,         ///< target = sources[0]
        Jump,         ///< to `to`
        JumpUnless,   ///< to `to` where sources[0] is 0
        Boundary,     ///< an operation on a lock, a call
        GetWord,      ///< target = `lanes` elements of a word from the cascade
        PutWord,      ///< `lanes` elements of sources[0] are a word for the cascade
        Call,         ///< target = function `number` of a library, with `sources`
        TakeObjects,  ///< target = `number` objects of the side `to`, acquired as far as needed
        GiveObjects,  ///< gives `number` objects of the side `to` back
        ObjectAt,     ///< target = object `number` of sources[0]
        End,
    };
    Kind kind{};
    int target = -1;
    std::vector<int> sources{};
    Function function = nullptr;
    OperandTypes types{};
    std::size_t lanes = 0;  ///< 0: a scalar
    LanesInMemory in_memory{};
    std::vector<Scalar> constants{};
    View view{};
    Slicing slicing{};
    std::int64_t number = 0;
    std::size_t to = 0;
    base::Position at{};
};

/// A core's side of an object FIFO.
struct Side {
    std::vector<View> objects;
    bool locks = false;
};

struct Program {
    std::vector<Instruction> instructions;
    int slots = 0;
    std::vector<std::pair<int, View>> views;  ///< slots that stand for buffers
    std::vector<schedule::BufferRef> buffers;
    std::set<int> parameters{};  ///< numbers of those that the runtime sequence writes
    std::vector<std::vector<std::byte>> storages;  ///< what they hold when the run begins
    std::vector<Side> sides;
    std::vector<library::HostFunction> functions{};  ///< by the calls of them
    std::string source;                              ///< the text, for messages
    bool idles = false;  ///< behind its last operation it may go round for ever
    /// The first operation, with its place, that is not known here; empty: none.
    std::string unknown{};
};

/// The code of `core`, an aie.core, without its cycles. What is not known is noted in the program.
[[nodiscard]] Program compile(const Draft& draft, const KernelTable& kernels, arch::TileId tile,
                              const ir::Operation& core);

/// Runs `program`.
[[nodiscard]] std::shared_ptr<const schedule::CoreCode> code_of(Program program);

}  // namespace xdnasim::design::interpreter
