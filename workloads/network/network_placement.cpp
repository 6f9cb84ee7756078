#include "workloads/network/network_placement.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/network/links/packets.hpp"
#include "workloads/network/links/relays.hpp"
#include "workloads/network/links/transfers.hpp"
#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::network {

std::string layer_key(std::size_t layer) {
    return fmt::format("network.layers.{}", layer);
}

void refuse_layer(std::size_t layer, const std::string& message) {
    const std::string key = layer_key(layer);
    throw schedule::MappingError{key, key + ": " + message};
}

FreeCores::FreeCores(const arch::Device& device)
    : columns_{device.columns},
      rows_{device.core_rows()},
      first_row_{device.first_core_row()},
      taken_(static_cast<std::size_t>(columns_ * rows_)) {}

bool FreeCores::has(arch::TileId at, int width, int height) const {
    const int row = at.row - first_row_;
    if (at.column < 0 || row < 0 || at.column + width > columns_ || row + height > rows_)
        return false;
    for (int y = row; y < row + height; ++y)
        for (int x = at.column; x < at.column + width; ++x)
            if (taken_[static_cast<std::size_t>(y * columns_ + x)]) return false;
    return true;
}

void FreeCores::take(arch::TileId at, int width, int height) {
    const int row = at.row - first_row_;
    for (int y = row; y < row + height; ++y)
        for (int x = at.column; x < at.column + width; ++x)
            taken_[static_cast<std::size_t>(y * columns_ + x)] = true;
}

std::optional<arch::TileId> FreeCores::find(int width, int height) const {
    for (int row = first_row_; row + height <= first_row_ + rows_; ++row)
        for (int column = 0; column + width <= columns_; ++column)
            if (has({column, row}, width, height)) return arch::TileId{column, row};
    return std::nullopt;
}

namespace {

/// The place that the design asks for, as far as it does; otherwise the first free one.
std::optional<arch::TileId> place_of(const Stage& stage, const LayerDesign& layer,
                                     const FreeCores& free, const arch::Device& device) {
    const bool any = !layer.column.asked() && !layer.row.asked();
    if (any) return free.find(stage.width(), stage.height());
    for (int row = device.first_core_row(); row < device.rows(); ++row)
        for (int column = 0; column < device.columns; ++column) {
            if (layer.row.asked() && *layer.row != row) continue;
            if (layer.column.asked() && *layer.column != column) continue;
            if (free.has({column, row}, stage.width(), stage.height()))
                return arch::TileId{column, row};
        }
    return std::nullopt;
}

std::string size_text(const Stage& stage) {
    return fmt::format("{} x {}", base::counted(stage.width(), "column"),
                       base::counted(stage.height(), "row"));
}

/// "column 5, row 3"; empty if no place is asked for.
std::string asked_place(const LayerDesign& layer) {
    std::string text;
    if (layer.column.asked()) text = fmt::format("column {}", *layer.column);
    if (layer.row.asked()) text += fmt::format("{}row {}", text.empty() ? "" : ", ", *layer.row);
    return text;
}

Misfit no_room(const Stage& stage, const LayerDesign& layer, const arch::Device& device) {
    const char* const what = stage.aggregates ? "the aggregation after it" : "it";
    const std::string asked = stage.aggregates ? "" : asked_place(layer);
    if (!asked.empty())
        return {stage.layer, fmt::format("it needs {} of cores, which are not all free at {}",
                                         size_text(stage), asked)};
    return {
        stage.layer,
        fmt::format("{} needs {} of cores, for which the layers before leave no room in {} x {}",
                    what, size_text(stage), device.columns, device.core_rows())};
}

/// Number of parts of M in which a stage's outputs leave.
int rows_out(const Stage& stage) {
    return stage.aggregates ? 1 : stage.split.a;
}

bool same_rows(const Stage& from, const Stage& to) {
    return rows_out(from) == to.split.a;
}

bool whole_columns(const Stage& from, const Stage& to) {
    return from.split.c == 1 && to.split.c == 1;
}

/// Reason why the cascade does not lead from one stage to the next; nullopt if it does.
std::optional<std::string> obstacle_to_cascade(const Stage& from, const Stage& to) {
    if (!same_rows(from, to))
        return fmt::format("M is split by {} before it and by {} in it; both must be equal",
                           rows_out(from), to.split.a);
    if (!whole_columns(from, to))
        return std::string{"N of it or of the layer before is split; c must be 1"};
    const arch::TileId beside{from.at.column + from.width(), from.at.row};
    if (to.at != beside)
        return fmt::format("it is at {}, not at {} beside the layer before", to_string(to.at),
                           to_string(beside));
    return std::nullopt;
}

}  // namespace

bool splits_allow_cascade(const Stage& from, const Stage& to) {
    return same_rows(from, to) && whole_columns(from, to);
}

Link link_to(const Stage& stage, const NetworkDesign& design, bool cascade_leads) {
    // Through the neighbour's memory, whatever link is asked for.
    if (stage.aggregates) return Link::Dma;
    const LayerDesign& layer = design.layers[stage.layer];
    if (layer.link.asked()) return layer.link;
    if (design.link && *design.link != Link::Cascade) return *design.link;
    return cascade_leads ? Link::Cascade : Link::Dma;
}

