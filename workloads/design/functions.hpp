#pragma once
// Functions of a design: which of them its cores may call, and their signatures.

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "workloads/design/ir/fields.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

using Functions = std::map<std::string_view, const ir::Operation*, std::less<>>;

/// The symbol of a function or similar operation; empty if it has none.
[[nodiscard]] std::string_view symbol_name(const ir::Text& text, const ir::Operation& operation);

[[nodiscard]] bool is_function(const ir::Operation& operation);
[[nodiscard]] bool has_body(const ir::Operation& function);
/// Returns whether the operation returns from a function.
[[nodiscard]] bool is_return(const ir::Operation& operation);

/// The functions that the cores of `device` may call: those of the device, and those outside of all
/// devices. Throws InputError, with the place, for two functions of one name in the same region.
[[nodiscard]] Functions functions_of(const ir::Text& text, const ir::Module& module,
                                     const ir::Region& device);

struct Signature {
    std::vector<ir::Range> arguments;  ///< argument types
    std::vector<ir::Range> results;
    std::vector<std::string_view> names;  ///< argument names, if the function has a body
};
/// Reads a function's signature; nullopt if its notation is unknown.
[[nodiscard]] std::optional<Signature> signature_of(const ir::Text& text,
                                                    const ir::Operation& function);

}  // namespace xdnasim::design
