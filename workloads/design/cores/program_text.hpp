#pragma once
// What stands in a core's program, before anything is known of what it does.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "workloads/design/draft.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

/// Gives other memory of memory. Of the results of memref.extract_strided_metadata, all but the
/// first are numbers.
[[nodiscard]] bool is_view(const ir::Operation& operation);
/// Gives a number that follows from where memory lies or from its type.
[[nodiscard]] bool tells_of_memory(const ir::Operation& operation);
/// From memory, which it leaves as it is.
[[nodiscard]] bool is_load(const ir::Operation& operation);
/// To memory itself: no call, and no choice whose regions store.
[[nodiscard]] bool is_store(const ir::Operation& operation);

class ProgramText {
 public:
    /// `core`: an aie.core.
    ProgramText(const Draft& draft, const ir::Operation& core);

    [[nodiscard]] const ir::Operation& core() const { return core_; }

    /// By their names, without those of the regions.
    [[nodiscard]] std::vector<std::string_view> operands(const ir::Operation& operation) const;
    /// What `region` ends with, by the names.
    [[nodiscard]] std::vector<std::string_view> yielded_by(const ir::Region& region) const;
    /// What gives `name`, which may be "r#1"; null: nothing in the program does.
    [[nodiscard]] const ir::Operation* definition_of(std::string_view name) const;
    /// Of an arith.constant; nullopt: something else gives `name`, or it is no whole number.
    [[nodiscard]] std::optional<std::int64_t> literal_of(std::string_view name) const;
    /// Does the value `word` go to the cascade?
    [[nodiscard]] bool is_put_on_cascade(std::string_view word) const {
        return words_put_.contains(word);
    }

    /// The memory that `operation` may write, as it names it. Of a kernel that is called, each of
    /// its buffers. A function with a body says itself what it writes.
    [[nodiscard]] std::vector<std::string_view> written_by(const ir::Operation& operation) const;
    /// The memory of which `name` is a view, or a view of a view; `name`: it is none.
    [[nodiscard]] std::string_view viewed_by(std::string_view name) const;
    /// The memref.alloc or memref.global that gives `name`; null: it is other memory, or a view.
    /// Throws InputError, with the place, for a memref.get_global that names none.
    [[nodiscard]] const ir::Operation* storage_of(std::string_view name) const;

 private:
    const Draft& draft_;
    const ir::Operation& core_;
    std::map<std::string_view, const ir::Operation*> definitions_;
    std::set<std::string_view> words_put_;
};

}  // namespace xdnasim::design
