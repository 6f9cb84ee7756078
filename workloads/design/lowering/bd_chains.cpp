// Inserts named chains of BDs (aie.bd_chain) as mlir-aie's pass aie-materialize-bd-chains does:
//
//   aie.bd_chain @copy(%a: memref<64xi32>) { BDS }
//   %t = aiex.dma_start_bd_chain @copy(%arg0) : (memref<64xi32>) on (%tile, MM2S, 0)
//
// become
//
//   %t = aiex.dma_configure_task(%tile, MM2S, 0) { BDS, with %arg0 for %a }
//   aiex.dma_start_task(%t)

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/design/ir/fields.hpp"
#include "workloads/design/ir/symbols.hpp"
#include "workloads/design/lowering/copied_text.hpp"
#include "workloads/design/lowering/lower.hpp"

namespace xdnasim::design::lowering {
namespace {

constexpr std::string_view kChain = "aie.bd_chain";
constexpr std::string_view kStart = "aiex.dma_start_bd_chain";
constexpr std::string_view kStartFor = "aiex.dma_start_bd_chain_for";

class BdChains {
 public:
    BdChains(const ir::Text& text, const ir::Region& device) : text_{text}, device_{device} {}

    std::unique_ptr<ir::Text> run() {
        for (const ir::Operation& operation : device_.operations())
            if (operation.is(kChain)) take(operation);
        for_each_within(device_, [&](const ir::Operation& operation) {
            if (operation.is(kStart) || operation.is(kStartFor)) place(operation);
        });
        return text_.edited(std::move(edits_));
    }

 private:
    ir::Fields fields(const ir::Operation& operation) const {
        if (operation.generic)
            text_.fail(operation.at, fmt::format("{} in generic form is not supported. Use the "
                                                 "pretty form, as mlir-aie prints it",
                                                 operation.name));
        return ir::Fields::read(text_, operation);
    }

    void take(const ir::Operation& chain) {
        const ir::Fields read = fields(chain);
        if (chain.regions.empty()) text_.fail(chain.at, "aie.bd_chain without its blocks");
        chains_.emplace_back(read.symbol("sym_name"), &chain);
        edits_.push_back({{begin_of(text_, chain), chain.rest.end}, "", chain.at});
    }

    const ir::Operation& chain_of(const ir::Fields& start) const {
        std::vector<std::string_view> known;
        for (const auto& [name, chain] : chains_) {
            if (name == start.symbol("symbol")) return *chain;
            known.push_back(name);
        }
        start.fail("symbol",
                   fmt::format("is '{}', which is not an {} of the device; it has {}",
                               start.symbol("symbol"), kChain,
                               known.empty() ? "none" : fmt::to_string(fmt::join(known, ", "))));
    }

    void place(const ir::Operation& operation) {
        const ir::Fields start = fields(operation);
        const ir::Operation& chain = chain_of(start);
        const auto taken = values_of(text_, arguments_of(text_, chain));
        const auto given = ir::values_in(text_, start.range("concrete_args"));
        if (given.size() != taken.size())
            text_.fail(operation.at, fmt::format("{} arguments for a chain of BDs that takes {}",
                                                 given.size(), taken.size()));
        Names names;
        for (std::size_t i = 0; i < taken.size(); ++i)
            names[taken[i]] = given[i];
        const std::string task = operation.results.empty() ? fmt::format("bd_chain_{}", ++unnamed_)
                                                           : std::string{operation.results.front()};
        edits_.push_back(
            {{begin_of(text_, operation), operation.rest.end},
             fmt::format("%{0} = {1}{2} {3}\n      aiex.dma_start_task(%{0})", task,
                         head(operation, start), copied(text_, chain.regions.front().tokens, names),
                         attributes(start)),
             operation.at});
    }

    std::string head(const ir::Operation& operation, const ir::Fields& start) const {
        if (operation.is(kStartFor))
            return "aiex.dma_configure_task_for " + ir::written_symbol(start.symbol("alloc"));
        return fmt::format("aiex.dma_configure_task(%{}, {}, {})", start.value("tile"),
                           start.token("direction").text, text_.written(start.range("channel")));
    }

    std::string attributes(const ir::Fields& start) const {
        std::string list = fmt::format("issue_token = {}", start.flag("issue_token"));
        if (const auto repeats = start.find("repeat_count"))
            list += fmt::format(", repeat_count = {}", text_.written(*repeats));
        return "{" + list + "}";
    }

    const ir::Text& text_;
    const ir::Region& device_;
    std::vector<std::pair<std::string_view, const ir::Operation*>> chains_;
    std::vector<ir::Edit> edits_;
    int unnamed_ = 0;
};

}  // namespace

std::unique_ptr<ir::Text> with_placed_bd_chains(const ir::Text& text, const ir::Region& device) {
    return BdChains{text, device}.run();
}

}  // namespace xdnasim::design::lowering
