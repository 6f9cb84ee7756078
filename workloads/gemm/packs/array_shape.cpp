#include "workloads/gemm/packs/array_shape.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/gemm/packs/core_places.hpp"
#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::gemm::packs {

using schedule::MappingError;

namespace {

[[noreturn]] void refuse(const char* key, const std::string& why) {
    const std::string path = fmt::format("gemm.array.{}", key);
    throw MappingError{path, fmt::format("{}: {}", path, why)};
}

/// X for known `size` and `rows`.
int packs_that_fit(const ArrayLimits& limits, int rows, int size, int stagger) {
    ArrayLimits shifted = limits;
    shifted.columns -= rows > 1 ? stagger : 0;
    return shape_of(shifted, rows, size).packs;
}

void choose_size(PackDesign& design, const ArrayLimits& limits) {
    if (design.size.asked()) return;
    ArrayShape best;
    for (const ArrayShape& shape : pack_table(limits)) {
        ArrayShape candidate = shape_of(limits, design.rows, shape.size);
        if (design.packs.asked()) {
            const bool fits = candidate.packs >= *design.packs;
            candidate.packs = fits ? *design.packs : 0;
        }
        if (candidate.cores() > best.cores()) best = candidate;
    }
    design.size.choose(std::max(best.size, 1));
}

int stagger_of(const PackDesign& design) {
    return design.rows > 1 ? *design.stagger : 0;
}

void choose_stagger(PackDesign& design, const ArrayLimits& limits) {
    if (design.stagger.asked()) return;
    // Without room for it, rows are not shifted.
    const int packs = design.packs.asked() ? *design.packs : 1;
    const bool fits = design.size * packs + kBestStagger <= limits.columns;
    design.stagger.choose(design.rows > 1 && fits ? kBestStagger : 0);
}

std::string shape_text(const PackDesign& design) {
    return fmt::format("{} of {}", base::counted(*design.packs, "pack"),
                       base::counted(*design.size, "core"));
}

std::string crowded(const PackDesign& design, const Cut& cut) {
    return fmt::format(
        "{} rows of {} and a stagger of {}: {} streams from column {} to column {}, where there "
        "are only {} links",
        *design.rows, shape_text(design), stagger_of(design), cut.streams, cut.from, cut.to,
        cut.links);
}

/// Why there is no room for the design; empty: there is.
std::string obstacle(const PackDesign& design, const ArrayLimits& limits,
                     const arch::Device& device) {
    const ArrayShape shape{design.rows, design.size, design.packs, 0, {}};
    const auto more = [&](const char* what, int takes, int has) {
        return fmt::format("{} rows of {} take {} {}, and there are {}", *design.rows,
                           shape_text(design), takes, what, has);
    };
    const int columns = design.size * design.packs + stagger_of(design);
    if (columns > limits.columns) return more("columns", columns, limits.columns);
    if (shape.inputs() > limits.inputs)
        return more("ports from the PL", shape.inputs(), limits.inputs);
    if (shape.outputs() > limits.outputs)
        return more("ports to the PL", shape.outputs(), limits.outputs);
    const Cut cut = tightest_cut(design, device);
    return cut.excess() > 0 ? crowded(design, cut) : std::string{};
}

bool fits(const PackDesign& design, const ArrayLimits& limits, const arch::Device& device) {
    return obstacle(design, limits, device).empty();
}

/// Least number of rows if they are open: a given stagger needs two.
int least_open_rows(const PackDesign& design) {
    return design.stagger.asked() && design.stagger > 0 ? 2 : 1;
}

/// For a given number of packs, chooses the number of rows and the cores of a pack that fit and
/// make the most cores. Returns false if none fit.
bool choose_rows_for_packs(PackDesign& design, const ArrayLimits& limits,
                           const arch::Device& device, int max_rows) {
    std::optional<PackDesign> best;
    std::string why_fewer;
    for (int rows = max_rows; rows >= least_open_rows(design); --rows) {
        PackDesign other = design;
        other.rows.choose(rows);
        choose_size(other, limits);
        choose_stagger(other, limits);
        const std::string why = obstacle(other, limits, device);
        if (why_fewer.empty()) why_fewer = why;
        if (!why.empty() || (best && rows * other.size <= best->rows * best->size)) continue;
        best = std::move(other);
    }
    if (!best) return false;
    design = std::move(*best);
    if (design.rows < max_rows) design.why_fewer_rows = why_fewer;
    return true;
}

/// Chooses the rows, and with them the values that depend on them.
void choose_rows(PackDesign& design, const ArrayLimits& limits, const arch::Device& device,
                 int max_rows) {
    const bool is_open = !design.rows.asked();
    const auto choose = [&](int rows) {
        if (is_open) design.rows.choose(rows);
        choose_stagger(design, limits);
        if (!design.packs.asked())
            design.packs.choose(
                std::max(packs_that_fit(limits, design.rows, design.size, design.stagger), 1));
    };
    if (is_open && !design.packs.asked())
        for (int rows = max_rows; rows > 0; --rows) {
            choose(rows);
            const std::string why = obstacle(design, limits, device);
            if (why.empty()) return;
            if (design.why_fewer_rows.empty()) design.why_fewer_rows = why;
        }
    choose(max_rows);
}

/// The key whose value is too large.
const char* key_of(const PackDesign& design) {
    if (design.packs.asked()) return "packs";
    return design.rows.asked() ? "rows" : "size";
}

void require_ports(const PackDesign& design, const ArrayLimits& limits,
                   const arch::Device& device) {
    const ArrayShape shape{design.rows, design.size, design.packs, 0, {}};
    const auto require = [&](const char* what, int takes, int has) {
        if (takes <= has) return;
        refuse(key_of(design),
               fmt::format("{} of {} take {} ports {} the PL, {} more than the {} there are; the "
                           "nearest that fits: {}",
                           base::counted(*design.rows, "row"), shape_text(design), takes, what,
                           takes - has, has, nearest_array(design, device)));
    };
    require("from", shape.inputs(), limits.inputs);
    require("to", shape.outputs(), limits.outputs);
}

void require_columns(const PackDesign& design, const ArrayLimits& limits,
                     const arch::Device& device) {
    const int stagger = stagger_of(design);
    if (design.size > limits.columns)
        refuse("size",
               fmt::format("a pack of {} cores is {} longer than a row of {}; the nearest "
                           "that fits: {}",
                           *design.size, base::counted(design.size - limits.columns, "core"),
                           limits.columns, limits.columns));
    const int columns = design.size * design.packs + stagger;
    if (columns <= limits.columns) return;
    refuse(key_of(design),
           fmt::format("{}{} take {} columns, {} more than the {} there are; the nearest that "
                       "fits: {}",
                       shape_text(design),
                       stagger > 0 ? fmt::format(" and a stagger of {}", stagger) : "", columns,
                       columns - limits.columns, limits.columns, nearest_array(design, device)));
}

}  // namespace

