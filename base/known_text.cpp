#include "base/known_text.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::base {

namespace {

/// Reader that takes nodes from the front of a flattened tree, each with its whole content.
class KnownTree {
 public:
    KnownTree(std::span<const KnownNode> tree, Source source)
        : tree_{tree}, source_{std::move(source)} {}

    Node take() {
        const KnownNode& known = take_one();
        switch (known.kind) {
            case KnownNode::Kind::Null:
                return Node::null(place(known));
            case KnownNode::Kind::Quoted:
                return Node::scalar(place(known), std::string{known.text}, Form::Quoted);
            case KnownNode::Kind::Sequence:
                return take_sequence(known);
            case KnownNode::Kind::Map:
                return take_map(known);
            case KnownNode::Kind::Plain:
            case KnownNode::Kind::Key:
                break;
        }
        return Node::scalar(place(known), std::string{known.text});
    }

 private:
    const KnownNode& take_one() {
        const KnownNode& first = tree_.front();
        tree_ = tree_.subspan(1);
        return first;
    }
    Node take_sequence(const KnownNode& known) {
        std::vector<Node> items;
        items.reserve(known.size);
        while (items.size() < known.size)
            items.push_back(take());
        return Node::sequence(place(known), std::move(items));
    }
    Node take_map(const KnownNode& known) {
        std::vector<Entry> entries;
        entries.reserve(known.size);
        while (entries.size() < known.size) {
            const KnownNode& key = take_one();
            entries.push_back({std::string{key.text}, place(key), take()});
        }
        return Node::map(place(known), std::move(entries));
    }
    [[nodiscard]] Place place(const KnownNode& known) const {
        return {source_, known.line, known.column};
    }

    std::span<const KnownNode> tree_;
    Source source_;
};

void add(std::vector<KnownNode>& tree, KnownNode::Kind kind, const Place& place,
         std::string_view text, std::size_t size = 0) {
    tree.push_back({kind, place.line, place.column, size, text});
}

void add_all(std::vector<KnownNode>& tree, const Node& node) {
    switch (node.kind()) {
        case Node::Kind::Null:
            return add(tree, KnownNode::Kind::Null, node.place(), {});
        case Node::Kind::Scalar:
            return add(tree, node.is_quoted() ? KnownNode::Kind::Quoted : KnownNode::Kind::Plain,
                       node.place(), node.text());
        case Node::Kind::Sequence:
            add(tree, KnownNode::Kind::Sequence, node.place(), {}, node.as_sequence().size());
            for (const Node& item : node.as_sequence())
                add_all(tree, item);
            return;
        case Node::Kind::Map:
            break;
    }
    add(tree, KnownNode::Kind::Map, node.place(), {}, node.entries().size());
    for (const Entry& entry : node.entries()) {
        add(tree, KnownNode::Kind::Key, entry.place, entry.key);
        add_all(tree, entry.value);
    }
}

}  // namespace

const KnownText* find_known(std::span<const KnownText> texts, std::string_view text) {
    const auto at = std::ranges::find(texts, text, &KnownText::text);
    return at == texts.end() ? nullptr : &*at;
}

Node tree_of(const KnownText& known, const Source& source) {
    return KnownTree{known.tree, source}.take();
}

std::vector<KnownNode> known_nodes(const Node& root) {
    std::vector<KnownNode> tree;
    add_all(tree, root);
    return tree;
}

}  // namespace xdnasim::base
