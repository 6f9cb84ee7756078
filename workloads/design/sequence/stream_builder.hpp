#pragma once
// Turns the operations of a runtime sequence into those of an instruction stream, each with the
// place that it comes from.

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

/// Of a register.
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
    /// Of the operation with number `word` in the stream.
    [[nodiscard]] base::Position at(std::size_t word) const { return places_[word]; }

 private:
    /// A BD that is a task of its own.
    struct TaskPart {
        schedule::Bd bd;
        int repeat = 0;
        bool written = false;
    };
    struct TaskParts {
        HostView host;
        std::vector<TaskPart> all;
    };

    /// How often its BDs are gone through: `passes` times in `runs` of the task.
    struct Passes {
        std::int64_t passes = 1;
        std::int64_t runs = 1;
        base::Position at;  ///< of its BD
    };

    /// What dma_configure_task returns.
    struct Task {
        txn::Channel channel;
        int first_bd = 0;
        std::vector<int> bds;
        int repeat = 0;  ///< where its start says nothing else
        bool token = false;
        std::optional<int> bd{};                         ///< the number of its BD, if it says so
        std::optional<schedule::PacketHeader> packet{};  ///< of the BDs that say none
        std::shared_ptr<TaskParts> parts{};  ///< which it has where one BD does not hold it
        Passes passes{};                     ///< through them
    };

    /// What a loop carries, and what a choice gives.
    using Carried = std::variant<std::int64_t, Task>;

    /// A part that starts when all tasks that start together have started.
    struct LateStart {
        base::Position at;
        txn::Channel channel;
        std::shared_ptr<TaskParts> parts;
        std::int64_t index = 0;
        std::int64_t count = 0;  ///< of its task
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
    /// Of a value; throws InputError where it is not known.
    [[nodiscard]] std::int64_t number(const ir::Operation& operation, std::string_view name) const;

    void read_subview(const ir::Operation& operation);
    void read_reshape(const ir::Operation& operation);
    void read_set_lock(const ir::Operation& operation);
    void refuse_reconfiguration(const ir::Operation& operation);
    [[nodiscard]] bool read_load(const ir::Operation& load);
    void read_limit(const ir::Operation& assertion);
    void read_control_packet(const ir::Operation& operation);
    void read_memcpy(const ir::Operation& operation);
    /// In one task, or in several where a BD does not hold it: the last has the token. `bd`: all
    /// but the elements.
    void start_pieces(const ir::Operation& operation, const txn::Channel& channel, schedule::Bd bd,
                      const Transfer& transfer, const HostView& host, bool token);
    /// For piece `index` of those behind the first one.
    [[nodiscard]] int piece_bd(const ir::Operation& operation, const txn::Channel& channel,
                               std::size_t index);
    /// One that is free and that no transfer of the sequence names, which it takes.
    [[nodiscard]] std::optional<int> spare_bd(const txn::Channel& channel);
    /// By transfers anywhere in the sequence.
    [[nodiscard]] std::set<int> named_bds(arch::TileId shim) const;
    void read_configure(const ir::Operation& operation, bool by_symbol);
    /// The BDs of a task, with their numbers; each goes on with the next one.
    void read_chain(const ir::Operation& operation, Task& task);
    /// Those around a BD of a task.
    void read_locks(const std::vector<const ir::Operation*>& locks, bool shim, schedule::Bd& bd);
    void write_chain_bd(Task& task, const BdForm& form, const ir::Operation& written);
    [[nodiscard]] BdForm read_chain_bd(const ir::Operation& operation, Task& task);
    /// With their numbers, which the task has then, too.
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
    /// Unless it may as well come first.
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
    /// Says which fields it sets that are not simulated. `bd`: the one that it writes, where its
    /// address is set elsewhere.
    void leave_out_unused(const ir::Fields& shim_bd,
                          const std::optional<std::pair<arch::TileId, int>>& bd = std::nullopt);
    void write_bd(base::Position at, arch::TileId shim, const schedule::Bd& bd,
                  const HostView& view);
    void write_memory_bd(base::Position at, arch::TileId tile, const schedule::Bd& bd);
    [[nodiscard]] bool is_shim(arch::TileId tile) const {
        return draft_.device.kind(tile) == arch::TileKind::Shim;
    }
    /// Behind a poll for room, where the task may find the queue full.
    void start(base::Position at, const txn::Channel& channel, int bd, int repeat, bool token);
    void push(base::Position at, const txn::Channel& channel, int bd, int repeat, bool token);
    void await(base::Position at, const txn::Channel& channel);
    [[nodiscard]] int free_bd(const txn::Channel& channel, base::Position at);

    Draft& draft_;
    ir::Constants constants_;
    Named<HostView> views_;
    Named<Task> tasks_;
    Named<std::string_view> data_;  ///< value of a memref.get_global: the symbol
    std::map<arch::TileId, std::set<int>> bds_;
    TaskQueues queues_;
    PieceBds pieces_;
    std::vector<LateStart> late_;
    std::set<txn::Channel> round_;           ///< of the tasks that start together
    std::vector<const ir::Region*> bodies_;  ///< that were read
    std::vector<txn::PlacedOperation> operations_;
    std::vector<base::Position> places_;
    /// BDs of shims that say which argument they are of, until something patches them.
    std::map<txn::Register, ArgumentPatch> unpatched_;
    const ir::Operation* emptied_ = nullptr;  ///< what has loaded an empty device last
    bool by_early_firmware_ = false;          ///< one of these was there
    std::size_t steps_ = 0;                   ///< that were read, loops unrolled
};

}  // namespace xdnasim::design
