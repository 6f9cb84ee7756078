#include <fmt/format.h>

#include "cli/packs/packs_views.hpp"
#include "cli/text_layout.hpp"
#include "workloads/gemm/packs/array_shape.hpp"

namespace xdnasim::cli {
namespace {

using Json = nlohmann::ordered_json;
using gemm::packs::PackDesign;

// The view of sizes of packs.

Json pack_figures(const PackDesign& design, const arch::Device& device) {
    Json rows = Json::array();
    const gemm::packs::ArrayLimits limits = gemm::packs::array_limits(device);
    for (const gemm::packs::ArrayShape& shape : gemm::packs::pack_table(limits)) {
        const gemm::packs::Cut cut = gemm::packs::tightest_cut(shape, device);
        rows.push_back({{"size", shape.size},
                        {"rows", shape.rows},
                        {"packs_by_columns", shape.packs_by_columns},
                        {"packs", shape.packs},
                        {"cores", shape.cores()},
                        {"ports_in", shape.inputs()},
                        {"ports_out", shape.outputs()},
                        {"cut_streams", cut.streams},
                        {"cut_links", cut.links},
                        {"bound", to_string(shape.bound)},
                        {"chosen", shape.size == *design.size}});
    }
    return rows;
}

std::string pack_text(const Json& rows) {
    std::vector<Row> table{{"G", "Y", "X by columns", "X", "cores", "ports in", "ports out",
                            "between columns", "bound by", ""}};
    for (const Json& row : rows) {
        Row cells;
        for (const char* key :
             {"size", "rows", "packs_by_columns", "packs", "cores", "ports_in", "ports_out"})
            cells.push_back(std::to_string(row.at(key).get<int>()));
        cells.push_back(fmt::format("{} of {}", row.at("cut_streams").get<int>(),
                                    row.at("cut_links").get<int>()));
        cells.push_back(row.at("bound"));
        cells.push_back(chosen_mark(row));
        table.push_back(std::move(cells));
    }
    return aligned(table, kPacksCellWidth);
}

// The view of the stagger: rows shifted against each other.

Json stagger_rows(const PackDesign& design, const arch::Device& device) {
    Json rows = Json::array();
    for (int stagger = 0; stagger <= gemm::packs::kMaxStagger; ++stagger) {
        const gemm::packs::StaggerFigures figures =
            gemm::packs::stagger_figures(design, device, stagger);
        rows.push_back({{"stagger", stagger},
                        {"cores", figures.cores},
                        {"c_columns", figures.c_columns},
                        {"max_c_of_a_column", figures.max_c},
                        {"routed", figures.routed()},
                        {"rounds", figures.rounds},
                        {"links", figures.links},
                        {"overuse", figures.overuse},
                        {"max_south", figures.max_south},
                        {"south_links", figures.south_links},
                        {"south_full", figures.south_full},
                        {"obstacle", figures.obstacle},
                        {"chosen", stagger == *design.stagger}});
    }
    return rows;
}

std::string stagger_text(const Json& rows) {
    std::vector<Row> table{{"stagger", "cores", "columns with C", "most C of one", "routes",
                            "rounds", "links", "too many", "most south", "all south", ""}};
    std::string obstacles;
    for (const Json& row : rows) {
        const auto cell = [&](const char* key) { return std::to_string(row.at(key).get<int>()); };
        table.push_back({cell("stagger"), cell("cores"), cell("c_columns"),
                         cell("max_c_of_a_column"), row.at("routed").get<bool>() ? "yes" : "none",
                         cell("rounds"), cell("links"), cell("overuse"),
                         cell("max_south") + " of " + cell("south_links"), cell("south_full"),
                         chosen_mark(row)});
        if (!row.at("routed").get<bool>())
            obstacles += fmt::format("stagger {} has no routes: {}\n", row.at("stagger").get<int>(),
                                     row.at("obstacle").get<std::string>());
    }
    return aligned(table, kPacksCellWidth) + obstacles;
}

}  // namespace

PacksView size_view() {
    return {"packs", "Packs of G cores, in Y rows of X: ports to programmable logic", pack_figures,
            pack_text};
}

PacksView stagger_view() {
    return {"stagger", "Every other row shifted to the east: streams and the links that they take",
            stagger_rows, stagger_text};
}

}  // namespace xdnasim::cli
