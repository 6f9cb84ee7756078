#include "workloads/placed_design/tile_numbers.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "backends/txn/instructions.hpp"
#include "workloads/design/devices.hpp"
#include "workloads/design/ir/fields.hpp"

namespace xdnasim::placed_design {
namespace {

using arch::TileId;
using Part = TileNumber::Part;

constexpr std::int64_t kMinWord = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kMaxWord = std::numeric_limits<std::uint32_t>::max();

class Finder {
 public:
    Finder(const ir::Text& text, const arch::Device& array) : text_{text}, array_{array} {}

    TileNumbers run(const ir::Region& device) {
        const auto sequences = design::sequences_of(text_, device);
        for (const ir::Operation& operation : device.operations()) {
            if (operation.is("aie.shim_dma_allocation"))
                read_allocation(operation);
            else if (std::ranges::find(sequences, &operation) != sequences.end() &&
                     !operation.regions.empty())
                read_sequence(operation.regions.front());
        }
        return std::move(found_);
    }

 private:
    /// Reads an allocation of designs of 2024: "(MM2S, 0, 2)" means the shim of column 2.
    void read_allocation(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        if (!fields.has("col")) return;
        const TileId shim{fields.small("col", 0, array_.columns - 1), 0};
        add(Part::Column, fields.range("col"), shim);
    }

    void read_sequence(const ir::Region& region) {
        const ir::Constants constants = ir::constants_in(text_, region);
        ir::for_each_within(region, [&](const ir::Operation& operation) {
            if (!ir::Fields::knows(operation.name)) return;
            if (operation.name.starts_with("aiex."))
                read(ir::Fields::read(text_, operation, &constants));
        });
    }

    void read(const ir::Fields& fields) {
        if (fields.has("column"))
            read_tile(fields);
        else if (fields.has("addr"))
            add_address(fields, "addr");
        else if (fields.has("address") && !fields.has("buffer"))
            add_address(fields, "address");
    }

    void read_tile(const ir::Fields& fields) {
        const TileId tile{fields.small("column", 0, array_.columns - 1),
                          static_cast<int>(fields.integer_or("row", 0, 0, array_.rows() - 1))};
        const auto columns = fields.integer_or("column_num", 1, 1, ir::kMaxChannel);
        const auto rows = fields.integer_or("row_num", 1, 1, ir::kMaxChannel);
        if (columns == 1 && rows == 1) {
            add(Part::Column, fields.range("column"), tile);
            if (fields.has("row")) add(Part::Row, fields.range("row"), tile);
            return;
        }
        for (int column = 0; column < columns; ++column)
            for (int row = 0; row < rows; ++row)
                found_.kept.insert({tile.column + column, tile.row + row});
    }

    void add_address(const ir::Fields& fields, std::string_view name) {
        const auto address = static_cast<std::uint32_t>(fields.integer(name, kMinWord, kMaxWord));
        add(Part::Address, fields.range(name), txn::register_at(address).tile);
    }

    void add(Part part, ir::Range range, TileId tile) {
        if (text_[range.begin].kind == ir::Kind::Number)
            found_.words.push_back({part, range.begin, tile});
        else
            found_.kept.insert(tile);
    }

    const ir::Text& text_;
    const arch::Device& array_;
    TileNumbers found_;
};

}  // namespace

TileNumbers find_tile_numbers(const ir::Text& text, const ir::Region& device,
                              const arch::Device& array) {
    return Finder{text, array}.run(device);
}

std::string number_for(const ir::Text& text, const TileNumber& number, TileId tile) {
    switch (number.part) {
        case Part::Column:
            return std::to_string(tile.column);
        case Part::Row:
            return std::to_string(tile.row);
        case Part::Address:
            break;
    }
    const auto address =
        static_cast<std::uint32_t>(ir::whole_number(text[number.word]).value_or(0));
    return fmt::format("0x{:X}", txn::address_of({tile, txn::register_at(address).offset}));
}

}  // namespace xdnasim::placed_design