std::optional<Misfit> place(std::vector<Stage>& stages, const NetworkDesign& design,
                            const arch::Device& device) {
    FreeCores free{device};
    for (std::size_t i = 0; i < stages.size(); ++i) {
        Stage& stage = stages[i];
        std::optional<arch::TileId> at;
        if (stage.aggregates) {
            const Stage& layer = stages[i - 1];
            const arch::TileId beside{layer.at.column + layer.width(), layer.at.row};
            if (free.has(beside, stage.width(), stage.height())) at = beside;
        } else {
            at = place_of(stage, design.layers[stage.layer], free, device);
        }
        if (!at) return no_room(stage, design.layers[stage.layer], device);
        stage.at = *at;
        free.take(stage.at, stage.width(), stage.height());
        if (i > 0) stage.link = link_to(stage, design, !obstacle_to_cascade(stages[i - 1], stage));
    }
    for (std::size_t i = 1; i < stages.size(); ++i)
        if (stages[i].link == Link::Cascade)
            if (const auto obstacle = obstacle_to_cascade(stages[i - 1], stages[i]))
                return Misfit{stages[i].layer, "the cascade does not lead to it: " + *obstacle};
    return std::nullopt;
}

void move_over_ports(std::vector<Stage>& stages, const NetworkDesign& design,
                     const arch::Device& device) {
    const auto asked = [](const LayerDesign& layer) {
        return layer.column.asked() || layer.row.asked();
    };
    if (!device.pl || std::ranges::any_of(design.layers, asked)) return;
    const Stage& first = stages.front();
    const int inputs = ports_needed(stages).inputs;
    const int of_shim = device.pl->inputs / 2;
    const int shims = (inputs + of_shim - 1) / of_shim;
    const auto first_port =
        static_cast<int>(std::ranges::find(device.pl->columns, true) - device.pl->columns.begin());
    int end = 0;
    for (const Stage& stage : stages)
        end = std::max(end, stage.at.column + stage.width());
    const int wanted = first_port + (shims - first.width()) / 2 - first.at.column;
    const int by = std::clamp(wanted, 0, device.columns - end);
    for (Stage& stage : stages)
        stage.at.column += by;
}

namespace {

/// What leaves a core must be what another core takes, since the PL sends it back unchanged.
std::optional<Misfit> misfit_of_pl(const Stage& from, const Stage& to) {
    const int rows = from.aggregates ? to.m_core() : from.m_core();
    if (rows == to.m_core() && from.n_core() == to.k_core()) return std::nullopt;
    return Misfit{
        to.layer,
        fmt::format("over the PL a core takes {} x {} activations, and those of the layer "
                    "before give {} x {}; both must be equal",
                    to.m_core(), to.k_core(), rows, from.n_core())};
}

std::optional<Misfit> misfit_of_mem_tiles(const std::vector<Stage>& stages,
                                          const arch::Device& device) {
    const Stage& to = stages.back();
    const StreamCounts of_column = streams_of_column(device);
    const int channels = std::min(device.mem_tile.dma.s2mm_channels, of_column.south);
    const auto givers = std::ssize(givers_of(input_of(to, 0, 0), stages[stages.size() - 2]));
    if (givers > channels)
        return Misfit{to.layer, fmt::format("a core of it takes activations of {} cores through a "
                                            "mem tile, which {} streams from cores reach",
                                            givers, channels)};
    const StreamCounts needed = streams_needed(stages);
    const StreamCounts have{of_column.north * device.columns, of_column.south * device.columns};
    const auto refusal = [&](const char* what, int need, int has) {
        return Misfit{to.layer, fmt::format("up to it, the network takes {} streams {}, and {} has "
                                            "{}",
                                            need, what, device.name, has)};
    };
    if (needed.north > have.north)
        return refusal("from mem tiles and the PL to cores", needed.north, have.north);
    if (needed.south > have.south)
        return refusal("from cores to mem tiles", needed.south, have.south);
    return std::nullopt;
}

}  // namespace

std::optional<Misfit> misfit_of_streams(const std::vector<Stage>& stages,
                                        const arch::Device& device) {
    const std::size_t layer = stages.back().layer;
    const PortCounts needed = ports_needed(stages);
    const PortCounts have = ports_of(device);
    if (needed.inputs > have.inputs)
        return Misfit{layer,
                      fmt::format("the network takes {} inputs of 128 bit from the PL, a x b "
                                  "of the first layer; {} has {}",
                                  needed.inputs, device.name, have.inputs)};
    if (needed.outputs > have.outputs)
        return Misfit{layer, fmt::format("the network takes {} outputs of 128 bit to the PL, a x c "
                                         "of the last layer; {} has {}",
                                         needed.outputs, device.name, have.outputs)};
    if (stages.size() < 2 || stages.back().aggregates) return std::nullopt;
    const Stage& before = stages[stages.size() - 2];
    if (stages.back().link == Link::Pl) return misfit_of_pl(before, stages.back());
    if (stages.back().link == Link::MemTile) return misfit_of_mem_tiles(stages, device);
    if (stages.back().link != Link::Dma) return std::nullopt;
    return misfit_of_packets(stages, device);
}

PortCounts ports_needed(const std::vector<Stage>& stages) {
    PortCounts ports;
    const Stage& first = stages.front();
    const Stage& last = stages.back();
    ports.inputs = first.split.a * first.split.b;
    ports.outputs = last.aggregates ? 1 : last.split.a * last.split.c;
    for (std::size_t i = 1; i < stages.size(); ++i)
        if (stages[i].link == Link::Pl) {
            ports.outputs += stages[i - 1].aggregates ? 1 : stages[i - 1].height();
            ports.inputs += stages[i].split.a * stages[i].split.b;
        }
    return ports;
}

PortCounts ports_of(const arch::Device& device) {
    if (!device.pl) return {};
    const auto shims = static_cast<int>(std::ranges::count(device.pl->columns, true));
    return {shims * (device.pl->inputs / 2), shims * (device.pl->outputs / 2)};
}

}  // namespace xdnasim::network
