#pragma once
// A core's code as a list of instructions on slots. The list can be run up to any point: what lies
// between two lock operations is computed when the simulated core gets there.

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

/// Memory as the code accesses it: the elements of a memref.
struct View {
    int memory = -1;          ///< number of the memory: buffers come first, then storages
    std::int64_t offset = 0;  ///< offset of the first element, in elements
    std::int64_t base = 0;    ///< offset from which memref.reinterpret_cast counts, in elements
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  ///< in elements
    ScalarType element;
};

/// Where the lanes of a vector lie in memory, by dimension of the vector.
struct LanesInMemory {
    std::vector<std::int64_t> extents{};
    /// Dimension of the memory along which the lanes lie; nullopt: all lanes are the same element.
    /// Empty: the last dimensions of the memory.
    std::vector<std::optional<std::size_t>> dimensions{};
    /// Whether lanes beyond the end of the memory's dimension are absent. Empty: all lanes are
    /// present.
    std::vector<bool> bounded{};
    // Slots; -1: there is none.
    int padding = -1;  ///< value that is read for an absent lane
    int mask = -1;     ///< whether each lane is present
};

/// Which part of another view a view has.
enum class Slicing : std::uint8_t {
    All,  ///< all elements, with a different shape and strides
    /// The dimensions `constants` with their strides, from the indices sources[1], ... on.
    Dimensions,
    Elements,  ///< elements from sources[1] on, counted from the base, with strides sources[2], ...
    Bytes,     ///< elements from byte sources[1] on, densely packed
};

struct Instruction {
    enum class Kind : std::uint8_t {
        Constant,  ///< target = constants
        Apply,     ///< target = function(sources), for each lane
        Load,      ///< target = element sources[0][sources[1], ...], or `lanes` elements from there
        Store,     ///< sources[0][sources[2], ...] = sources[1]
        Copy,      ///< sources[1] = sources[0], all elements
        Slice,     ///< target = the part of sources[0] that `slicing` says, seen as `view`
        Broadcast,  ///< target = sources[0] in each lane
        /// target = lanes `constants` of all sources in a row; a number counts as one lane.
        Shuffle,
        Extract,  ///< target = `lanes` lanes of sources[0] from lane sources[1] on
        Insert,   ///< target = sources[1] with sources[0] from lane sources[2] on
        /// target = `function` over the lanes of sources[0] and over sources[1]. With `constants`,
        /// each lane is reduced into the lane of the target that they name.
        Reduce,
        Move,        ///< target = sources[0]
        Jump,        ///< jumps to `to`
        JumpUnless,  ///< jumps to `to` if sources[0] is 0
        Boundary,    ///< a lock operation, or a call of a kernel
        GetWord,     ///< target = `lanes` elements of a word from the cascade
        PutWord,     ///< puts `lanes` elements of sources[0] on the cascade as a word
        Call,        ///< target = result of function `number` of a library, called with `sources`
        /// target = `number` objects of side `to`, of which missing ones are acquired.
        TakeObjects,
        GiveObjects,  ///< releases `number` objects of side `to`
        ObjectAt,     ///< target = object `number` of sources[0]
        End,
    };
    Kind kind{};
    int target = -1;
    std::vector<int> sources{};
    Function function = nullptr;
    OperandTypes types{};
    std::size_t lanes = 0;  ///< 0 for a scalar
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
    std::set<int> parameters{};  ///< numbers of the buffers that the runtime sequence writes
    std::vector<std::vector<std::byte>> storages;  ///< initial contents of the code's own memory
    std::vector<Side> sides;
    std::vector<library::HostFunction> functions{};  ///< functions of libraries, one for each call
    std::string source;                              ///< name of the text, for messages
    bool idles = false;  ///< whether the code may loop for ever after its last operation
    /// The first operation that is not supported, with its place; empty if there is none.
    std::string unknown{};
};

/// Compiles the code of `core`, an aie.core, without its cycles. Unsupported operations are noted
/// in the program.
[[nodiscard]] Program compile(const Draft& draft, const KernelTable& kernels, arch::TileId tile,
                              const ir::Operation& core);

/// The code that runs `program`.
[[nodiscard]] std::shared_ptr<const schedule::CoreCode> code_of(Program program);

}  // namespace xdnasim::design::interpreter
