#pragma once
// The text of a core's program, before anything is known of its values.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "workloads/design/draft.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

/// Returns whether the operation gives a view of memory. Of the results of
/// memref.extract_strided_metadata, all but the first are numbers.
[[nodiscard]] bool is_view(const ir::Operation& operation);
/// Returns whether the operation gives a number that follows from the place or the type of memory.
[[nodiscard]] bool tells_of_memory(const ir::Operation& operation);
/// Returns whether the operation loads from memory and leaves it unchanged.
[[nodiscard]] bool is_load(const ir::Operation& operation);
/// Returns whether the operation itself stores to memory; calls, and choices whose regions store,
/// do not count.
[[nodiscard]] bool is_store(const ir::Operation& operation);

class ProgramText {
 public:
    /// `core`: an aie.core.
    ProgramText(const Draft& draft, const ir::Operation& core);

    [[nodiscard]] const ir::Operation& core() const { return core_; }

    /// Names of the operands, without those in the operation's regions.
    [[nodiscard]] std::vector<std::string_view> operands(const ir::Operation& operation) const;
    /// Names of the values that `region` yields.
    [[nodiscard]] std::vector<std::string_view> yielded_by(const ir::Region& region) const;
    /// The operation that defines `name`, which may be "r#1"; nullptr if none in the program does.
    [[nodiscard]] const ir::Operation* definition_of(std::string_view name) const;
    /// The number of the arith.constant that defines `name`; nullopt if something else does, or if
    /// it is not a whole number.
    [[nodiscard]] std::optional<std::int64_t> literal_of(std::string_view name) const;
    /// Returns whether the value `word` is put on the cascade.
    [[nodiscard]] bool is_put_on_cascade(std::string_view word) const {
        return words_put_.contains(word);
    }

    /// Names of the memory that `operation` may write. For the call of a kernel, these are all its
    /// operands. A call with the function's body writes nothing itself: the operations in the body
    /// do.
    [[nodiscard]] std::vector<std::string_view> written_by(const ir::Operation& operation) const;
    /// The memory of which `name` is a view, directly or through other views; `name` itself if it
    /// is not a view.
    [[nodiscard]] std::string_view viewed_by(std::string_view name) const;
    /// The memref.alloc or memref.global that is the memory `name`; nullptr if it is other memory,
    /// or a view. Throws InputError, with the place, for a memref.get_global of a name that does
    /// not exist.
    [[nodiscard]] const ir::Operation* storage_of(std::string_view name) const;
    /// The memref.alloc that is the memory `name`, if it holds other memory and not numbers;
    /// otherwise nullptr.
    [[nodiscard]] const ir::Operation* holder_of(std::string_view name) const;

 private:
    const Draft& draft_;
    const ir::Operation& core_;
    std::map<std::string_view, const ir::Operation*> definitions_;
    std::set<std::string_view> words_put_;
};

}  // namespace xdnasim::design
