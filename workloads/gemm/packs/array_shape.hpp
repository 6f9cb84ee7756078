#pragma once
// How many packs of how many cores an array has room for (Mhatre et al., FPL 2025, section IV-C,
// equations 7 and 8), by how much rows are shifted against each other, and what that does to the
// streams.

#include <cstdint>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::gemm::packs {

/// What bounds an array of packs. A port to the PL is one of 128 bits: two of a shim's.
struct ArrayLimits {
    int rows = 0;  ///< of cores
    int columns = 0;
    int inputs = 0;  ///< ports from the PL
    int outputs = 0;
};
[[nodiscard]] ArrayLimits array_limits(const arch::Device& device);

/// What keeps another pack out of an array.
enum class ArrayBound : std::uint8_t { Columns, Inputs, Outputs };
[[nodiscard]] std::string to_string(ArrayBound bound);  ///< "columns", "inputs" or "outputs"

/// Y rows of X packs of G cores.
struct ArrayShape {
    int rows = 0;
    int size = 0;
    int packs = 0;
    int packs_by_columns = 0;  ///< that the columns alone would hold
    ArrayBound bound = ArrayBound::Columns;

    [[nodiscard]] int cores() const { return rows * size * packs; }
    [[nodiscard]] int inputs() const { return rows * size + size * packs; }
    [[nodiscard]] int outputs() const { return rows * packs; }
};

/// The most packs of `size` cores in `rows` rows.
[[nodiscard]] ArrayShape shape_of(const ArrayLimits& limits, int rows, int size);

/// For packs of 2 cores and more, as long as a pack fits.
[[nodiscard]] std::vector<ArrayShape> pack_table(const ArrayLimits& limits);

/// By which every other row is shifted.
inline constexpr int kMaxStagger = 3;
[[nodiscard]] constexpr int shift_of_row(int row, int stagger) {
    return row % 2 == 1 ? stagger : 0;
}

/// That which spreads C over the most columns.
inline constexpr int kBestStagger = 2;

/// Streams that have to pass from a column to the one beside it, and the links there: no routes
/// where they are more.
struct Cut {
    int from = 0;  ///< column
    int to = 0;
    int streams = 0;
    int links = 0;  ///< of all rows with switches that have any

    [[nodiscard]] int excess() const { return streams - links; }
};
/// The one with the most streams by its links. Precondition: columns and ports hold the design.
[[nodiscard]] Cut tightest_cut(const PackDesign& design, const arch::Device& device);
[[nodiscard]] Cut tightest_cut(const ArrayShape& shape, const arch::Device& device);

/// Chooses Y, G, X and the stagger, as far as they are open: the most cores, and of those the
/// smallest packs; the stagger that spreads C over the most columns, where they have room for it;
/// where X is open, all rows for whose streams there are ports and links. Throws MappingError by
/// how much columns, rows or ports do not hold what is asked, with the nearest that they do.
void choose_array(PackDesign& design, const arch::Device& device);

/// "9 packs" or "2 rows": the most that columns, ports and links hold, in place of those of
/// `design`.
[[nodiscard]] std::string nearest_array(const PackDesign& design, const arch::Device& device);

/// Rows of packs, and the staggers with which columns, ports and links hold them: that which
/// choose_array() would take first.
struct ArrayChoice {
    int rows = 0;
    int size = 0;
    int packs = 0;
    std::vector<int> staggers{};

    [[nodiscard]] int cores() const { return rows * size * packs; }
};
/// What there is to choose from: each number of rows and of cores of a pack with the most packs
/// that each stagger leaves room for. What `open` gives is the same in all.
[[nodiscard]] std::vector<ArrayChoice> array_choices(const PackDesign& open,
                                                     const arch::Device& device);

struct StaggerFigures {
    int stagger = 0;
    int cores = 0;      ///< of whole packs that the columns hold
    int c_columns = 0;  ///< columns in which C leaves a core
    int max_c = 0;      ///< streams of C out of one of them
    // Of the routes that the router ends with.
    int rounds = 0;          ///< of its negotiation
    int links = 0;           ///< between switches, that a stream wants
    int overuse = 0;         ///< streams more than these links carry; 0: all are routed
    int max_south = 0;       ///< streams that want the links to the south of a switch
    int south_links = 0;     ///< of that switch
    int south_full = 0;      ///< switches all of whose links to the south are wanted
    std::string obstacle{};  ///< why there are no routes; empty: there are

    [[nodiscard]] bool routed() const { return obstacle.empty(); }
};

/// Routes the design's streams with that stagger in place of its own.
[[nodiscard]] StaggerFigures stagger_figures(PackDesign design, const arch::Device& device,
                                             int stagger);

}  // namespace xdnasim::gemm::packs
