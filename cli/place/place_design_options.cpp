#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "cli/place/place_design.hpp"
#include "workloads/design/named_files.hpp"

namespace xdnasim::cli {
namespace {

constexpr const char* kAllowed = "COLUMN,ROW of a tile such as 0,2, or cores, mem-tiles or shims";

/// Parses a tile COLUMN,ROW such as "0,2"; nullopt if `text` is not a tile.
std::optional<arch::TileId> tile_in(const std::string& text) {
    arch::TileId tile;
    const char* const end = text.data() + text.size();
    const auto column = std::from_chars(text.data(), end, tile.column);
    if (column.ec != std::errc{} || column.ptr == end || *column.ptr != ',') return std::nullopt;
    const auto row = std::from_chars(column.ptr + 1, end, tile.row);
    if (row.ec != std::errc{} || row.ptr != end) return std::nullopt;
    return tile;
}

std::optional<arch::TileKind> kind_in(const std::string& text) {
    if (text == "cores") return arch::TileKind::CompTile;
    if (text == "mem-tiles") return arch::TileKind::MemTile;
    if (text == "shims") return arch::TileKind::Shim;
    return std::nullopt;
}

std::optional<std::string> or_beside(const std::optional<std::string>& chosen,
                                     const std::string& design, const char* name) {
    if (chosen) return chosen;
    const std::filesystem::path file = std::filesystem::path{design}.parent_path() / name;
    return std::filesystem::exists(file) ? std::optional{file.string()} : std::nullopt;
}

}  // namespace

void PlaceDesignOptions::add_to(CLI::App& command) {
    command
        .add_option("--keep", keep_,
                    "Keep this tile of a design in place (COLUMN,ROW), or all cores, mem-tiles or "
                    "shims; repeatable")
        ->allow_extra_args(false)
        ->type_name("TILE");
    choice_.add_files_to(command);
    choice_.add_names_to(command);
    command.add_flag("--verify", verify_,
                     "Run with data before and after; compare all arguments of a design, or check "
                     "both runs of a problem file");
}

void PlaceDesignOptions::require_none_for(const std::string& file) const {
    const char* const given = !keep_.empty()       ? "--keep"
                              : choice_.kernels    ? "--kernels"
                              : choice_.ports      ? "--ports"
                              : choice_.aie_device ? "--aie-device"
                              : choice_.sequence   ? "--sequence"
                                                   : nullptr;
    if (given != nullptr)
        throw base::InputError{
            fmt::format("{} applies only to designs of mlir-aie; '{}' is not one", given, file)};
}

placed_design::Kept PlaceDesignOptions::kept() const {
    placed_design::Kept kept;
    for (const std::string& text : keep_) {
        if (const auto kind = kind_in(text))
            kept.kinds.insert(*kind);
        else if (const auto tile = tile_in(text))
            kept.tiles.insert(*tile);
        else
            throw base::InputError{
                fmt::format("--keep: '{}' is not a tile; allowed: {}", text, kAllowed)};
    }
    return kept;
}

std::optional<std::string> PlaceDesignOptions::kernels_of(const std::string& design) const {
    return or_beside(choice_.kernels, design, design::kKernelsFile);
}

std::optional<std::string> PlaceDesignOptions::ports_of(const std::string& design) const {
    return or_beside(choice_.ports, design, design::kPortsFile);
}

}  // namespace xdnasim::cli
