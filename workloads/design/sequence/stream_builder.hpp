#pragma once
// Turns the operations of a runtime sequence into those of an instruction stream, each with its
// place in the text.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "backends/txn/dma_registers.hpp"
#include "backends/txn/shim_bd.hpp"
#include "backends/txn/txn.hpp"
#include "workloads/design/bd_pattern.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/design/pieces.hpp"
#include "workloads/design/sequence/piece_bds.hpp"
#include "workloads/design/sequence/task_queues.hpp"

namespace xdnasim::design {

/// Largest value of a register.
inline constexpr std::int64_t kMaxWord = std::numeric_limits<std::uint32_t>::max();

/// An argument of the sequence, or a part of one.
struct HostView {
    int argument = 0;
    arch::Bytes offset{};
    Memref type;
};

class StreamBuilder {
 public:
    explicit StreamBuilder(Draft& draft) : draft_{draft} {}

    void add_argument(std::string_view value, HostView view) { views_[value] = std::move(view); }
    void read(const ir::Region& body);

    [[nodiscard]] txn::Stream take_stream();
    /// Place of operation number `word` of the stream.
    [[nodiscard]] base::Position at(std::size_t word) const { return places_[word]; }

 private:
    /// A BD that is pushed as a task of its own.
    struct TaskPart {
        schedule::Bd bd;
        int repeat = 0;
        bool written = false;
    };
    struct TaskParts {
        HostView host;
        std::vector<TaskPart> all;
    };

    /// How often the BDs of a task run: `passes` times for every `runs` runs of the task.
    struct Passes {
        std::int64_t passes = 1;
        std::int64_t runs = 1;
        base::Position at;  ///< place of the BD
    };

    /// The result of a dma_configure_task.
    struct Task {
        txn::Channel channel;
        int first_bd = 0;
        std::vector<int> bds;
        int repeat = 0;  ///< repeat count, if its start gives none
        bool token = false;
        std::optional<int> bd{};  ///< BD number, if the task gives one
        /// Header of the BDs that have none themselves.
        std::optional<schedule::PacketHeader> packet{};
        /// Parts of a task that does not fit one BD; nullptr: it does.
        std::shared_ptr<TaskParts> parts{};
        Passes passes{};  ///< passes through the BDs
    };

    /// A value that a loop carries or a choice yields.
    using Carried = std::variant<std::int64_t, Task>;

    /// A part of a task that starts only after all tasks of the same group have started.
    struct LateStart {
        base::Position at;
        txn::Channel channel;
        std::shared_ptr<TaskParts> parts;
        std::int64_t index = 0;
        std::int64_t count = 0;  ///< number of parts of its task, over all passes
        bool token = false;
    };

    struct ArgumentPatch {
        base::Position at;
        std::uint32_t argument = 0;
        std::uint32_t plus = 0;
    };

    void read_operation(const ir::Operation& operation);
    bool read_value(const ir::Operation& operation);
    bool read_transfer(const ir::Operation& operation);
    bool read_task(const ir::Operation& operation);
    bool read_register(const ir::Operation& operation);
    bool read_control(const ir::Operation& operation);
    bool read_number(const ir::Operation& operation);
    bool read_setup(const ir::Operation& operation);
    void read_condition(const ir::Operation& operation);

    void patch_by_argument();

    void count_step(base::Position at);
    void compute(const ir::Operation& operation);
    void read_loop(const ir::Operation& loop);
    void read_choice(const ir::Operation& choice);
    std::vector<Carried> read_body(const ir::Region& body);
    [[nodiscard]] Carried carried(const ir::Operation& operation, std::string_view name) const;
    void bind(std::string_view name, const Carried& carried);
    /// The number that the value `name` stands for. Throws InputError if it is not known.
    [[nodiscard]] std::int64_t number(const ir::Operation& operation, std::string_view name) const;

