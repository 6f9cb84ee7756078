#include "workloads/design/functions.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace xdnasim::design {
namespace {

/// Result types in "-> i32" or "-> (i32, index)" at word `i`; empty if nothing is returned.
std::vector<ir::Range> results_at(const ir::Text& text, std::uint32_t i, std::uint32_t end) {
    if (i + 1 >= end || !text[i].is("->")) return {};
    const std::uint32_t begin = i + 1;
    if (text[begin].is("(")) return split(text, {begin + 1, text[begin].partner});
    std::uint32_t last = begin;
    while (last < end && !text[last].is("attributes") && !text[last].is("loc") &&
           !text[last].is("{") && !text[last].is("}") && !text[last].is(","))
        last = behind(text, last);
    return {{begin, last}};
}

/// Reads "@f(%a: memref<8xi32>, %n: index) -> i32", with or without names. `open`: the bracket.
Signature read_pretty(const ir::Text& text, const ir::Operation& function, std::uint32_t open) {
    Signature read;
    for (ir::Range piece : split(text, {open + 1, text[open].partner})) {
        if (text[piece.begin].kind == ir::Kind::Value && text[piece.begin + 1].is(":")) {
            read.names.push_back(text[piece.begin].text);
            piece.begin += 2;
        }
        read.arguments.push_back(piece);
    }
    read.results = results_at(text, text[open].partner + 1, function.rest.end);
    return read;
}

/// Reads "function_type = (memref<8xi32>, index) -> i32". `open`: the bracket.
Signature read_generic(const ir::Text& text, const ir::Operation& function, std::uint32_t open) {
    Signature read;
    read.arguments = split(text, {open + 1, text[open].partner});
    read.results = results_at(text, text[open].partner + 1, function.rest.end);
    if (has_body(function)) read.names = function.regions.front().blocks.front().arguments;
    return read;
}

/// The word after word `i`, or after the region that begins there: words within an operation's
/// regions are not its own.
std::uint32_t next_own_word(const ir::Operation& operation, std::uint32_t i) {
    for (const ir::Region& region : operation.regions)
        if (region.tokens.begin == i + 1) return region.tokens.end;
    return i + 1;
}

/// Adds the functions of `region`. A function of the same name in `functions` takes
/// precedence, since it is in a nearer region.
void add_functions(const ir::Text& text, const ir::Region& region, Functions& functions) {
    Functions own;
    for (const ir::Block& block : region.blocks)
        for (const ir::Operation& operation : block.operations) {
            if (!is_function(operation)) continue;
            const std::string_view name = symbol_name(text, operation);
            const auto [first, fresh] = own.try_emplace(name, &operation);
            if (!fresh && !name.empty())
                text.fail(operation.at, fmt::format("a second function '{}'; the first one: {}",
                                                    name, text.place(first->second->at)));
        }
    functions.merge(own);
}

void add_outer_functions(const ir::Text& text, const ir::Region& region, Functions& functions) {
    add_functions(text, region, functions);
    for (const ir::Block& block : region.blocks)
        for (const ir::Operation& operation : block.operations)
            if (operation.is("module") || operation.is("builtin.module"))
                for (const ir::Region& inner : operation.regions)
                    add_outer_functions(text, inner, functions);
}

}  // namespace

std::string_view symbol_name(const ir::Text& text, const ir::Operation& operation) {
    for (std::uint32_t i = operation.rest.begin; i < operation.rest.end;
         i = next_own_word(operation, i)) {
        if (!operation.generic && text[i].kind == ir::Kind::Symbol) return text[i].text;
        if (text[i].is("sym_name") && text[i + 1].is("=")) return text[i + 2].text;
    }
    return {};
}

bool is_function(const ir::Operation& operation) {
    return operation.is("func.func") || operation.is("func");
}

bool has_body(const ir::Operation& function) {
    return std::ranges::any_of(
        function.regions, [](const ir::Region& region) { return !region.operations().empty(); });
}

bool is_return(const ir::Operation& operation) {
    return operation.is("func.return") || operation.is("return");
}

Functions functions_of(const ir::Text& text, const ir::Module& module, const ir::Region& device) {
    Functions functions;
    add_functions(text, device, functions);
    add_outer_functions(text, module.top, functions);
    functions.erase(std::string_view{});
    return functions;
}

std::optional<Signature> signature_of(const ir::Text& text, const ir::Operation& function) {
    for (std::uint32_t i = function.rest.begin; i + 2 < function.rest.end;
         i = next_own_word(function, i)) {
        if (!function.generic && text[i].kind == ir::Kind::Symbol) {
            if (!text[i + 1].is("(")) return std::nullopt;
            return read_pretty(text, function, i + 1);
        }
        if (text[i].is("function_type") && text[i + 2].is("("))
            return read_generic(text, function, i + 2);
    }
    return std::nullopt;
}

}  // namespace xdnasim::design
