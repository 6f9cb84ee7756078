#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {
namespace {

/// The parts of one nest, and the pipelined loop among them.
class BlockLayout {
 public:
    BlockLayout(const LoopNest& nest, const arch::SlotModel& model)
        : nest_{nest}, model_{model}, body_{loop_graph(nest.body, model)} {
        if (!nest.body.empty()) loop_ = modulo_schedule(body_, model);
        const int of_two = accumulators_of_a_block() + accumulators_of_a_block(Live::ToTheEnd);
        shares_accumulators_ = of_two > model.registers[kAccumulators];
    }

    [[nodiscard]] CallSchedule blocks() const {
        if (!nest_.by_hand.empty()) return by_hand();
        return pipelined_steps() > 0 ? pipelined() : unrolled();
    }

 private:
    static constexpr std::size_t kAccumulators =
        static_cast<std::size_t>(arch::RegisterFile::Accumulator);

    [[nodiscard]] CallSchedule by_hand() const {
        CallSchedule call = empty_call();
        const StraightLine code = laid_out_by_hand(nest_.by_hand, model_);
        call.sections.push_back(section(kRound, code, {}, {}, false, nest_.blocks));
        return call;
    }

    [[nodiscard]] std::int64_t loop_steps() const {
        return nest_.steps - (nest_.first.empty() ? 0 : 1);
    }
    /// Runs of the pipelined body; what its filling and draining take lies outside of it.
    [[nodiscard]] std::int64_t pipelined_steps() const {
        if (nest_.body.empty()) return 0;
        return loop_steps() - (loop_.stages() - 1);
    }
    /// Of a block's values in accumulators: all, or those that are left when its last step ends.
    enum class Live : std::uint8_t { Ever, ToTheEnd };

    /// Without the part that a name ends with: "C00.1" is of C00.
    static std::string whole(const std::string& value) { return value.substr(0, value.find('.')); }

    [[nodiscard]] int accumulators_of_a_block(Live live = Live::Ever) const {
        std::set<std::string> left;
        for (const Instruction& instruction : nest_.after)
            for (const std::string& value : instruction.reads)
                left.insert(whole(value));
        std::set<std::string> counted;
        int count = 0;
        for (const auto* list : {&nest_.before, &nest_.first, &nest_.body})
            for (const Instruction& instruction : *list)
                if (instruction.result &&
                    instruction.result->file == arch::RegisterFile::Accumulator &&
                    (live == Live::Ever || left.contains(whole(instruction.writes))) &&
                    counted.insert(instruction.writes).second)
                    count += instruction.result->count;
        return count;
    }
    [[nodiscard]] const arch::Operation& operation(const OperationGraph& graph, int node) const {
        return model_.operations[static_cast<std::size_t>(
            graph.nodes[static_cast<std::size_t>(node)].operation)];
    }
    [[nodiscard]] int flat_cycle(std::size_t instruction) const {
        return loop_.placements[instruction].cycle;
    }
    [[nodiscard]] int stage(std::size_t instruction) const {
        return flat_cycle(instruction) / loop_.ii;
    }

    /// What is left of the steps under way when the loop ends, and the block's end.
    void add_end(StraightLine& code, std::vector<int>& stores) const {
        for (int age = loop_.stages(); age >= 1; --age) {
            for (std::size_t i = 0; i < nest_.body.size(); ++i) {
                if (stage(i) < age)
                    code.issued_before(nest_.body[i], flat_cycle(i) - age * loop_.ii);
                else
                    code.add(nest_.body[i]);
            }
        }
        add_stores(code, stores);
    }
    void add_stores(StraightLine& code, std::vector<int>& stores) const {
        for (const Instruction& instruction : nest_.after) {
            const int node = code.add(instruction);
            if (operation(code.graph(), node).store) stores.push_back(node);
        }
    }

    /// The next block's start, up to the loop's first run. Returns the nodes that must have
    /// arrived when the loop is entered.
    std::vector<int> add_start(StraightLine& code, const std::vector<int>& stores) const {
        std::vector<int> live_in;
        for (const InstructionList* list : {&nest_.before, &nest_.first})
            for (const Instruction& instruction : *list) {
                const int node = code.add(instruction);
                live_in.push_back(node);
                reuse_accumulator(code, instruction, node, stores);
            }
        return live_in;
    }
    void reuse_accumulator(StraightLine& code, const Instruction& instruction, int node,
                           const std::vector<int>& stores) const {
        const bool writes_accumulator =
            instruction.result && instruction.result->file == arch::RegisterFile::Accumulator;
        if (!writes_accumulator || !shares_accumulators_) return;
        for (const int store : stores)
            code.order(
                store, node,
                reuse_latency(operation(code.graph(), store), operation(code.graph(), node)));
    }