    void read_subview(const ir::Operation& operation);
    void read_reshape(const ir::Operation& operation);
    void read_set_lock(const ir::Operation& operation);
    void refuse_reconfiguration(const ir::Operation& operation);
    [[nodiscard]] bool read_load(const ir::Operation& load);
    void read_limit(const ir::Operation& assertion);
    void read_control_packet(const ir::Operation& operation);
    void read_memcpy(const ir::Operation& operation);
    /// Starts a transfer as one task, or as several if it does not fit one BD; the last one gives
    /// the token. `bd`: all of the BD except for its pattern.
    void start_pieces(const ir::Operation& operation, const txn::Channel& channel, schedule::Bd bd,
                      const Transfer& transfer, const HostView& host, bool token);
    /// Number of the BD for piece `index`, counted without the first piece.
    [[nodiscard]] int piece_bd(const ir::Operation& operation, const txn::Channel& channel,
                               std::size_t index);
    /// Takes a free BD that no transfer of the sequence names; nullopt if there is none.
    [[nodiscard]] std::optional<int> spare_bd(const txn::Channel& channel);
    /// BDs of `shim` that transfers anywhere in the sequence name.
    [[nodiscard]] std::set<int> named_bds(arch::TileId shim) const;
    void read_configure(const ir::Operation& operation, bool by_symbol);
    /// Reads and numbers the BDs of a task; each continues with the next one.
    void read_chain(const ir::Operation& operation, Task& task);
    /// Reads the lock operations beside a BD of a task.
    void read_locks(const std::vector<const ir::Operation*>& locks, bool shim, schedule::Bd& bd);
    void write_chain_bd(Task& task, const BdForm& form, const ir::Operation& written);
    [[nodiscard]] BdForm read_chain_bd(const ir::Operation& operation, Task& task);
    /// The parts of a task. Numbers their BDs and adds the numbers to the task.
    [[nodiscard]] std::shared_ptr<TaskParts> parts_of(Task& task, const BdForm& form,
                                                      const HostView& host);
    void write_chain(base::Position at, arch::TileId shim, TaskParts& parts);
    void write_pieces(Task& task, const BdForm& form, const HostView& host);
    void write_part(base::Position at, arch::TileId shim, const TaskParts& parts, TaskPart& part);
    void read_start(const ir::Operation& operation);
    void start_task(base::Position at, const Task& task);
    [[nodiscard]] std::int64_t passes_of(const Task& task) const;
    void start_part(const LateStart& next);
    void start_the_rest();
    /// Starts the remaining parts, unless they can as well start after `operation`.
    void start_the_rest_before(const ir::Operation& operation);
    void read_blockwrite(const ir::Operation& operation);
    void read_writebd(const ir::Operation& operation);
    void read_sync(const ir::Operation& operation);
    void read_push(const ir::Operation& operation);

    [[nodiscard]] const HostView& view(const ir::Fields& fields, std::string_view name) const;
    [[nodiscard]] const Task& task(const ir::Fields& fields) const;
    [[nodiscard]] ir::Fields fields(const ir::Operation& operation) const {
        return draft_.fields(operation, &constants_);
    }
    [[nodiscard]] txn::Register register_of(const ir::Fields& fields) const;
    [[nodiscard]] txn::Register word_of_buffer(const ir::Fields& fields,
                                               std::string_view index) const;
    [[nodiscard]] arch::TileId tile_of(const ir::Fields& fields) const;

    void add(base::Position at, txn::Operation operation);
    /// Notes the fields of a shim's BD that are not simulated. `bd`: the BD that is written, if its
    /// address is set by another operation.
    void leave_out_unused(const ir::Fields& shim_bd,
                          const std::optional<std::pair<arch::TileId, int>>& bd = std::nullopt);
    void write_bd(base::Position at, arch::TileId shim, const schedule::Bd& bd,
                  const HostView& view);
    void write_memory_bd(base::Position at, arch::TileId tile, const schedule::Bd& bd);
    [[nodiscard]] bool is_shim(arch::TileId tile) const {
        return draft_.device.kind(tile) == arch::TileKind::Shim;
    }
    /// Pushes a task, after a poll for room if the task queue may be full.
    void start(base::Position at, const txn::Channel& channel, int bd, int repeat, bool token);
    void push(base::Position at, const txn::Channel& channel, int bd, int repeat, bool token);
    void await(base::Position at, const txn::Channel& channel);
    [[nodiscard]] int free_bd(const txn::Channel& channel, base::Position at);

    Draft& draft_;
    ir::Constants constants_;
    Named<HostView> views_;
    Named<Task> tasks_;
    Named<std::string_view> data_;  ///< symbol of a memref.get_global, by its value
    std::map<arch::TileId, std::set<int>> bds_;
    TaskQueues queues_;
    PieceBds pieces_;
    std::vector<LateStart> late_;
    std::set<txn::Channel> round_;           ///< channels of the tasks that start together
    std::vector<const ir::Region*> bodies_;  ///< bodies that have been read
    std::vector<txn::PlacedOperation> operations_;
    std::vector<base::Position> places_;
    /// BDs of shims that name their argument themselves, until their addresses are patched.
    std::map<txn::Register, ArgumentPatch> unpatched_;
    const ir::Operation* emptied_ = nullptr;  ///< the last operation that loaded an empty device
    /// Whether a BD has named its argument itself, as early firmware expects.
    bool by_early_firmware_ = false;
    std::size_t steps_ = 0;  ///< operations read, with loops unrolled
};

}  // namespace xdnasim::design
