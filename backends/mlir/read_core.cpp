#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "backends/mlir/attributes.hpp"
#include "backends/mlir/conventions.hpp"
#include "backends/mlir/kernel_attribute.hpp"
#include "backends/mlir/reading.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::mlir {
namespace {

using arch::Bytes;
using arch::kWord;
using schedule::BufferSlice;
using schedule::CoreBody;

class CoreReader {
 public:
    CoreReader(Reading& reading, arch::TileId tile)
        : reading_{reading}, cursor_{reading.cursor}, program_{reading.programs.at(tile)} {}

    void read() {
        if (!program_.core.empty())
            cursor_.fail_here(
                fmt::format("the core of {} has a program above", to_string(program_.tile)));
        cursor_.expect("{");
        while (cursor_.is(Token::Kind::Value) && read_constant()) {
        }
        program_.core = read_body(0);
        cursor_.expect("aie.end");
        cursor_.expect("}");
        Attributes attributes = Attributes::read(cursor_);
        program_.stack = Bytes{attributes.integer("stack_size", 0, kMaxInt)};
        attributes.ignore("link_with");
        attributes.require_nothing_else();
    }

 private:
    /// "%c4 = arith.constant 4 : index"; false: the value is something else's.
    bool read_constant() {
        const Token name = cursor_.take();
        cursor_.expect("=");
        if (!cursor_.accept("arith.constant")) {
            part_ahead_ = name.text;
            return false;
        }
        constants_[name.text] = cursor_.integer("a loop's number", 0, kMaxInteger);
        cursor_.expect(":");
        cursor_.expect("index");
        return true;
    }

    CoreBody read_body(int depth) {
        CoreBody body;
        while (true) {
            if (!part_ahead_.empty()) {
                read_part(std::exchange(part_ahead_, ""));
            } else if (cursor_.is(Token::Kind::Value)) {
                const Token name = cursor_.take();
                cursor_.expect("=");
                read_part(name.text);
            } else if (cursor_.accept("aie.use_lock")) {
                std::visit([&](const auto& use) { body.push_back({use}); }, reading_.lock_use());
            } else if (cursor_.accept("func.call")) {
                body.push_back({read_call()});
            } else if (cursor_.accept("scf.for")) {
                body.push_back({read_loop(depth)});
            } else {
                return body;
            }
        }
    }

    std::int64_t constant() {
        const Token name = cursor_.expect(Token::Kind::Value, "a constant");
        const auto at = constants_.find(name.text);
        if (at == constants_.end())
            cursor_.fail(name.place,
                         fmt::format("{} is not a constant that stands above", to_string(name)));
        return at->second;
    }

    void expect_constant(std::int64_t value) {
        const Place place = cursor_.peek().place;
        if (constant() != value) cursor_.fail(place, fmt::format("a loop has {} here", value));
    }

    schedule::Loop read_loop(int depth) {
        using schedule::kMaxLoopDepth;
        if (depth == kMaxLoopDepth)
            cursor_.fail_here(
                fmt::format("a loop in {} others; allowed: {}", kMaxLoopDepth, kMaxLoopDepth - 1));
        cursor_.expect(Token::Kind::Value, "the index of a loop");
        cursor_.expect("=");
        expect_constant(0);
        cursor_.expect("to");
        const std::int64_t count = constant();
        cursor_.expect("step");
        expect_constant(1);
        cursor_.expect("{");
        schedule::Loop loop;
        if (count != kForever) loop.count = count;
        loop.body = read_body(depth + 1);
        cursor_.expect("}");
        return loop;
    }

