#include <functional>

#include <fmt/format.h>

#include "backends/mlir/attributes.hpp"
#include "backends/mlir/mlir_text.hpp"
#include "backends/mlir/reading.hpp"

namespace xdnasim::mlir {
namespace {

using arch::Bytes;
using arch::TileId;
using schedule::TileProgram;

constexpr int kMaxLockValue = 1 << 20;

class ModuleReader {
 public:
    ModuleReader(std::string_view text, const std::string& file, const arch::Device& device)
        : reading_{text, file, device}, routes_{reading_} {}

    schedule::Schedule read() {
        Cursor& cursor = reading_.cursor;
        cursor.expect("module");
        cursor.expect("{");
        cursor.expect("aie.device");
        cursor.expect("(");
        cursor.expect(Token::Kind::Word, "the kind of a device");
        cursor.expect(")");
        cursor.expect("{");
        while (!cursor.accept("}"))
            read_operation();
        read_device_name();
        cursor.expect("}");
        cursor.expect(Token::Kind::End, "the end of the file");
        return finish();
    }

 private:
    void read_device_name() {
        const Place place = reading_.cursor.peek().place;
        std::string name = reading_.name_at_location("");
        if (name != reading_.device.name)
            reading_.cursor.fail(place, fmt::format("the design is of device '{}'; allowed: '{}'",
                                                    name, reading_.device.name));
        reading_.schedule.device = std::move(name);
    }

    void read_operation() {
        if (reading_.cursor.is(Token::Kind::Value)) {
            read_value();
        } else if (reading_.cursor.accept("func.func")) {
            read_kernel(reading_);
        } else if (reading_.cursor.accept("aie.runtime_sequence")) {
            read_sequence(reading_);
        } else {
            reading_.cursor.fail_expecting("an operation of the device, or '}'");
        }
    }

    /// "%lock = aie.lock(...)"
    void read_value() {
        Cursor& cursor = reading_.cursor;
        const std::string name = reading_.new_value("a value");
        cursor.expect("=");
        const std::size_t operation = cursor.choice(
            "an operation", {"aie.tile", "aie.lock", "aie.buffer", "aie.mem", "aie.memtile_dma",
                             "aie.core", "aie.switchbox", "aie.shim_mux"});
        switch (operation) {
            case 0:
                return read_tile(name);
            case 1:
                return read_lock(name);
            case 2:
                return read_buffer(name);
            case 3:
            case 4:
                return read_dma(reading_);
            case 5:
                return read_core(reading_);
            case 6:
                return routes_.read_switchbox();
            default:
                return routes_.read_shim_mux();
        }
    }

    void read_tile(const std::string& name) {
        Cursor& cursor = reading_.cursor;
        const Place place = cursor.peek().place;
        cursor.expect("(");
        const int column = cursor.small_integer("a column", 0, kMaxColumns);
        cursor.expect(",");
        const int row = cursor.small_integer("a row", 0, kMaxRows);
        cursor.expect(")");
        const TileId tile{column, row};
        if (!reading_.device.contains(tile))
            cursor.fail(place, fmt::format("device {} has no tile {}", reading_.device.name,
                                           to_string(tile)));
        if (!reading_.programs.try_emplace(tile).second)
            cursor.fail(place, fmt::format("tile {} stands above", to_string(tile)));
        reading_.programs[tile].tile = tile;
        reading_.tiles[name] = tile;
    }

    void read_lock(const std::string& name) {
        Cursor& cursor = reading_.cursor;
        cursor.expect("(");
        const TileId tile = reading_.tile();
        cursor.expect(",");
        const Place place = cursor.peek().place;
        const int id = cursor.small_integer("the id of a lock", 0, kMaxId);
        cursor.expect(")");
        Attributes attributes = Attributes::read(cursor);
        const int initial = attributes.small_integer("init", -kMaxLockValue, kMaxLockValue);
        attributes.ignore("sym_name");
        attributes.require_nothing_else();
        TileProgram& program = reading_.programs.at(tile);
        if (program.lock(id) != nullptr)
            cursor.fail(place, fmt::format("lock {} of {} stands above", id, to_string(tile)));
        program.locks.push_back({id, reading_.name_at_location(name), initial});
        reading_.locks[name] = {tile, id};
    }

    void read_buffer(const std::string& name) {
        Cursor& cursor = reading_.cursor;
        cursor.expect("(");
        const TileId tile = reading_.tile();
        cursor.expect(")");
        Attributes attributes = Attributes::read(cursor);
        const Bytes address{attributes.integer("address", 0, kMaxInt)};
        attributes.ignore("sym_name");
        attributes.require_nothing_else();
        cursor.expect(":");
        const Bytes size = reading_.memref();
        TileProgram& program = reading_.programs.at(tile);
        reading_.buffers[name] = {tile, static_cast<int>(program.buffers.size())};
        program.buffers.push_back({reading_.name_at_location(name), address, size});
    }

    schedule::Schedule finish() {
        routes_.finish();
        finish_trace(reading_);
        for (auto& [tile, program] : reading_.programs)
            if (has_program(program)) reading_.schedule.tiles.push_back(std::move(program));
        return std::move(reading_.schedule);
    }

    /// The programs of shims are in the runtime sequence.
    [[nodiscard]] bool has_program(const TileProgram& program) const {
        return reading_.device.kind(program.tile) == arch::TileKind::Shim ||
               !program.buffers.empty() || !program.locks.empty() || !program.bds.empty() ||
               !program.channels.empty() || !program.core.empty();
    }

    Reading reading_;
    RouteReader routes_;
};

}  // namespace

schedule::Schedule parse(std::string_view text, const std::string& file,
                         const arch::Device& device) {
    return ModuleReader{text, file, device}.read();
}

}  // namespace xdnasim::mlir
