#pragma once
// Functions of a design: which ones its cores may call, and what these take and return.

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "workloads/design/ir/fields.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

using Functions = std::map<std::string_view, const ir::Operation*, std::less<>>;

/// What an operation such as a function is called; empty: it has no name.
[[nodiscard]] std::string_view symbol_name(const ir::Text& text, const ir::Operation& operation);

[[nodiscard]] bool is_function(const ir::Operation& operation);
[[nodiscard]] bool has_body(const ir::Operation& function);
/// Does it end a function?
[[nodiscard]] bool is_return(const ir::Operation& operation);

/// Those that the cores of `device` may call: its own, and those beside the devices. Throws
/// InputError, with the place, for two of one name beside each other.
[[nodiscard]] Functions functions_of(const ir::Text& text, const ir::Module& module,
                                     const ir::Region& device);

struct Signature {
    std::vector<ir::Range> arguments;  ///< their types
    std::vector<ir::Range> results;
    std::vector<std::string_view> names;  ///< of the arguments, where the function has a body
};
/// nullopt: the function is not written as known here.
[[nodiscard]] std::optional<Signature> signature_of(const ir::Text& text,
                                                    const ir::Operation& function);

}  // namespace xdnasim::design
