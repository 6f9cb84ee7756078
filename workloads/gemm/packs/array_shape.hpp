#pragma once
// Number and size of the packs for which an array has room (Mhatre et al., FPL 2025, section IV-C,
// equations 7 and 8), the stagger of its rows, and the effect of the stagger on the streams.

#include <cstdint>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::gemm::packs {

/// Limits of an array of packs. A port to the PL here has 128 bits, which are two of a shim's
/// ports.
struct ArrayLimits {
    int rows = 0;  ///< rows of cores
    int columns = 0;
    int inputs = 0;   ///< ports from the PL
    int outputs = 0;  ///< ports to the PL
};
[[nodiscard]] ArrayLimits array_limits(const arch::Device& device);

/// The limit that keeps another pack out of an array.
enum class ArrayBound : std::uint8_t { Columns, Inputs, Outputs };
[[nodiscard]] std::string to_string(ArrayBound bound);  ///< "columns", "inputs" or "outputs"

/// An array of Y rows (`rows`) of X packs (`packs`) of G cores (`size`).
struct ArrayShape {
    int rows = 0;
    int size = 0;
    int packs = 0;
    int packs_by_columns = 0;  ///< number of packs for which the columns alone have room
    ArrayBound bound = ArrayBound::Columns;

    [[nodiscard]] int cores() const { return rows * size * packs; }
    [[nodiscard]] int inputs() const { return rows * size + size * packs; }
    [[nodiscard]] int outputs() const { return rows * packs; }
};

/// The shape with the most packs of `size` cores in `rows` rows.
[[nodiscard]] ArrayShape shape_of(const ArrayLimits& limits, int rows, int size);

/// Shapes with all rows, for packs of 2 cores and more, as long as a pack fits.
[[nodiscard]] std::vector<ArrayShape> pack_table(const ArrayLimits& limits);

/// Largest number of columns by which every other row is shifted.
inline constexpr int kMaxStagger = 3;
[[nodiscard]] constexpr int shift_of_row(int row, int stagger) {
    return row % 2 == 1 ? stagger : 0;
}

/// The stagger that spreads C over the most columns.
inline constexpr int kBestStagger = 2;

/// Streams that must pass from a column to the one beside it, and the links between the two.
/// Without enough links there are no routes.
struct Cut {
    int from = 0;  ///< column that the streams leave
    int to = 0;    ///< neighbouring column that they enter
    int streams = 0;
    int links = 0;  ///< links between the two columns, of all rows of tiles

    [[nodiscard]] int excess() const { return streams - links; }
};
/// The cut with the most streams per link. Precondition: columns and ports have room for the
/// design.
[[nodiscard]] Cut tightest_cut(const PackDesign& design, const arch::Device& device);
[[nodiscard]] Cut tightest_cut(const ArrayShape& shape, const arch::Device& device);

/// Chooses Y, G, X and the stagger, as far as they are open: the most cores, and of equal arrays
/// the one with the smallest packs; the stagger that spreads C over the most columns, if the
/// columns have room for it; if X is open, all rows for whose streams there are ports and links.
/// Throws MappingError that says by how much columns, rows or ports are too few for the request,
/// with the nearest array that fits.
void choose_array(PackDesign& design, const arch::Device& device);

/// The nearest array that fits in columns, ports and links, as text: "9 packs" or "2 rows", which
/// replaces the number in `design`.
[[nodiscard]] std::string nearest_array(const PackDesign& design, const arch::Device& device);

/// Rows of packs, and the staggers with which columns, ports and links have room for them; first
/// the one that choose_array() would take.
struct ArrayChoice {
    int rows = 0;
    int size = 0;
    int packs = 0;
    std::vector<int> staggers{};

    [[nodiscard]] int cores() const { return rows * size * packs; }
};
/// All arrays to choose from: for each number of rows and of cores of a pack, the most packs for
/// which each stagger leaves room. Values that `open` gives are the same in all of them.
[[nodiscard]] std::vector<ArrayChoice> array_choices(const PackDesign& open,
                                                     const arch::Device& device);

struct StaggerFigures {
    int stagger = 0;
    int cores = 0;      ///< cores of whole packs for which the columns have room
    int c_columns = 0;  ///< columns in which C leaves a core
    int max_c = 0;      ///< largest number of streams of C from cores of one of these columns
    // Figures of the routes with which the router ends.
    int rounds = 0;   ///< rounds of the router's negotiation
    int links = 0;    ///< links between switches that at least one stream uses
    int overuse = 0;  ///< number of streams by which links are overused; 0: all streams are routed
    int max_south = 0;       ///< largest number of streams on the links to the south of one switch
    int south_links = 0;     ///< links to the south of that switch
    int south_full = 0;      ///< switches whose links to the south are all used
    std::string obstacle{};  ///< why there are no routes; empty: all streams are routed

    [[nodiscard]] bool routed() const { return obstacle.empty(); }
};

/// Routes the design's streams with `stagger` instead of its own.
[[nodiscard]] StaggerFigures stagger_figures(PackDesign design, const arch::Device& device,
                                             int stagger);

}  // namespace xdnasim::gemm::packs
