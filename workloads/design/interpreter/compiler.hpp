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

/// Of a value: a number, or a vector of them.
struct ValueType {
    ScalarType element;
    std::size_t lanes = 0;              ///< 0: a number
    std::vector<std::int64_t> shape{};  ///< of a vector
};

class Compiler {
 public:
    Compiler(const Draft& draft, const KernelTable& kernels, arch::TileId tile,
             const ir::Operation& core);

    [[nodiscard]] Program run();

 private:
    using Kind = Instruction::Kind;

    // Blocks and structured control flow: compile_control.cpp.

    /// `results`: where what the region yields goes.
    void region(const ir::Region& region, const std::vector<int>& results);
    void for_loop(const ir::Operation& operation);
    void if_else(const ir::Operation& operation);
    void index_switch(const ir::Operation& operation);
    void while_loop(const ir::Operation& operation);
    void branch(const ir::Operation& operation);
    void jump_to(const ir::Operation& branch, const Successor& successor);
    void switch_to(const ir::Operation& operation, const std::vector<Successor>& successors,
                   int value);
    /// The jump, whose end is not known yet.
    std::size_t skip_unless_equal(int value, std::int64_t wanted, const ir::Operation& operation);
    void move_all(const std::vector<int>& from, const std::vector<int>& to, base::Position at);
    [[nodiscard]] std::vector<int> results_of(const ir::Operation& operation);

    // Calls: compile_calls.cpp.

    /// What the simulated core does by itself.
    void boundary(const ir::Operation& operation);
    /// A step on the cascade.
    void cascade(const ir::Operation& operation);
    void call(const ir::Operation& operation);
    /// What values of `type` are to the function.
    [[nodiscard]] library::Argument argument_of(ir::Range type, std::string_view function);

    // Memory: compile_memory.cpp.

    bool memory(const ir::Operation& operation);
    void access(const ir::Operation& operation);
    [[nodiscard]] std::vector<int> places(const ir::Operation& operation,
                                          std::span<const std::string_view> names);
    /// Of vector.transfer_read and vector.transfer_write: compile_transfers.cpp.
    void transfer(const ir::Operation& operation, const std::optional<Memref>& memory,
                  Instruction instruction);
    [[nodiscard]] std::optional<ValueType> vector_type_in(ir::Range types) const;
    /// Of memref.dim and memref.rank: compile_shapes.cpp.
    void told_of_memory(const ir::Operation& operation);
    void global(const ir::Operation& operation);
    /// The slot of memory of the core's own, which `operation` asks for.
    [[nodiscard]] int storage(const ir::Operation& operation, std::optional<ir::Range> values);
    void name_slot(const ir::Operation& operation, int slot);
    /// Of memref.atomic_rmw: compile_updates.cpp.
    void update(const ir::Operation& operation);
    /// The first square brackets of the operation; empty: it has none.
    [[nodiscard]] ir::Range first_list(const ir::Operation& operation) const;
    /// The indices of "%m[%i + 1, 0]".
    [[nodiscard]] std::vector<int> indices(ir::Range list);
    /// "%i * 2 + 1" and the like, of affine maps. `bound`: by names of the map's own.
    int expression(ir::Range range, const std::map<std::string_view, int>& bound);
    void affine_value(const ir::Operation& operation);
    [[nodiscard]] bool object_fifo(const ir::Operation& operation);
    void object_of(int view, std::size_t number, const ir::Operation& acquire);

    // Views of memory: compile_views.cpp.

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

    // Operations.

    void operation(const ir::Operation& operation);
    void constant(const ir::Operation& operation);
    void poison(const ir::Operation& operation);
    void apply(const ir::Operation& operation);

    // Vectors: compile_vectors.cpp.

    struct VectorOperation {
        const ir::Operation& operation;
        std::vector<std::string_view> names;
        ir::Range types;
        std::optional<ValueType> from;
        std::optional<ValueType> to;
    };
    void vector(const ir::Operation& operation);
    // Each is false where the operation is another one, or is not written as known here.
    bool reorders(const VectorOperation& of);
    bool takes_part(const VectorOperation& of);
    bool reduces(const VectorOperation& of);
    /// The indices of vector.extract and its like; empty: they are not written as known here.
    [[nodiscard]] std::vector<int> lane_places(const VectorOperation& of);
    [[nodiscard]] int sum(int left, int right, base::Position at);
    [[nodiscard]] int scaled(int value, std::int64_t factor, base::Position at);
    [[nodiscard]] int apply(std::string_view function, std::vector<int> sources, base::Position at);

    // Slots.

    int fresh() { return program_.slots++; }
    /// Of a value that is read.
    int use(std::string_view name, base::Position at);
    int define(std::string_view name);
    int result(const ir::Operation& operation) {
        return operation.results.empty() ? fresh() : define(operation.results.front());
    }
    int number(std::int64_t value, base::Position at);
    int number_or_value(ir::Range range);
    [[nodiscard]] int view_slot(const View& view);

    // Texts.

    [[nodiscard]] std::vector<std::string_view> operands(const ir::Operation& operation) const;
    /// What stands behind the last colon, or behind the arrow of the generic form.
    [[nodiscard]] ir::Range types_of(const ir::Operation& operation) const;
    /// In the generic form.
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
    std::set<std::string, std::less<>> foreign_;  ///< values that kernels give
    std::map<schedule::BufferRef, int> memories_;
    std::map<const ir::Operation*, int> globals_;  ///< by what declares them: slots of their memory
    std::vector<std::size_t> sides_;  ///< by number of a side: that in Draft::fifo_ends
    /// Of the region at hand: where blocks begin, and the jumps to them.
    struct Labels {
        std::map<std::string_view, std::pair<std::size_t, std::vector<int>>> blocks;
        std::vector<std::pair<std::size_t, std::string_view>> jumps;
    };
    Labels* labels_ = nullptr;
};

}  // namespace xdnasim::design::interpreter
