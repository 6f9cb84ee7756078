#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "workloads/netlist/suite/families.hpp"

namespace xdnasim::netlist {
namespace {

enum class TreeKind : std::uint8_t {
    Reduce,           ///< nets from the leaves to the root
    ReduceCredit,     ///< Reduce, with credits from each parent to its children
    ReduceMulticast,  ///< Reduce, with credits from the root to all leaves at once
    Multicast,        ///< nets from the root to the leaves, one multicast net per parent
    Scatter,          ///< nets from the root to the leaves, one net per child
    Diamond,          ///< one tree scatters, and another gathers
    DiamondLoop,      ///< Diamond, with a net back from the end to the beginning
};

struct Tree {
    TreeKind kind{};
    int arity = 2;
    int depth = 1;
    int copies = 1;
};

using Level = std::vector<CoreId>;
using Levels = std::vector<Level>;  ///< levels from the root on

/// Adds the cores of a tree, from the level of the root to level `last`. `letter` begins their
/// names.
Levels add_cores(NetlistBuilder& builder, char letter, int copy, int arity, int last) {
    Levels levels;
    int width = 1;
    for (int level = 0; level <= last; ++level, width *= arity) {
        levels.emplace_back();
        for (int i = 0; i < width; ++i)
            levels.back().push_back(
                builder.comp(fmt::format("{}{}_{}_{}", letter, copy, level, i)));
    }
    return levels;
}

/// Adds the nets of one tree, or of two trees that share their leaves.
class TreeBuilding {
 public:
    TreeBuilding(NetlistBuilder& builder, const Tree& tree, Levels down, Levels up)
        : builder_{builder}, tree_{tree}, down_{std::move(down)}, up_{std::move(up)} {}

    void add_nets() {
        switch (tree_.kind) {
            case TreeKind::Reduce:
                reduce(down_);
                gather_from_outside();
                return;
            case TreeKind::ReduceCredit:
                reduce(down_);
                credit_children();
                gather_from_outside();
                return;
            case TreeKind::ReduceMulticast:
                reduce(down_);
                builder_.net(down_.front().front(), down_.back(),
                             {.object = kObject / 4, .initial = 1});
                gather_from_outside();
                return;
            case TreeKind::Multicast:
            case TreeKind::Scatter:
                scatter(tree_.kind == TreeKind::Multicast);
                builder_.ext_in(down_.front().front(), kObject);
                for (const CoreId leaf : down_.back())
                    builder_.ext_out(leaf, std::max(arch::Bytes{64}, kObject / tree_.arity));
                return;
            case TreeKind::Diamond:
            case TreeKind::DiamondLoop:
                diamond();
                return;
        }
    }

 private:
    [[nodiscard]] CoreId parent(const Levels& levels, std::size_t level, std::size_t i) const {
        return levels[level - 1][i / static_cast<std::size_t>(tree_.arity)];
    }

    void reduce(const Levels& levels) {
        for (std::size_t level = levels.size() - 1; level > 0; --level)
            for (std::size_t i = 0; i < levels[level].size(); ++i)
                builder_.net(levels[level][i], parent(levels, level, i), {kObject});
    }

    void credit_children() {
        for (std::size_t level = down_.size() - 1; level > 0; --level)
            for (std::size_t i = 0; i < down_[level].size(); ++i)
                builder_.net(parent(down_, level, i), down_[level][i],
                             {.object = kObject / 4, .initial = 1});
    }

    /// Inputs to the leaves, four leaves at a time, and an output from the root.
    void gather_from_outside() {
        constexpr std::size_t kTogether = 4;
        const Level& leaves = down_.back();
        for (std::size_t i = 0; i < leaves.size(); i += kTogether) {
            const std::size_t end = std::min(i + kTogether, leaves.size());
            builder_.ext_in(Level(leaves.begin() + static_cast<std::ptrdiff_t>(i),
                                  leaves.begin() + static_cast<std::ptrdiff_t>(end)),
                            kObject);
        }
        builder_.ext_out(down_.front().front(), kObject);
    }

