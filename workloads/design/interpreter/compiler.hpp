#pragma once
// Turns the operations of a core into instructions.

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/design/cores/control_flow.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/design/interpreter/program.hpp"
#include "workloads/design/kernels/kernel_table.hpp"

namespace xdnasim::design::interpreter {

/// Type of a value: a number, or a vector of numbers.
struct ValueType {
    ScalarType element;
    std::size_t lanes = 0;              ///< 0 for a number
    std::vector<std::int64_t> shape{};  ///< shape of a vector; empty for a number
};

class Compiler {
 public:
    Compiler(const Draft& draft, const KernelTable& kernels, arch::TileId tile,
             const ir::Operation& core);

    [[nodiscard]] Program run();

 private:
    using Kind = Instruction::Kind;

    // Blocks and structured control flow (compile_control.cpp).

    /// `results`: slots for the values that the region yields.
    void region(const ir::Region& region, const std::vector<int>& results);
    void for_loop(const ir::Operation& operation);
    void if_else(const ir::Operation& operation);
    void index_switch(const ir::Operation& operation);
    void while_loop(const ir::Operation& operation);
    void branch(const ir::Operation& operation);
    void jump_to(const ir::Operation& branch, const Successor& successor);
    void switch_to(const ir::Operation& operation, const std::vector<Successor>& successors,
                   int value);
    /// Adds a jump that is taken if `value` differs from `wanted`. Returns the jump's index: its
    /// target is set later.
    std::size_t skip_unless_equal(int value, std::int64_t wanted, const ir::Operation& operation);
    void move_all(const std::vector<int>& from, const std::vector<int>& to, base::Position at);
    [[nodiscard]] std::vector<int> results_of(const ir::Operation& operation);

    // Calls (compile_calls.cpp).

    /// Adds an operation that the simulated core executes itself, such as a lock operation.
    void boundary(const ir::Operation& operation);
    /// Adds a lock operation. An acquire of at least 0 is none.
    void use_lock(const ir::Operation& operation);
    /// Adds a step on the cascade.
    void cascade(const ir::Operation& operation);
    void call(const ir::Operation& operation);
    /// How values of `type` are passed to the function.
    [[nodiscard]] library::Argument argument_of(ir::Range type, std::string_view function);

    // Memory (compile_memory.cpp).

    bool memory(const ir::Operation& operation);
    void access(const ir::Operation& operation);
    /// Compiles a load or store of memory that is kept in memory.
    void keeper(const ir::Operation& operation);
    [[nodiscard]] std::vector<int> places(const ir::Operation& operation,
                                          std::span<const std::string_view> names);
    /// Compiles a vector.transfer_read or vector.transfer_write (compile_transfers.cpp).
    void transfer(const ir::Operation& operation, const std::optional<Memref>& memory,
                  Instruction instruction);
    [[nodiscard]] std::optional<ValueType> vector_type_in(ir::Range types) const;
    /// Compiles a memref.dim or memref.rank (compile_shapes.cpp).
    void told_of_memory(const ir::Operation& operation);
    void global(const ir::Operation& operation);
    /// The slot of memory of the core's own that `operation` allocates. `values`: its initial
    /// contents.
    [[nodiscard]] int storage(const ir::Operation& operation, std::optional<ir::Range> values);
    void name_slot(const ir::Operation& operation, int slot);
    /// Compiles a memref.atomic_rmw (compile_updates.cpp).
    void update(const ir::Operation& operation);
    /// The first list in square brackets of the operation; empty if it has none.
    [[nodiscard]] ir::Range first_list(const ir::Operation& operation) const;
    /// Slots of the indices in "%m[%i + 1, 0]".
    [[nodiscard]] std::vector<int> indices(ir::Range list);
    /// Slot of an affine expression such as "%i * 2 + 1". `bound`: slots of the map's own names.
    int expression(ir::Range range, const std::map<std::string_view, int>& bound);
    void affine_value(const ir::Operation& operation);
    [[nodiscard]] bool object_fifo(const ir::Operation& operation);
    void object_of(int view, std::size_t number, const ir::Operation& acquire);

