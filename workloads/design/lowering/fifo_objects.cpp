#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "workloads/design/ir/symbols.hpp"
#include "workloads/design/lowering/object_fifos.hpp"

namespace xdnasim::design::lowering {
namespace {

/// The end of a link whose objects the others use: the output of a join, the input of a
/// distribution, otherwise the side with the larger objects.
const End& owner_of(const std::vector<End*>& inputs, const std::vector<End*>& outputs) {
    if (inputs.size() > 1) return *outputs.front();
    if (outputs.size() > 1) return *inputs.front();
    const Fifo& in = *inputs.front()->fifo;
    const Fifo& out = *outputs.front()->fifo;
    if (!out.initial.empty()) return *outputs.front();
    return in.elements >= out.elements || !out.padding.empty() ? *inputs.front() : *outputs.front();
}

/// Names of a kind, each given once.
class UniqueNames {
 public:
    explicit UniqueNames(std::set<std::string> taken = {}) : taken_{std::move(taken)} {}

    /// `wish`, or with a number if that is taken.
    std::string unique(const std::string& wish) {
        std::string name = wish;
        for (int number = 2; !taken_.insert(name).second; ++number)
            name = fmt::format("{}_{}", wish, number);
        return name;
    }

 private:
    std::set<std::string> taken_;
};

class Objects {
 public:
    Objects(Ends& ends, TakenObjects taken, const arch::Device& array, const ir::Text& text,
            Output& output)
        : ends_{ends},
          locks_{std::move(taken.locks)},
          values_{std::move(taken.values)},
          array_{array},
          text_{text},
          output_{output} {}

    void add() {
        for (End& end : ends_.all) {
            end.objects = &end;
            if (end.link != nullptr)
                end.objects = &owner_of(ends_.of(*end.link, true), ends_.of(*end.link, false));
            if (end.objects == &end) add(end);
        }
        // mlir-aie inserts the objects of each FIFO after the tiles, before those inserted
        // earlier. Buffers without an address lie in memory in that order.
        std::ranges::reverse(output_.behind_tiles);
    }

 private:
    struct NewNames {
        std::string value;
        std::string symbol;  ///< in quotes
    };

    NewNames named(const std::string& name) {
        return {values_.unique(ir::value_name(name)), ir::written_string(symbols_.unique(name))};
    }

    void add(End& end) {
        if (end.depth == 0) return;
        std::string text;
        const bool shim = end.tile.id.row == 0;
        for (int i = 0; i < end.depth && !shim; ++i) {
            const NewNames object = named(fmt::format("{}_buff_{}", end.name, i));
            text += fmt::format("\n    %{} = aie.buffer(%{}) {{sym_name = {}}} : {}", object.value,
                                end.memory.value, object.symbol, end.fifo->type);
            const auto number = static_cast<std::size_t>(i);
            if (end.produces && number < end.fifo->initial.size())
                text += " = " + end.fifo->initial[number];
            end.buffers.push_back(object.value);
        }
        if (!end.fifo->unsynchronised && !is_constant(end)) add_locks(end, shim, text);
        output_.behind_tiles.push_back({{}, text + "\n    ", end.fifo->at});
    }

    /// Returns whether the end sends its initial objects over and over. mlir-aie gives it no locks.
    [[nodiscard]] static bool is_constant(const End& end) {
        const bool filled = end.produces && end.depth > 0 &&
                            end.fifo->initial.size() == static_cast<std::size_t>(end.depth);
        return filled && end.link == nullptr && end.fifo->iterations.value_or(1) > 1;
    }

    void add_locks(End& end, bool shim, std::string& text) {
        int parts = 1;
        int repeat = end.produces ? end.fifo->repeat.value_or(1) : 1;
        if (end.link != nullptr) {
            parts = static_cast<int>(std::max(end.link->inputs.size(), end.link->outputs.size()));
            for (const End* out : ends_.of(*end.link, false))
                if (out->fifo->repeat) {
                    repeat = *out->fifo->repeat;
                    break;
                }
        }
        const int filled = end.produces ? static_cast<int>(end.fifo->initial.size()) : 0;
        const int free = shim ? 0 : end.depth - filled;
        for (int i = 0; i < parts; ++i)
            end.locks.push_back(
                {add_lock(end, fmt::format("prod_lock_{}", i), free * repeat, text),
                 add_lock(end, fmt::format("cons_lock_{}", i), filled * repeat, text)});
    }

    std::string add_lock(const End& end, const std::string& kind, int value, std::string& text) {
        const int number = free_lock(end);
        NewNames lock = named(fmt::format("{}_{}", end.name, kind));
        text += fmt::format("\n    %{} = aie.lock(%{}, {}) {{init = {} : i32, sym_name = {}}}",
                            lock.value, end.memory.value, number, value, lock.symbol);
        return std::move(lock.value);
    }

    int free_lock(const End& end) {
        const arch::TileId tile = end.memory.id;
        const int count = array_.model(tile).locks;
        std::vector<int>& taken = locks_[tile];
        for (int number = 0; number < count; ++number)
            if (std::ranges::find(taken, number) == taken.end()) {
                taken.push_back(number);
                return number;
            }
        text_.fail(end.fifo->at, fmt::format("object FIFO '{}' needs a lock of {}, which has {}; "
                                             "all are taken",
                                             end.fifo->name, array_.name_of(tile), count));
    }

    Ends& ends_;
    std::map<arch::TileId, std::vector<int>> locks_;  ///< ids that are taken
    UniqueNames values_;
    UniqueNames symbols_;
    const arch::Device& array_;
    const ir::Text& text_;
    Output& output_;
};

}  // namespace

void add_objects(Ends& ends, TakenObjects taken, const arch::Device& array, const ir::Text& text,
                 Output& output) {
    Objects{ends, std::move(taken), array, text, output}.add();
}

}  // namespace xdnasim::design::lowering