    void scatter(bool by_multicast) {
        const auto arity = static_cast<std::size_t>(tree_.arity);
        for (std::size_t level = 0; level + 1 < down_.size(); ++level)
            for (std::size_t i = 0; i < down_[level].size(); ++i) {
                const auto first =
                    down_[level + 1].begin() + static_cast<std::ptrdiff_t>(i * arity);
                const Level children(first, first + tree_.arity);
                if (by_multicast)
                    builder_.net(down_[level][i], children, {kObject});
                else
                    for (const CoreId child : children)
                        builder_.net(down_[level][i], child, {kObject});
            }
    }

    void diamond() {
        scatter(false);
        Levels gathering = up_;
        gathering.push_back(down_.back());
        reduce(gathering);
        const CoreId begin = down_.front().front();
        const CoreId end = up_.front().front();
        if (tree_.kind == TreeKind::DiamondLoop)
            builder_.net(end, begin, {.object = kObject, .initial = 1});
        builder_.ext_in(begin, kObject);
        builder_.ext_out(end, kObject);
    }

    NetlistBuilder& builder_;
    Tree tree_;
    Levels down_;
    Levels up_;  ///< levels of a diamond's second tree, without the leaves
};

Recipe recipe(Tree tree) {
    return [tree](NetlistBuilder& builder) {
        const bool is_diamond =
            tree.kind == TreeKind::Diamond || tree.kind == TreeKind::DiamondLoop;
        std::vector<TreeBuilding> copies;
        for (int copy = 0; copy < tree.copies; ++copy) {
            Levels down = add_cores(builder, is_diamond ? 's' : 't', copy, tree.arity, tree.depth);
            Levels up;
            if (is_diamond) up = add_cores(builder, 'g', copy, tree.arity, tree.depth - 1);
            copies.emplace_back(builder, tree, std::move(down), std::move(up));
        }
        for (TreeBuilding& copy : copies)
            copy.add_nets();
        builder.finish();
    };
}

}  // namespace

std::vector<Family> tree_families() {
    const Recipe left_out;
    const auto of_kind = [](TreeKind kind) {
        return [kind](int arity, int depth, int copies = 1) {
            return recipe({kind, arity, depth, copies});
        };
    };
    const auto reduce = of_kind(TreeKind::Reduce);
    const auto mcast = of_kind(TreeKind::Multicast);
    const auto scatter = of_kind(TreeKind::Scatter);
    const auto diamond = of_kind(TreeKind::Diamond);
    const auto mback = of_kind(TreeKind::ReduceMulticast);
    const auto credit = of_kind(TreeKind::ReduceCredit);
    const auto loop = of_kind(TreeKind::DiamondLoop);
    return {
        {{.shape = "tree"},
         {reduce(2, 1),  reduce(2, 2),  reduce(2, 3),  reduce(3, 1),  left_out,      reduce(4, 1),
          mcast(2, 1),   mcast(2, 2),   mcast(2, 3),   left_out,      mcast(3, 2),   mcast(4, 1),
          scatter(2, 1), scatter(2, 2), left_out,      scatter(3, 1), scatter(3, 2), scatter(4, 1),
          diamond(2, 1), left_out,      diamond(3, 1), diamond(4, 1), diamond(6, 1), diamond(8, 1)},
         true},
        {{.shape = "tree", .is_large = true},
         {reduce(2, 4), reduce(4, 2), reduce(2, 3, 2), reduce(2, 2, 4), left_out, mcast(4, 2),
          mcast(2, 3, 2), mcast(2, 2, 4), scatter(2, 4), left_out, scatter(2, 3, 2),
          scatter(2, 2, 4), diamond(2, 3), diamond(2, 2, 3), left_out, diamond(4, 1, 4)},
         true},
        {{.shape = "tree", .has_feedback = true},
         {mback(2, 1), mback(2, 2), mback(2, 3), mback(3, 1), left_out, mback(4, 1), loop(2, 1),
          loop(2, 2), loop(3, 1), left_out, loop(6, 1), credit(2, 1), credit(2, 2), credit(2, 3),
          left_out, credit(4, 1)},
         true},
        {{.shape = "tree", .has_feedback = true, .is_large = true},
         {mback(2, 4), mback(4, 2), mback(2, 3, 2), mback(2, 2, 4), left_out, mback(4, 1, 6),
          loop(2, 3), loop(2, 2, 3), loop(8, 1, 2), left_out, loop(6, 1, 3), credit(2, 4),
          credit(2, 2, 3), credit(2, 3, 2), left_out, credit(4, 1, 4)},
         true},
    };
}

}  // namespace xdnasim::netlist
