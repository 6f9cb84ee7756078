#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "cli/packs/packs_views.hpp"
#include "cli/text_layout.hpp"
#include "workloads/gemm/packs/buffer_placement.hpp"
#include "workloads/gemm/packs/core_places.hpp"
#include "workloads/gemm/packs/tile_choice.hpp"

namespace xdnasim::cli {
namespace {

using Json = nlohmann::ordered_json;
using gemm::packs::PackDesign;

std::string whole_number(const Json& value) {
    return base::grouped(value.get<std::int64_t>());
}

// The view of tiles: equations 1 to 6 of GAMA (Mhatre et al. 2025).

Json tile_row(const gemm::packs::TileFigures& figures, const PackDesign& design,
              const arch::Device& device) {
    return {{"tile", to_string(figures.tile)},
            {"a_bytes", figures.a.count()},
            {"b_bytes", figures.b.count()},
            {"c_bytes", figures.c.count()},
            {"memory_bytes", figures.memory().count()},
            {"memory_share", static_cast<double>(figures.memory().count()) /
                                 static_cast<double>(device.comp_tile.memory.count())},
            {"compute_cycles", figures.compute},
            {"transfer_cycles", figures.transfer()},
            {"gamma", figures.gamma()},
            {"chosen", figures.tile == *design.tile}};
}

Json tile_figures(const PackDesign& design, const arch::Device& device) {
    Json rows = Json::array();
    std::vector<gemm::Extent> tiles = gemm::packs::best_tiles(design, *design.mmul, device);
    if (std::ranges::find(tiles, *design.tile) == tiles.end()) tiles.push_back(design.tile);
    for (const gemm::Extent& tile : tiles)
        rows.push_back(
            tile_row(gemm::packs::tile_figures(design.types, tile, device, design.pl_clock_ghz),
                     design, device));
    return rows;
}

std::string tile_text(const Json& rows) {
    std::vector<Row> table{
        {"tile", "A", "B", "C", "bytes x2", "of memory", "compute", "transfer", "gamma", ""}};
    for (const Json& row : rows)
        table.push_back({row.at("tile"), whole_number(row.at("a_bytes")),
                         whole_number(row.at("b_bytes")), whole_number(row.at("c_bytes")),
                         whole_number(row.at("memory_bytes")),
                         fmt::format("{:.0f} %", 100 * row.at("memory_share").get<double>()),
                         base::grouped(row.at("compute_cycles").get<double>(), 0),
                         base::grouped(row.at("transfer_cycles").get<double>(), 1),
                         fmt::format("{:.2f}", row.at("gamma").get<double>()), chosen_mark(row)});
    return aligned(table, kPacksCellWidth);
}

// The view of shapes of aie::mmul.

Json mmul_figures(const PackDesign& design, const arch::Device& device) {
    Json rows = Json::array();
    for (const auto& [mmul, cycles, obstacle] :
         gemm::packs::mmul_table(design.types, design.tile, device)) {
        Json row{{"mmul", to_string(mmul.shape)}, {"cycles", nullptr},
                 {"efficiency", nullptr},         {"rearranges", mmul.rearranges},
                 {"obstacle", obstacle},          {"chosen", mmul.shape == *design.mmul}};
        if (cycles) {
            const auto& [m, k, n] = *design.tile;
            row["cycles"] = cycles->count();
            row["efficiency"] = static_cast<double>(m * k * n) / design.peak_macs_per_cycle /
                                static_cast<double>(cycles->count());
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string mmul_text(const Json& rows) {
    std::vector<Row> table{{"mmul", "cycles", "of peak", "", ""}};
    for (const Json& row : rows) {
        const bool runs = !row.at("cycles").is_null();
        table.push_back(
            {row.at("mmul"), runs ? whole_number(row.at("cycles")) : "-",
             runs ? fmt::format("{:.1f} %", 100 * row.at("efficiency").get<double>()) : "-",
             chosen_mark(row),
             runs ? (row.at("rearranges").get<bool>()
                         ? "rearranges its operands, which is not counted"
                         : "")
                  : row.at("obstacle").get<std::string>()});
    }
    return aligned(table, kPacksCellWidth);
}

// The view of buffers in banks.

Json placement_of(const PackDesign& design, const arch::Device& device, int core) {
    const gemm::packs::ProgramBanks banks = gemm::packs::program_banks(device);
    Json buffers = Json::array();
    for (const gemm::packs::Spot& spot : gemm::packs::spots_in_tile_of_inputs(design, device, core))
        buffers.push_back({{"buffer", spot.name()},
                           {"address", spot.address.count()},
                           {"bytes", spot.size.count()},
                           {"first_bank", spot.address / banks.size},
                           {"last_bank", (spot.end() - arch::Bytes{1}) / banks.size}});
    return buffers;
}

Json placement_figures(const PackDesign& design, const arch::Device& device) {
    Json rows = Json::array();
    for (const gemm::packs::Strategy strategy :
         {gemm::packs::Strategy::Unconstrained, gemm::packs::Strategy::Location,
          gemm::packs::Strategy::Address}) {
        PackDesign placed = design;
        placed.placement = strategy;
        for (int core = 0; core < design.size; ++core) {
            // All cores of a pack that hold no C have the same layout, so only the first is shown.
            const bool holds_c = core == gemm::packs::holder_of_c(design.size);
            if (!holds_c && core != 0) continue;
            rows.push_back({{"placement", to_string(strategy)},
                            {"core", core},
                            {"holds_c", holds_c},
                            {"buffers", placement_of(placed, device, core)},
                            {"chosen", strategy == *design.placement}});
        }
    }
    return rows;
}

std::string placement_text(const Json& rows) {
    std::vector<Row> table{{"placement", "core", "buffers: address and banks", ""}};
    for (const Json& row : rows) {
        std::string text;
        for (const Json& buffer : row.at("buffers")) {
            const auto first = buffer.at("first_bank").get<int>();
            const auto last = buffer.at("last_bank").get<int>();
            text += fmt::format(
                "{}{} {:04X} ({})", text.empty() ? "" : ", ",
                buffer.at("buffer").get<std::string>(), buffer.at("address").get<std::int64_t>(),
                first == last ? std::to_string(first) : fmt::format("{}-{}", first, last));
        }
        table.push_back({row.at("placement"), std::to_string(row.at("core").get<int>()), text,
                         chosen_mark(row)});
    }
    constexpr std::size_t kOneLine = 100;
    return aligned(table, kOneLine);
}

}  // namespace

PacksView tile_view() {
    return {"tiles", "Tiles of a core: bytes of a buffer, array cycles, compute by transfer",
            tile_figures, tile_text};
}

PacksView mmul_view() {
    return {"mmul", "Shapes of aie::mmul: cycles of a call of one core on its own", mmul_figures,
            mmul_text};
}

PacksView placement_view() {
    return {"placement", "Buffers in the memory where A and B of a core lie: address (banks)",
            placement_figures, placement_text};
}

}  // namespace xdnasim::cli
