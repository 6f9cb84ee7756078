#include "backends/mlir/reading.hpp"

#include <fmt/format.h>

namespace xdnasim::mlir {

using arch::Bytes;
using arch::TileId;

template <class Object>
Object Reading::find(const std::map<std::string, Object>& objects, const std::string& what) {
    const Token name = cursor.expect(Token::Kind::Value, what);
    const auto at = objects.find(name.text);
    if (at == objects.end())
        cursor.fail(name.place, fmt::format("expected {}; {} is none that stands above", what,
                                            to_string(name)));
    return at->second;
}

TileId Reading::tile() {
    return find(tiles, "a tile");
}

schedule::LockRef Reading::lock() {
    return find(locks, "a lock");
}

schedule::BufferRef Reading::buffer() {
    return find(buffers, "a buffer");
}

std::string Reading::new_value(const std::string& what) {
    const Token name = cursor.expect(Token::Kind::Value, what);
    if (tiles.contains(name.text) || locks.contains(name.text) || buffers.contains(name.text))
        cursor.fail(name.place, fmt::format("{} is taken", to_string(name)));
    return name.text;
}

const schedule::Buffer& Reading::at(schedule::BufferRef buffer) const {
    return *programs.at(buffer.tile).buffer(buffer.index);
}

arch::Direction Reading::direction() {
    using enum arch::Direction;
    return cursor.choice("a direction", {"S2MM", "MM2S"}) == 0 ? S2MM : MM2S;
}

Bytes Reading::memref() {
    cursor.expect("memref");
    cursor.expect("<");
    const std::int64_t words = cursor.integer("the words of a memref", 0, kMaxWords);
    cursor.expect("xi32");
    cursor.expect(">");
    return arch::kWord * words;
}

void Reading::memref_of(Bytes size) {
    const Place place = cursor.peek().place;
    const Bytes found = memref();
    if (found != size)
        cursor.fail(place, fmt::format("expected memref<{}xi32>; found memref<{}xi32>",
                                       size / arch::kWord, found / arch::kWord));
}

std::string Reading::name_at_location(const std::string& otherwise) {
    if (!cursor.accept("loc")) return otherwise;
    cursor.expect("(");
    const Token name = cursor.expect(Token::Kind::String, "a name in quotes");
    cursor.expect(")");
    return name.text;
}

std::variant<schedule::Acquire, schedule::Release> Reading::lock_use() {
    using schedule::LockCondition;
    cursor.expect("(");
    const schedule::LockRef used = lock();
    cursor.expect(",");
    const std::size_t action =
        cursor.choice("what is done to the lock", {"AcquireGreaterEqual", "Acquire", "Release"});
    cursor.expect(",");
    const int value = cursor.small_integer("the value of a lock", -kMaxId, kMaxId);
    cursor.expect(")");
    if (action == 2) return schedule::Release{used, value};
    return schedule::Acquire{used, value,
                             action == 0 ? LockCondition::GreaterEqual : LockCondition::Equal};
}

}  // namespace xdnasim::mlir
