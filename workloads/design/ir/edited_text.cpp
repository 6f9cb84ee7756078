#include <algorithm>
#include <utility>

#include "workloads/design/ir/tokens.hpp"

namespace xdnasim::ir {
namespace {

/// A piece of the new text, which starts at its byte `begin`.
struct Piece {
    std::size_t begin = 0;
    const Edit* edit = nullptr;  ///< nullptr: kept from the old text
};

}  // namespace

std::size_t Text::begin_of(std::uint32_t index) const {
    const Token& token = tokens_[index];
    if (token.kind == Kind::End) return content_.size();
    auto at = static_cast<std::size_t>(written_text(index).data() - content_.data());
    if (token.kind == Kind::String) return at - 1;
    if (token.kind == Kind::Symbol && content_[at - 1] == '"') --at;
    const bool marked =
        token.kind == Kind::Value || token.kind == Kind::Symbol || token.kind == Kind::Block;
    return marked ? at - 1 : at;
}

std::size_t Text::end_of(std::uint32_t index) const {
    const Token& token = tokens_[index];
    if (token.kind == Kind::End) return content_.size();
    const std::string_view written = written_text(index);
    const auto at = static_cast<std::size_t>(written.data() - content_.data());
    const bool quoted =
        content_[at - 1] == '"' && (token.kind == Kind::String || token.kind == Kind::Symbol);
    return at + written.size() + (quoted ? 1 : 0);
}

std::string_view Text::written(Range range) const {
    if (range.empty()) return {};
    const std::size_t begin = begin_of(range.begin);
    return std::string_view{content_}.substr(begin, end_of(range.end - 1) - begin);
}

std::unique_ptr<Text> Text::edited(std::vector<Edit> edits) const {
    std::ranges::stable_sort(edits, {}, [](const Edit& edit) {
        return std::pair{edit.range.begin, !edit.range.empty()};
    });
    std::string content;
    std::vector<Piece> pieces;
    std::vector<std::uint32_t> kept;  // words of this text, in the order of the new one
    std::size_t from = 0;
    std::uint32_t word = 0;
    const auto keep = [&](std::uint32_t up_to, std::size_t byte) {
        pieces.push_back({content.size()});
        content += std::string_view{content_}.substr(from, byte - from);
        for (; word < up_to; ++word)
            kept.push_back(word);
    };
    for (const Edit& edit : edits) {
        keep(edit.range.begin, begin_of(edit.range.begin));
        pieces.push_back({content.size(), &edit});
        content += edit.words;
        word = std::max(edit.range.begin, edit.range.end);
        from = edit.range.empty() ? begin_of(edit.range.begin) : end_of(edit.range.end - 1);
    }
    keep(static_cast<std::uint32_t>(tokens_.size()), content_.size());
    auto text = std::make_unique<Text>(std::move(content), file_);
    std::size_t piece = 0;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < text->tokens_.size(); ++i) {
        const std::size_t begin = text->begin_of(i);
        while (piece + 1 < pieces.size() && pieces[piece + 1].begin <= begin)
            ++piece;
        const Edit* edit = pieces[piece].edit;
        text->tokens_[i].at = edit != nullptr ? edit->at : tokens_[kept[next++]].at;
    }
    return text;
}

}  // namespace xdnasim::ir
