#include "workloads/design/for_loop.hpp"

namespace xdnasim::design {
namespace {

[[noreturn]] void refuse(const ir::Text& text, const ir::Operation& loop) {
    text.fail(loop.at,
              "a loop whose bounds are not known here; allowed: numbers or values, and a "
              "body");
}

bool is_bound(const ir::Token& token) {
    return token.kind == ir::Kind::Value || ir::whole_number(token).has_value();
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
    return read;
}

}  // namespace

ForLoop read_for(const ir::Text& text, const ir::Operation& loop) {
    if (loop.regions.empty()) refuse(text, loop);
    if (loop.generic) return read_generic(text, loop);
    const std::uint32_t end = loop.regions.front().tokens.begin;
    std::uint32_t i = loop.rest.begin;
    // "unsigned %i = %c0 to %c8 step %c1 iter_args(%sum = %zero) -> (i32) : i32 {"
    if (text[i].is("unsigned")) ++i;
    ForLoop read;
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