    /// "memref.reinterpret_cast %A0 to offset: [0], sizes: [64], strides: [1] : memref<128xi32> to
    /// memref<64xi32>"
    void read_part(const std::string& name) {
        cursor_.expect("memref.reinterpret_cast");
        const schedule::BufferRef buffer = reading_.buffer();
        cursor_.expect("to");
        const auto field = [this](const char* key, std::int64_t min, std::int64_t max) {
            cursor_.expect(key);
            cursor_.expect(":");
            cursor_.expect("[");
            const std::int64_t value = cursor_.integer(key, min, max);
            cursor_.expect("]");
            return value;
        };
        field("offset", 0, 0);
        cursor_.expect(",");
        const Bytes size = kWord * field("sizes", 0, reading_.at(buffer).size / kWord);
        cursor_.expect(",");
        field("strides", 1, 1);
        cursor_.expect(":");
        reading_.memref_of(reading_.at(buffer).size);
        cursor_.expect("to");
        reading_.memref_of(size);
        parts_[name] = {buffer, Bytes{}, size};
    }

    BufferSlice argument() {
        const auto part =
            cursor_.is(Token::Kind::Value) ? parts_.find(cursor_.peek().text) : parts_.end();
        if (part != parts_.end()) {
            cursor_.take();
            return part->second;
        }
        const schedule::BufferRef buffer = reading_.buffer();
        return {buffer, Bytes{}, reading_.at(buffer).size};
    }

    /// "@matmul(%A0, %B0, %C0) : (memref<..>, memref<..>, memref<..>) -> ()"
    schedule::Call read_call() {
        const Token kernel = cursor_.expect(Token::Kind::Symbol, "a kernel");
        const auto at = reading_.kernels.find(kernel.text);
        if (at == reading_.kernels.end())
            cursor_.fail(kernel.place,
                         fmt::format("{} is not a kernel that stands above", to_string(kernel)));
        schedule::Call call{at->second, {}};
        cursor_.expect("(");
        if (!cursor_.is(")")) {
            do
                call.arguments.push_back(argument());
            while (cursor_.accept(","));
        }
        cursor_.expect(")");
        cursor_.expect(":");
        cursor_.expect("(");
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            if (i > 0) cursor_.expect(",");
            reading_.memref_of(call.arguments[i].length);
        }
        cursor_.expect(")");
        cursor_.expect("->");
        cursor_.expect("(");
        cursor_.expect(")");
        return call;
    }

    Reading& reading_;
    Cursor& cursor_;
    schedule::TileProgram& program_;
    std::map<std::string, std::int64_t> constants_;
    std::map<std::string, BufferSlice> parts_;
    std::string part_ahead_;  ///< the name of a part, when it has been read already
};

}  // namespace

void read_core(Reading& reading) {
    reading.cursor.expect("(");
    const arch::TileId tile = reading.tile();
    reading.cursor.expect(")");
    CoreReader{reading, tile}.read();
}

/// "private @zero(memref<256xi32>) attributes {kernel = {...}} loc("zero")"
void read_kernel(Reading& reading) {
    Cursor& cursor = reading.cursor;
    cursor.expect("private");
    const Token symbol = cursor.expect(Token::Kind::Symbol, "the name of a kernel");
    const schedule::KernelRef next{static_cast<int>(reading.schedule.kernels.size())};
    if (!reading.kernels.try_emplace(symbol.text, next).second)
        cursor.fail(symbol.place, fmt::format("{} stands above", to_string(symbol)));
    cursor.expect("(");
    std::vector<Bytes> sizes;
    const Place place = cursor.peek().place;
    if (!cursor.is(")")) {
        do
            sizes.push_back(reading.memref());
        while (cursor.accept(","));
    }
    cursor.expect(")");
    cursor.expect("attributes");
    Attributes attributes = Attributes::read(cursor);
    kernels::Kernel kernel = kernel_of(attributes.nested("kernel"));
    attributes.require_nothing_else();
    kernel.name = reading.name_at_location(symbol.text);
    if (argument_sizes(kernel) != sizes)
        cursor.fail(place, "the arguments have other sizes than what the kernel computes on");
    reading.schedule.kernels.push_back(std::move(kernel));
}

}  // namespace xdnasim::mlir
