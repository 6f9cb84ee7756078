#include "workloads/design/cores/control_flow.hpp"

#include <utility>

#include <fmt/format.h>

namespace xdnasim::design {
namespace {

/// Reads "^bb1(%c0, %1 : index, i32)" at word `i`, and moves `i` past it. In a cf.switch, "0: " or
/// "default: " precedes it.
Successor read_successor(const ir::Text& text, std::uint32_t& i) {
    Successor successor{text[i].text, {}};
    if (text[i - 1].is(":")) successor.number = ir::whole_number(text[i - 2]);
    ++i;
    if (text[i].is("(")) {
        const std::uint32_t close = text[i].partner;
        for (++i; i < close && !text[i].is(":"); ++i)
            if (text[i].kind == ir::Kind::Value) successor.values.push_back(text[i].text);
        i = close + 1;
    }
    return successor;
}

/// Successors in generic form: "cf.cond_br"(%c, %a, %b)[^bb1, ^bb2] <{operandSegmentSizes =
/// array<i32: 1, 1, 1>}>.
std::vector<Successor> generic_successors(const ir::Text& text, const ir::Operation& terminator) {
    std::vector<std::string_view> values;
    std::vector<Successor> successors;
    std::vector<std::int64_t> segments;
    for (std::uint32_t i = terminator.rest.begin; i < terminator.rest.end; ++i) {
        const ir::Token& token = text[i];
        if (token.is(":")) break;
        if (token.kind == ir::Kind::Value && successors.empty()) values.push_back(token.text);
        if (token.kind == ir::Kind::Block) successors.push_back({token.text, {}});
        if (token.is("array") && text[i + 1].is("<")) {
            for (std::uint32_t k = i + 2; k < text[i + 1].partner; ++k)
                if (const auto number = ir::whole_number(text[k])) segments.push_back(*number);
            i = text[i + 1].partner;
        }
    }
    std::size_t next = terminator.is("cf.br") ? 0 : 1;
    for (std::size_t s = 0; s < successors.size(); ++s) {
        const bool counted = s + 1 < segments.size();
        const std::size_t count = counted ? static_cast<std::size_t>(segments[s + 1])
                                  : terminator.is("cf.br") ? values.size()
                                                           : 0;
        for (std::size_t k = 0; k < count && next < values.size(); ++k)
            successors[s].values.push_back(values[next++]);
    }
    return successors;
}

}  // namespace

std::vector<Successor> successors_of(const ir::Text& text, const ir::Operation& terminator) {
    if (!terminator.name.starts_with("cf.")) return {};
    if (terminator.generic) return generic_successors(text, terminator);
    std::vector<Successor> successors;
    for (std::uint32_t i = terminator.rest.begin; i < terminator.rest.end;) {
        if (text[i].kind == ir::Kind::Block)
            successors.push_back(read_successor(text, i));
        else
            ++i;
    }
    return successors;
}

ControlFlow::ControlFlow(const ir::Text& text, const ir::Region& region) : text_{text} {
    for (const ir::Block& block : region.blocks)
        labels_[block.label] = &block;
    for (const ir::Block& block : region.blocks) {
        if (block.operations.empty()) continue;
        const ir::Operation& last = block.operations.back();
        for (const Successor& successor : successors_of(text, last)) {
            const auto found = labels_.find(successor.label);
            if (found == labels_.end())
                text.fail(last.at, fmt::format("there is no block '^{}'", successor.label));
            successors_[&block].push_back(found->second);
            predecessors_[found->second].push_back(&block);
        }
    }
    find_loops(region);
}

const ir::Block* ControlFlow::block(std::string_view label) const {
    const auto found = labels_.find(label);
    return found == labels_.end() ? nullptr : found->second;
}

const NaturalLoop* ControlFlow::loop_at(const ir::Block* header) const {
    const auto found = loops_.find(header);
    return found == loops_.end() ? nullptr : &found->second;
}

/// Finds loops in a depth-first search. An edge back to a block on the current path leads to the
/// header of a loop.
void ControlFlow::find_loops(const ir::Region& region) {
    struct Visit {
        const ir::Block* block;
        std::size_t next = 0;
    };
    std::vector<Visit> way{{&region.blocks.front()}};
    std::set<const ir::Block*> on_way{way.front().block};
    std::set<const ir::Block*> seen{way.front().block};
    std::vector<std::pair<const ir::Block*, const ir::Block*>> back;
    while (!way.empty()) {
        Visit& visit = way.back();
        const auto& next = successors_[visit.block];
        if (visit.next == next.size()) {
            on_way.erase(visit.block);
            way.pop_back();
            continue;
        }
        const ir::Block* const to = next[visit.next++];
        if (on_way.contains(to)) back.emplace_back(visit.block, to);
        if (!seen.insert(to).second) continue;
        on_way.insert(to);
        way.push_back({to});
    }
    for (const auto& [latch, header] : back)
        add_loop(latch, header);
    // A loop may be entered only at its header.
    for (const auto& [header, loop] : loops_)
        for (const ir::Block* block : loop.blocks) {
            if (block == header) continue;
            for (const ir::Block* before : predecessors_[block])
                if (!loop.contains(before) && seen.contains(before))
                    text_.fail(block->at, "a loop that is entered at two places");
        }
}

void ControlFlow::add_loop(const ir::Block* latch, const ir::Block* header) {
    NaturalLoop& loop = loops_[header];
    loop.header = header;
    loop.latches.push_back(latch);
    const auto insert = [&](const ir::Block* block) {
        if (!loop.blocks.insert(block).second) return false;
        // The walker recurses once for each enclosing loop.
        if (++around_[block] > ir::kMaxDepth)
            text_.fail(block->at, fmt::format("a loop of blocks in {} others; allowed: {}",
                                              ir::kMaxDepth, ir::kMaxDepth - 1));
        return true;
    };
    insert(header);
    std::vector<const ir::Block*> open{latch};
    while (!open.empty()) {
        const ir::Block* block = open.back();
        open.pop_back();
        if (!insert(block)) continue;
        for (const ir::Block* before : predecessors_[block])
            open.push_back(before);
    }
}

}  // namespace xdnasim::design