    /// Operations of the first steps that issue before the loop is entered. `nodes[age][i]`.
    struct Filled {
        int age;
        std::vector<int> nodes;  ///< by instruction; -1: in the loop
    };
    std::vector<Filled> add_filling(StraightLine& code, const std::vector<int>& live_in) const {
        std::vector<Filled> all;
        for (int age = loop_.stages() - 1; age >= 1; --age) {
            Filled filled{age, std::vector<int>(nest_.body.size(), -1)};
            for (std::size_t i = 0; i < nest_.body.size(); ++i) {
                if (stage(i) >= age) continue;
                filled.nodes[i] = code.add(nest_.body[i]);
                await_loads(code, nest_.body[i], filled.nodes[i], live_in);
            }
            all.push_back(std::move(filled));
        }
        return all;
    }

    /// Nothing is added to a block before all of it has been loaded, or got from the cascade.
    void await_loads(StraightLine& code, const Instruction& instruction, int node,
                     const std::vector<int>& live_in) const {
        if (instruction.accumulator.empty()) return;
        for (const int load : live_in) {
            const arch::Operation& loading = operation(code.graph(), load);
            if ((loading.memory > 0 && !loading.store) || loading.cascade == arch::CascadeUse::Get)
                code.order(load, node, data_latency(loading, operation(code.graph(), node), true));
        }
    }

    /// When the loop can be entered after straight-line code.
    [[nodiscard]] int entry(const OperationGraph& graph, const SlotSchedule& schedule,
                            const std::vector<int>& live_in,
                            const std::vector<Filled>& filling) const {
        int at = schedule.length;
        const auto issue = [&](int node) {
            return schedule.placements[static_cast<std::size_t>(node)].cycle;
        };
        for (const int node : live_in)
            at = std::max(at, issue(node) + arrival(operation(graph, node)));
        for (const Filled& filled : filling) {
            for (const Edge& edge : body_.edges) {
                const int from = filled.nodes[static_cast<std::size_t>(edge.from)];
                const auto to = static_cast<std::size_t>(edge.to);
                if (from < 0 || (edge.distance == 0 && filled.nodes[to] >= 0)) continue;
                const int age = filled.age - edge.distance;
                if (age < 0) continue;
                const int needed = flat_cycle(to) - age * loop_.ii;
                if (edge.distance > 0 && needed < 0) continue;  // it is in the filling as well
                at = std::max(at, issue(from) + edge.latency - needed);
            }
        }
        return at;
    }
    /// Cycles until a result can be read by what accumulates on it in the loop.
    [[nodiscard]] int arrival(const arch::Operation& producer) const {
        int max = 1;
        for (const Node& node : body_.nodes) {
            const arch::Operation& consumer =
                model_.operations[static_cast<std::size_t>(node.operation)];
            if (consumer.accumulator > consumer.operand || consumer.forwards)
                max = std::max(max, data_latency(producer, consumer, true));
        }
        return max;
    }

    [[nodiscard]] CodeSection section(std::string name, const StraightLine& code,
                                      const std::vector<int>& live_in,
                                      const std::vector<Filled>& filling, bool enters,
                                      std::int64_t runs) const {
        CodeSection section{std::move(name), code.graph(), list_schedule(code.graph(), model_), 0,
                            runs};
        section.cycles = enters ? entry(section.graph, section.schedule, live_in, filling)
                                : section.schedule.length;
        return section;
    }

    [[nodiscard]] CodeSection start_section() const {
        StraightLine code{model_};
        const auto live_in = add_start(code, {});
        const auto filling = add_filling(code, live_in);
        return section("prologue", code, live_in, filling, true, 1);
    }
    [[nodiscard]] CodeSection between_section() const {
        StraightLine code{model_};
        std::vector<int> stores;
        add_end(code, stores);
        const auto first = static_cast<int>(code.graph().nodes.size());
        const auto live_in = add_start(code, stores);
        const auto filling = add_filling(code, live_in);
        CodeSection between =
            section("between blocks", code, live_in, filling, true, nest_.blocks - 1);
        if (nest_.starts_late) delay_start(between, filling, first);
        return between;
    }