ArrayLimits array_limits(const arch::Device& device) {
    ArrayLimits limits{.rows = device.core_rows(), .columns = device.columns};
    if (!device.pl) return limits;
    const auto shims = static_cast<int>(std::ranges::count(device.pl->columns, true));
    limits.inputs = shims * (device.pl->inputs / 2);
    limits.outputs = shims * (device.pl->outputs / 2);
    return limits;
}

std::string to_string(ArrayBound bound) {
    switch (bound) {
        case ArrayBound::Columns:
            return "columns";
        case ArrayBound::Inputs:
            return "inputs";
        case ArrayBound::Outputs:
            break;
    }
    return "outputs";
}

ArrayShape shape_of(const ArrayLimits& limits, int rows, int size) {
    ArrayShape shape{.rows = rows, .size = size, .packs = 0, .packs_by_columns = 0};
    shape.packs_by_columns = limits.columns / size;
    const int by_inputs = std::max((limits.inputs - rows * size) / size, 0);
    const int by_outputs = limits.outputs / rows;
    shape.packs = std::min({shape.packs_by_columns, by_inputs, by_outputs});
    shape.bound = shape.packs == shape.packs_by_columns ? ArrayBound::Columns
                  : shape.packs == by_outputs           ? ArrayBound::Outputs
                                                        : ArrayBound::Inputs;
    return shape;
}

std::vector<ArrayShape> pack_table(const ArrayLimits& limits) {
    std::vector<ArrayShape> table;
    for (int size = 2; size <= limits.columns; ++size) {
        const ArrayShape shape = shape_of(limits, limits.rows, size);
        if (shape.packs > 0) table.push_back(shape);
    }
    return table;
}

void choose_array(PackDesign& design, const arch::Device& device) {
    const ArrayLimits limits = array_limits(device);
    const int rows_apart = rows_of_a_pack(*design.placement);
    const int max_rows = limits.rows / rows_apart;
    if (!design.rows.asked()) design.rows.choose(max_rows);
    if (design.rows > max_rows)
        refuse("rows",
               fmt::format("{} rows are {} more than fit{}; the nearest that fits: {}",
                           *design.rows, design.rows - max_rows,
                           rows_apart > 1 ? ", since placement 'unconstrained' takes the memories "
                                            "of the row above, too"
                                          : "",
                           max_rows));
    const bool rows_are_open = !design.rows.asked() && design.packs.asked();
    if (!rows_are_open || !choose_rows_for_packs(design, limits, device, max_rows)) {
        choose_size(design, limits);
        choose_rows(design, limits, device, max_rows);
    }
    require_columns(design, limits, device);
    require_ports(design, limits, device);
}

std::string nearest_array(const PackDesign& design, const arch::Device& device) {
    const ArrayLimits limits = array_limits(device);
    const auto fits_with = [&](int rows, int packs) {
        PackDesign other = design;
        other.rows.choose(rows);
        other.packs = packs;
        choose_stagger(other, limits);
        return fits(other, limits, device);
    };
    // Rows give way if they were not asked for.
    const int least_rows = design.rows.asked() ? *design.rows : least_open_rows(design);
    for (int packs = design.packs - 1; packs > 0; --packs)
        for (int rows = design.rows; rows >= least_rows; --rows)
            if (fits_with(rows, packs)) return base::counted(packs, "pack");
    for (const int packs : {*design.packs, 1})
        for (int rows = design.rows - 1; rows > 0; --rows)
            if (fits_with(rows, packs))
                return packs == design.packs
                           ? base::counted(rows, "row")
                           : fmt::format("{} of 1 pack", base::counted(rows, "row"));
    return "packs of fewer cores";
}

}  // namespace xdnasim::gemm::packs