    // Views of memory (compile_views.cpp).

    [[nodiscard]] static bool is_view_of_another(const ir::Operation& operation);
    void view_of(const ir::Operation& operation);
    void subview(const ir::Operation& operation, Instruction instruction);
    void reinterpret(const ir::Operation& operation, Instruction instruction);
    [[nodiscard]] View view_of_type(ir::Range type, base::Position at);
    [[nodiscard]] std::optional<std::vector<std::int64_t>> strides_of_type(
        ir::Range type, const std::vector<std::int64_t>& shape) const;
    [[nodiscard]] bool is_memory(ir::Range type) const;
    void chosen_memory(const ir::Operation& choice);
    [[nodiscard]] View view_of_buffer(const schedule::BufferRef& buffer, base::Position at);

    // Other operations.

    void operation(const ir::Operation& operation);
    void constant(const ir::Operation& operation);
    void poison(const ir::Operation& operation);
    void apply(const ir::Operation& operation);

    // Vectors (compile_vectors.cpp).

    struct VectorOperation {
        const ir::Operation& operation;
        std::vector<std::string_view> names;
        ir::Range types;
        std::optional<ValueType> from;
        std::optional<ValueType> to;
    };
    void vector(const ir::Operation& operation);
    // Each returns false if the operation is of another kind, or in an unknown notation.
    bool reorders(const VectorOperation& of);
    bool takes_part(const VectorOperation& of);
    bool reduces(const VectorOperation& of);
    /// Slots of the indices of vector.extract and similar operations; empty if their notation is
    /// unknown.
    [[nodiscard]] std::vector<int> lane_places(const VectorOperation& of);
    [[nodiscard]] int sum(int left, int right, base::Position at);
    [[nodiscard]] int scaled(int value, std::int64_t factor, base::Position at);
    [[nodiscard]] int apply(std::string_view function, std::vector<int> sources, base::Position at);

    // Slots.

    int fresh() { return program_.slots++; }
    /// The slot of a value that is read.
    int use(std::string_view name, base::Position at);
    int define(std::string_view name);
    int result(const ir::Operation& operation) {
        return operation.results.empty() ? fresh() : define(operation.results.front());
    }
    int number(std::int64_t value, base::Position at);
    int number_or_value(ir::Range range);
    [[nodiscard]] int view_slot(const View& view);

    // Parts of the text.

    [[nodiscard]] std::vector<std::string_view> operands(const ir::Operation& operation) const;
    /// The types after the last colon, or after the arrow of the generic form.
    [[nodiscard]] ir::Range types_of(const ir::Operation& operation) const;
    /// The operand types of an operation in generic form.
    [[nodiscard]] std::vector<ir::Range> operand_types(const ir::Operation& operation) const;
    [[nodiscard]] std::optional<ValueType> type_at(ir::Range range) const;
    void unknown(base::Position at, const std::string& what);

    std::size_t add(Instruction instruction);
    [[nodiscard]] Instruction made(Kind kind, const ir::Operation& operation) const;

    const Draft& draft_;
    const KernelTable& kernels_;
    const ir::Text& text_;
    arch::TileId tile_;
    const ir::Operation& core_;
    Program program_;
    std::map<std::string, int, std::less<>> slots_;
    std::set<std::string, std::less<>> foreign_;  ///< values that kernels return
    std::map<std::string_view, int> keepers_;     ///< slots of memory that keeps other memory
    std::map<schedule::BufferRef, int> memories_;
    /// Slots of memref.globals, by their declaration.
    std::map<const ir::Operation*, int> globals_;
    /// Index in Draft::fifo_ends, by index of a side in the program.
    std::vector<std::size_t> sides_;
    /// Labels of the region being compiled: where blocks begin, and the jumps to them.
    struct Labels {
        std::map<std::string_view, std::pair<std::size_t, std::vector<int>>> blocks;
        std::vector<std::pair<std::size_t, std::string_view>> jumps;
    };
    Labels* labels_ = nullptr;
};

}  // namespace xdnasim::design::interpreter
