#pragma once
// A core's code while it runs.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "workloads/design/interpreter/program.hpp"
#include "workloads/design/library/process.hpp"
#include "workloads/kernels/execute.hpp"

namespace xdnasim::design::interpreter {

struct Slot {
    Scalar scalar{};
    std::vector<Scalar> lanes{};  ///< lanes of a vector
    View view{};                  ///< view of memory
    std::vector<int> objects{};   ///< objects of a side, by number, that an acquire returns
    std::size_t side = 0;
};

class Run final : public schedule::RunningCode {
 public:
    Run(const Program& program, const schedule::BufferBytes& bytes)
        : program_{program},
          slots_(static_cast<std::size_t>(program.slots)),
          storages_{program.storages},
          first_(program.sides.size()),
          held_(program.sides.size()) {
        for (const schedule::BufferRef& buffer : program.buffers)
            memories_.push_back(bytes(buffer));
        for (std::vector<std::byte>& storage : storages_)
            memories_.emplace_back(storage);
        for (const auto& [slot, view] : program.views)
            slots_[static_cast<std::size_t>(slot)].view = view;
        if (!program.functions.empty()) start_process();
    }

    void go_ahead() override;
    void advance(std::int64_t passed) override;
    void finish(std::int64_t passed) override;
    void get(const kernels::CascadeWord& word) override;
    [[nodiscard]] kernels::CascadeWord put() override;

 private:
    /// Runs up to the operation after the first `passed` ones, or to the end. Returns false if
    /// `most` instructions reach neither.
    bool go_on(std::int64_t passed, std::int64_t most);
    [[nodiscard]] bool has_ended() const { return at_ == program_.instructions.size(); }

    // What runs before the runtime sequence (run_ahead.cpp).

    /// Number of the memory, and byte offset in it.
    using ByteOfMemory = std::pair<int, std::int64_t>;
    /// The bytes that a scalar Load or Store accesses, with indices in the sources from
    /// `first_index` on.
    [[nodiscard]] std::vector<ByteOfMemory> bytes_of_scalar(const Instruction& instruction,
                                                            std::size_t first_index);
    /// Returns whether the instruction reads memory that the runtime sequence may write and that
    /// the code has not written itself.
    [[nodiscard]] bool reads_parameter(const Instruction& instruction);
    void note_stored_ahead(const Instruction& instruction);

    [[noreturn]] void fail(const Instruction& instruction, const std::string& message) const;

    Slot& slot(int number) { return slots_[static_cast<std::size_t>(number)]; }
    Slot& source(const Instruction& instruction, std::size_t number) {
        return slot(instruction.sources[number]);
    }

    /// Executes an instruction. Returns false if the code must stop before it.
    bool step(const Instruction& instruction, std::int64_t passed);
    /// Executes an instruction that neither jumps nor waits.
    void compute(const Instruction& instruction);
    void insert(const Instruction& instruction);

    bool pass(std::int64_t passed);
    /// The instruction on the cascade before which the code has stopped. Throws InputError if it is
    /// not of this kind.
    [[nodiscard]] const Instruction& step_on_cascade(Instruction::Kind kind) const;
    void set(const Instruction& instruction, const std::vector<Scalar>& values);
    void apply(const Instruction& instruction);
    /// Offset of the element that the indices in the sources from `first` on name.
    std::int64_t element(const Instruction& instruction, const View& view, std::size_t first);
    std::span<std::byte> bytes(const Instruction& instruction, const View& view,
                               std::int64_t element);
    /// Calls f(element) for each lane of a vector in `view`, in order, with nullopt for an absent
    /// lane. The indices are the sources from `first` on.
    template <class F>
    void for_each_lane(const Instruction& instruction, const View& view, std::size_t first,
                       const F& f);
    void load(const Instruction& instruction);
    void store(const Instruction& instruction);
    void copy(const Instruction& instruction);
    void slice(const Instruction& instruction);
    void shuffle(const Instruction& instruction);
    void extract(const Instruction& instruction);
    /// Lanes of `of`, from the one that source `lane_source` names on: as many as the instruction
    /// has.
    [[nodiscard]] std::span<Scalar> part_of(const Instruction& instruction, Slot& of,
                                            std::size_t lane_source);
    void reduce(const Instruction& instruction);
    void reduce_some(const Instruction& instruction);
    bool take(const Instruction& instruction, std::int64_t passed);
    void give(const Instruction& instruction);

    // Functions of libraries (run_calls.cpp).

    void start_process();
    void call(const Instruction& instruction);
    /// Address of the first element of `view` in the process that makes the call.
    [[nodiscard]] std::uint64_t pointer_to(const Instruction& instruction, const View& view) const;

    void object_at(const Instruction& instruction);

    const Program& program_;
    std::vector<Slot> slots_;
    std::vector<std::vector<std::byte>> storages_;
    std::vector<std::span<std::byte>> memories_;
    std::unique_ptr<library::Process> process_;  ///< nullptr if no library is needed
    std::vector<int> first_;  ///< by side: the object held for the longest time, or else taken next
    std::vector<int> held_;   ///< by side: number of objects held
    std::set<ByteOfMemory> stored_ahead_;  ///< bytes of `parameters` that the code has stored
    std::size_t at_ = 0;
    std::int64_t passed_ = 0;
    std::int64_t done_ = 0;
};

}  // namespace xdnasim::design::interpreter
