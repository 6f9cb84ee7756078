#include <fmt/format.h>

#include "workloads/netlist/suite/families.hpp"

namespace xdnasim::netlist {
namespace {

/// Parameters of lines: lanes of cores, each in a row.
struct Line {
    int n = 2;  ///< number of cores in a lane
    int lanes = 1;
    int skip = 0;      ///< length in cores of nets that skip cores; 0: none
    int back = 0;      ///< length in cores of nets backwards, which start with an object; 0: none
    bool fan = false;  ///< whether the first core feeds all others of its lane
    /// Whether the last core feeds the first, by a net that starts with an object.
    bool ring = false;
    arch::Bytes object = kObject;
};

void add_lane(NetlistBuilder& builder, const Line& line, const std::vector<CoreId>& k) {
    const auto at = [&](int i) { return k[static_cast<std::size_t>(i)]; };
    if (line.fan) builder.net(at(0), std::vector(k.begin() + 1, k.end()), {line.object});
    for (int i = line.fan ? 1 : 0; i + 1 < line.n; ++i)
        builder.net(at(i), at(i + 1), {line.object});
    if (line.skip > 0)
        for (int i = 0; i < line.n - line.skip; i += line.skip)
            builder.net(at(i), at(i + line.skip), {line.object, line.skip + 1});
    if (line.ring) builder.net(at(line.n - 1), at(0), {.object = line.object, .initial = 1});
    if (line.back > 0)
        for (int i = line.back; i < line.n; i += line.back)
            builder.net(at(i), at(i - line.back), {.object = line.object / 4, .initial = 1});
    builder.ext_in(at(0), line.object);
    builder.ext_out(at(line.n - 1), line.object);
}

Recipe recipe(Line line) {
    return [line](NetlistBuilder& builder) {
        std::vector<std::vector<CoreId>> lanes;
        for (int lane = 0; lane < line.lanes; ++lane) {
            lanes.emplace_back();
            for (int i = 0; i < line.n; ++i)
                lanes.back().push_back(builder.comp(fmt::format("k{}_{}", lane, i)));
        }
        for (const std::vector<CoreId>& lane : lanes)
            add_lane(builder, line, lane);
        builder.finish();
    };
}

}  // namespace

std::vector<Family> line_families() {
    const Recipe left_out;
    const auto line = [](int n, int lanes = 1) { return recipe({.n = n, .lanes = lanes}); };
    const auto skip = [](int n, int cores) { return recipe({.n = n, .skip = cores}); };
    const auto fan = [](int n) { return recipe({.n = n, .fan = true}); };
    const auto large = [](int n) { return recipe({.n = n, .object = arch::Bytes{12288}}); };
    const auto ring = [](int n, int lanes = 1) {
        return recipe({.n = n, .lanes = lanes, .ring = true});
    };
    const auto back = [](int n, int cores) { return recipe({.n = n, .back = cores}); };
    return {
        {{.shape = "line"},
         {line(2), line(4), line(8), line(12), left_out, line(2, 4), line(3, 4), line(4, 3),
          line(5, 3), left_out, skip(8, 2), skip(9, 3), skip(13, 4), fan(6), left_out, large(10)},
         true},
        {{.shape = "line", .is_large = true},
         {line(16), line(20), line(24), line(28), left_out, line(4, 4), line(8, 3), line(8, 4),
          line(3, 8), left_out, skip(17, 2), skip(25, 4), skip(32, 8), fan(16), left_out,
          large(32)},
         true},
        {{.shape = "line", .has_feedback = true},
         {ring(2), ring(3), ring(4), ring(6), left_out, ring(10), ring(12), ring(15), back(8, 1),
          left_out, back(13, 3), ring(3, 4), ring(5, 3), ring(7, 2), left_out},
         true},
        {{.shape = "line", .has_feedback = true, .is_large = true},
         {ring(16), ring(18), ring(20), ring(24), left_out, ring(30), ring(32), back(17, 2),
          back(25, 3), left_out, ring(8, 2), ring(6, 4), ring(8, 4),
          recipe({.n = 24, .ring = true, .object = arch::Bytes{8192}})},
         true},
    };
}

}  // namespace xdnasim::netlist