    /// The latest cycle in which a node can issue without delaying another, or the loop behind it.
    [[nodiscard]] std::int64_t latest_cycle(const CodeSection& section,
                                            const std::vector<Filled>& filling, int node) const {
        std::int64_t latest = section.cycles - 1;
        for (const Edge& edge : section.graph.edges)
            if (edge.from == node)
                latest = std::min<std::int64_t>(
                    latest, at(section.schedule.placements, edge.to).cycle - edge.latency);
        for (const Filled& filled : filling)
            for (const Edge& edge : body_.edges) {
                const int age = filled.age - edge.distance;
                if (at(filled.nodes, edge.from) != node || age < 0) continue;
                const int needed = at(loop_.placements, edge.to).cycle - age * loop_.ii;
                if (needed >= 0) latest = std::min(latest, section.cycles + needed - edge.latency);
            }
        return latest;
    }

    /// What leads to the next block, from node `first` on, as late as it can be: the last ones
    /// first, each in the last cycle with a slot for it. What the cascade brings stays.
    void delay_start(CodeSection& section, const std::vector<Filled>& filling, int first) const {
        std::vector<Placement>& placements = section.schedule.placements;
        std::set<Placement> taken{placements.begin(), placements.end()};
        std::vector<int> nodes;
        for (int node = first; node < static_cast<int>(placements.size()); ++node)
            if (operation(section.graph, node).cascade == arch::CascadeUse::None)
                nodes.push_back(node);
        std::ranges::stable_sort(nodes, std::greater{},
                                 [&](int node) { return at(placements, node).cycle; });
        for (const int node : nodes) {
            const std::vector<int>& slots = operation(section.graph, node).slots;
            Placement& placed = at(placements, node);
            for (auto cycle = static_cast<int>(latest_cycle(section, filling, node));
                 cycle > placed.cycle; --cycle) {
                const auto slot = std::ranges::find_if(slots, [&](int one) {
                    return !taken.contains({cycle, one});
                });
                if (slot == slots.end()) continue;
                taken.erase(placed);
                placed = {cycle, *slot};
                taken.insert(placed);
                break;
            }
        }
        for (const Placement& placement : placements)
            section.schedule.length = std::max(section.schedule.length, placement.cycle + 1);
    }
    [[nodiscard]] CodeSection end_section() const {
        StraightLine code{model_};
        std::vector<int> stores;
        add_end(code, stores);
        return section("epilogue", code, {}, {}, false, 1);
    }

    [[nodiscard]] CallSchedule pipelined() const {
        CallSchedule call = empty_call();
        call.ii = loop_.ii;
        call.sections.push_back(start_section());
        call.sections.push_back({"loop", body_, loop_, loop_.ii, pipelined_steps() * nest_.blocks});
        if (nest_.blocks > 1) call.sections.push_back(between_section());
        call.sections.push_back(end_section());
        return call;
    }

    /// Too few steps to fill a pipeline: blocks of straight-line code.
    [[nodiscard]] CallSchedule unrolled() const {
        CallSchedule call = empty_call();
        const CodeSection one = blocks_section(1);
        const CodeSection two = nest_.blocks > 1 ? blocks_section(2) : one;
        call.sections.push_back(one);
        call.sections.back().name = "first block";
        if (nest_.blocks > 1) {
            call.sections.push_back(two);
            call.sections.back().name = "further blocks";
            call.sections.back().cycles = two.cycles - one.cycles;
            call.sections.back().runs = nest_.blocks - 1;
        }
        return call;
    }
    [[nodiscard]] CodeSection blocks_section(int blocks) const {
        StraightLine code{model_};
        std::vector<int> stores;
        for (int block = 0; block < blocks; ++block) {
            const std::vector<int> before = std::exchange(stores, {});
            const std::vector<int> live_in = add_start(code, before);
            for (std::int64_t step = 0; step < loop_steps(); ++step)
                for (const Instruction& instruction : nest_.body)
                    await_loads(code, instruction, code.add(instruction), live_in);
            add_stores(code, stores);
        }
        return section("block", code, {}, {}, false, 1);
    }

    [[nodiscard]] CallSchedule empty_call() const {
        CallSchedule call;
        call.blocks = nest_.blocks;
        call.steps = nest_.steps;
        call.columns = nest_.columns;
        call.slowdown = nest_.slowdown;
        if (!nest_.body.empty()) call.bounds = bounds(body_, model_);
        // One branch to the kernel and one back, each with its delay slots.
        call.overhead = arch::Cycles{2 * (model_.branch_delay + 1)};
        return call;
    }

    const LoopNest& nest_;
    const arch::SlotModel& model_;
    OperationGraph body_;
    SlotSchedule loop_;
    bool shares_accumulators_ = true;
};

}  // namespace

CallSchedule lay_out_blocks(const LoopNest& nest, const arch::SlotModel& model) {
    return BlockLayout{nest, model}.blocks();
}

}  // namespace xdnasim::vliw
