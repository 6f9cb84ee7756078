#include "workloads/design/for_loop.hpp"

#include <algorithm>
#include <limits>

#include "workloads/design/memref.hpp"
#include "workloads/design/widths.hpp"

namespace xdnasim::design {
namespace {

[[noreturn]] void refuse(const ir::Text& text, const ir::Operation& loop) {
    text.fail(loop.at, "cannot parse the bounds of a loop; allowed: numbers or values");
}

bool is_bound(const ir::Token& token) {
    return token.kind == ir::Kind::Value || ir::whole_number(token).has_value();
}

/// Width of a counter of type `type`.
int bits_of_counter(const ir::Token& type) {
    constexpr int kIndexBits = 64;
    return type.is("index") ? kIndexBits : bits_of(type.text).value_or(kIndexBits);
}

/// Reads how a loop in generic form compares: "(...) <{unsignedCmp}> ({...}) : (i32, i32, i32) ->
/// ()".
void read_comparison(const ir::Text& text, const ir::Operation& loop, ForLoop& read) {
    const ir::Range body = loop.regions.front().tokens;
    for (std::uint32_t i = loop.rest.begin; i < loop.rest.end; ++i) {
        if (i == body.begin) i = body.end;
        if (text[i].is("unsignedCmp")) read.is_unsigned = true;
        if (i >= body.end && text[i].is(":") && text[i + 1].is("("))
            read.bits = bits_of_counter(text[i + 2]);
    }
}

ForLoop read_generic(const ir::Text& text, const ir::Operation& loop) {
    ForLoop read;
    const auto& arguments = loop.regions.front().blocks.front().arguments;
    const std::uint32_t open = loop.rest.begin;
    if (arguments.empty() || !text[open].is("(")) refuse(text, loop);
    const auto operands = ir::split(text, {open + 1, text[open].partner});
    if (operands.size() != arguments.size() + 2) refuse(text, loop);
    read.counter = arguments.front();
    read.begin = operands[0];
    read.end = operands[1];
    read.step = operands[2];
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        read.carried.push_back(arguments[i]);
        read.initial.push_back(text[operands[i + 2].begin].text);
    }
    read_comparison(text, loop, read);
    return read;
}

}  // namespace

std::int64_t ForLoop::compared(std::int64_t bound) const {
    if (!is_unsigned) return bound;
    auto word = static_cast<std::uint64_t>(bound);
    if (bits < kValueBits) word &= (std::uint64_t{1} << bits) - 1;
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(std::min(word, static_cast<std::uint64_t>(kMost)));
}

ForLoop read_for(const ir::Text& text, const ir::Operation& loop) {
    if (loop.regions.empty()) refuse(text, loop);
    if (loop.generic) return read_generic(text, loop);
    const std::uint32_t end = loop.regions.front().tokens.begin;
    std::uint32_t i = loop.rest.begin;
    // "unsigned %i = %c0 to %c8 step %c1 iter_args(%sum = %zero) -> (i32) : i32 {"
    ForLoop read;
    read.is_unsigned = text[i].is("unsigned");
    if (read.is_unsigned) ++i;
    if (text[end - 2].is(":")) read.bits = bits_of_counter(text[end - 1]);
    read.counter = text[i].text;
    if (text[i].kind != ir::Kind::Value || !text[i + 1].is("=") || !is_bound(text[i + 2]) ||
        !text[i + 3].is("to") || !is_bound(text[i + 4]))
        refuse(text, loop);
    read.begin = {i + 2, i + 3};
    read.end = {i + 4, i + 5};
    for (i += 5; i + 1 < end; ++i) {
        if (text[i].is("step")) read.step = {i + 1, i + 2};
        if (!text[i].is("iter_args") || !text[i + 1].is("(")) continue;
        for (const ir::Range& piece : ir::split(text, {i + 2, text[i + 1].partner})) {
            if (piece.end - piece.begin != 3) refuse(text, loop);
            read.carried.push_back(text[piece.begin].text);
            read.initial.push_back(text[piece.begin + 2].text);
        }
    }
    return read;
}

}  // namespace xdnasim::design
