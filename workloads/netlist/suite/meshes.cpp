#include <cstdint>

#include <fmt/format.h>

#include "workloads/netlist/suite/families.hpp"

namespace xdnasim::netlist {
namespace {

enum class MeshKind : std::uint8_t {
    Systolic,   ///< nets to the east and the south
    Broadcast,  ///< nets from outside to every row and every column
    Diagonal,   ///< systolic, with additional nets to the south-east
    TorusRow,   ///< systolic, with rows that close to rings
    TorusColumn,
    Torus,
};

struct Mesh {
    MeshKind kind{};
    int rows = 2;
    int columns = 2;

    [[nodiscard]] bool rows_close() const {
        return kind == MeshKind::TorusRow || kind == MeshKind::Torus;
    }
    [[nodiscard]] bool columns_close() const {
        return kind == MeshKind::TorusColumn || kind == MeshKind::Torus;
    }
};

/// Adds the cores of a mesh, and then its nets.
class MeshBuilding {
 public:
    MeshBuilding(NetlistBuilder& builder, const Mesh& mesh) : builder_{builder}, mesh_{mesh} {
        for (int i = 0; i < mesh.rows; ++i)
            for (int j = 0; j < mesh.columns; ++j)
                cores_.push_back(builder.comp(fmt::format("k{}_{}", i, j)));
    }

    void add_inner_nets() {
        for (int i = 0; i < mesh_.rows; ++i)
            for (int j = 0; j < mesh_.columns; ++j) {
                const bool last_row = i + 1 == mesh_.rows;
                const bool last_column = j + 1 == mesh_.columns;
                if (!last_column)
                    builder_.net(at(i, j), at(i, j + 1), {kObject});
                else if (mesh_.rows_close())
                    builder_.net(at(i, j), at(i, 0), {.object = kObject, .initial = 1});
                if (!last_row)
                    builder_.net(at(i, j), at(i + 1, j), {kObject});
                else if (mesh_.columns_close())
                    builder_.net(at(i, j), at(0, j), {.object = kObject, .initial = 1});
                if (mesh_.kind == MeshKind::Diagonal && !last_row && !last_column)
                    builder_.net(at(i, j), at(i + 1, j + 1), {kObject / 4});
            }
    }

    void add_ways() {
        switch (mesh_.kind) {
            case MeshKind::Systolic:
            case MeshKind::Diagonal:
                into_rows();
                into_columns();
                out_of_rows();
                return;
            case MeshKind::Broadcast:
                broadcast();
                return;
            case MeshKind::TorusRow:
                into_columns();
                for (int j = 0; j < mesh_.columns; ++j)
                    builder_.ext_out(at(mesh_.rows - 1, j), kObject);
                return;
            case MeshKind::TorusColumn:
                into_rows();
                out_of_rows();
                return;
            case MeshKind::Torus:
                builder_.ext_in(at(0, 0), kObject);
                builder_.ext_out(at(mesh_.rows - 1, mesh_.columns - 1), kObject);
                return;
        }
    }

 private:
    [[nodiscard]] CoreId at(int row, int column) const {
        return cores_[static_cast<std::size_t>(row * mesh_.columns + column)];
    }
    void into_rows() {
        for (int i = 0; i < mesh_.rows; ++i)
            builder_.ext_in(at(i, 0), kObject);
    }
    void into_columns() {
        for (int j = 0; j < mesh_.columns; ++j)
            builder_.ext_in(at(0, j), kObject);
    }
    void out_of_rows() {
        for (int i = 0; i < mesh_.rows; ++i)
            builder_.ext_out(at(i, mesh_.columns - 1), kObject);
    }
    void broadcast() {
        for (int i = 0; i < mesh_.rows; ++i) {
            std::vector<CoreId> row;
            for (int j = 0; j < mesh_.columns; ++j)
                row.push_back(at(i, j));
            builder_.ext_in(row, kObject);
        }
        for (int j = 0; j < mesh_.columns; ++j) {
            std::vector<CoreId> column;
            for (int i = 0; i < mesh_.rows; ++i)
                column.push_back(at(i, j));
            builder_.ext_in(column, kObject);
        }
        for (int j = 0; j < mesh_.columns; ++j)
            for (int i = 0; i < mesh_.rows; ++i)
                builder_.ext_out(at(i, j), kObject);
    }

    NetlistBuilder& builder_;
    Mesh mesh_;
    std::vector<CoreId> cores_;
};

void build(NetlistBuilder& builder, const Mesh& mesh) {
    MeshBuilding building{builder, mesh};
    if (mesh.kind != MeshKind::Broadcast) building.add_inner_nets();
    building.add_ways();
    builder.finish();
}

}  // namespace

void build_systolic(NetlistBuilder& builder, int rows, int columns) {
    build(builder, {MeshKind::Systolic, rows, columns});
}

std::vector<Family> mesh_families() {
    const Recipe left_out;
    const auto of_kind = [](MeshKind kind) {
        return [kind](int rows, int columns) -> Recipe {
            return [mesh = Mesh{kind, rows, columns}](NetlistBuilder& builder) {
                build(builder, mesh);
            };
        };
    };
    const auto systolic = of_kind(MeshKind::Systolic);
    const auto bcast = of_kind(MeshKind::Broadcast);
    const auto diagonal = of_kind(MeshKind::Diagonal);
    const auto torus_row = of_kind(MeshKind::TorusRow);
    const auto torus_column = of_kind(MeshKind::TorusColumn);
    const auto torus = of_kind(MeshKind::Torus);
    return {
        {{.shape = "mesh"},
         {systolic(2, 2), systolic(2, 3), systolic(3, 3), systolic(2, 4), left_out, systolic(2, 6),
          systolic(3, 5), systolic(2, 7), bcast(2, 2), left_out, bcast(3, 3), bcast(3, 4),
          bcast(3, 5), diagonal(2, 2), left_out, diagonal(3, 3)},
         true},
        {{.shape = "mesh", .is_large = true},
         {systolic(2, 8), systolic(4, 4), systolic(3, 6), systolic(4, 5), left_out, systolic(4, 6),
          systolic(4, 7), systolic(4, 8), bcast(4, 4), left_out, bcast(3, 6), bcast(4, 6),
          bcast(3, 8), bcast(4, 7), left_out, diagonal(4, 4), diagonal(4, 6), diagonal(4, 8)},
         true},
        {{.shape = "mesh", .has_feedback = true},
         {torus_row(2, 2), torus_row(2, 3), torus_row(3, 3), torus_row(2, 4), left_out,
          torus_row(3, 5), torus_column(2, 4), torus_column(3, 4), torus(3, 3)},
         true},
        {{.shape = "mesh", .has_feedback = true, .is_large = true},
         {torus_row(2, 8), torus_row(4, 4), torus_row(3, 6), torus_row(4, 6), left_out,
          torus_row(4, 8), torus_column(4, 4), torus_column(4, 6), torus_column(4, 8), left_out,
          torus(3, 8), torus(4, 8)},
         true},
    };
}

}  // namespace xdnasim::netlist
