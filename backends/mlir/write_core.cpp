#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backends/mlir/conventions.hpp"
#include "backends/mlir/kernel_attribute.hpp"
#include "backends/mlir/write_parts.hpp"
#include "base/error.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::mlir {
namespace {

using schedule::CoreBody;
using schedule::TileProgram;

/// Type of the number of words before a slice.
constexpr const char* kWordsBefore = "i32";

/// Type of a word of the cascade.
constexpr const char* kCascadeType = "vector<16xi32>";

std::string name_of_count(std::int64_t count) {
    return count == kForever ? "%forever" : fmt::format("%c{}", count);
}

class CoreProgram {
 public:
    CoreProgram(Writing& writing, const TileProgram& program)
        : writing_{writing}, program_{program} {}

    void write() {
        Text& text = writing_.text;
        text.open("%core_{}_{} = aie.core(%{}) {{", program_.tile.column, program_.tile.row,
                  tile_name(program_.tile));
        declare_counts();
        write_body(program_.core);
        text.line("aie.end");
        // Only xdnasim reads this, so that it reads back an equal schedule.
        const char* const placement = program_.placement_known ? "" : ", placement_known = 0 : i32";
        text.close("}} {{link_with = \"{}\", stack_size = {} : i32{}}}", kKernelArchive,
                   program_.stack.count(), placement);
    }

 private:
    void declare_counts() {
        std::set<std::int64_t> counts;
        schedule::for_each_operation<schedule::Loop>(
            program_.core,
            [&](const schedule::Loop& loop) { counts.insert(loop.count.value_or(kForever)); });
        if (counts.empty()) return;
        counts.insert({0, 1});  // first index and step of every loop
        for (const std::int64_t count : counts)
            writing_.text.line("{} = arith.constant {} : index", name_of_count(count), count);
    }

    /// Writes the operations of a block. A word of the cascade cannot be used outside of the block
    /// that got or loaded it.
    void write_body(const CoreBody& body) {
        word_.clear();
        for (const schedule::CoreOp& op : body)
            std::visit([this](const auto& some) { write_op(some); }, op.op);
        word_.clear();
    }

    void write_op(const schedule::Acquire& acquire) { write_lock_use(writing_, acquire); }
    void write_op(const schedule::Release& release) { write_lock_use(writing_, release); }
    void write_op(const schedule::GetCascade& get) {
        word_ = fmt::format("%word{}", words_++);
        writing_.text.line("{} = aie.get_cascade() : {}", word_, kCascadeType);
        if (get.into) write_access("vector.store " + word_ + ", ", *get.into);
    }
    void write_op(const schedule::PutCascade& put) {
        if (put.from) {
            word_ = fmt::format("%word{}", words_++);
            write_access(word_ + " = vector.load ", *put.from);
        }
        if (word_.empty())
            throw base::InputError{
                fmt::format("{} puts a word on the cascade that no earlier step of the same block "
                            "has got; the export supports only words that an earlier step has got "
                            "or that the step itself loads",
                            what())};
        writing_.text.line("aie.put_cascade({} : {})", word_, kCascadeType);
    }
    void write_op(const schedule::TellEvent& told) {
        writing_.text.line("aie.event({})", told.event);
    }
    void write_op(const schedule::Loop& loop) {
        writing_.text.open("scf.for %i{} = %c0 to {} step %c1 {{", depth_++,
                           name_of_count(loop.count.value_or(kForever)));
        write_body(loop.body);
        writing_.text.close("}}");
        --depth_;
    }
    void write_op(const schedule::Call& call) {
        std::vector<std::string> values;
        std::vector<std::string> types;
        for (const schedule::BufferSlice& slice : call.arguments) {
            values.push_back(value_of(slice));
            types.push_back(memref(slice.length, what()));
        }
        for (const std::size_t place :
             writing_.sliced[static_cast<std::size_t>(call.kernel.index)]) {
            values.push_back(begin_of(call.arguments[place]));
            types.emplace_back(kWordsBefore);
        }
        writing_.text.line("func.call @{}({}) : ({}) -> ()", writing_.names.kernel(call.kernel),
                           fmt::join(values, ", "), fmt::join(types, ", "));
    }

    /// Returns the value to pass for a slice: the buffer, or a view from the buffer's beginning
    /// with the length of the slice.
    std::string value_of(const schedule::BufferSlice& slice) {
        const schedule::Buffer& buffer = *writing_.schedule.buffer(slice.buffer);
        const std::string name = "%" + writing_.names.buffer(slice.buffer);
        if (slice.length == buffer.size) return name;
        const std::string part = fmt::format("%part{}", parts_++);
        writing_.text.line(
            "{} = memref.reinterpret_cast {} to offset: [0], sizes: [{}], "
            "strides: [1] : {} to {}",
            part, name, slice.length / arch::kWord, memref(buffer.size, what()),
            memref(slice.length, what()));
        return part;
    }

    /// Writes a constant with the number of words before the slice, and returns its name.
    std::string begin_of(const schedule::BufferSlice& slice) {
        if (slice.offset % arch::kWord != arch::Bytes{})
            throw base::InputError{
                fmt::format("{} passes buffer '{}' from byte {} on; the export supports only whole "
                            "words of {} bytes",
                            what(), writing_.schedule.buffer(slice.buffer)->name,
                            slice.offset.count(), arch::kWord.count())};
        const std::string begin = fmt::format("%begin{}", begins_++);
        writing_.text.line("{} = arith.constant {} : {}", begin, slice.offset / arch::kWord,
                           kWordsBefore);
        return begin;
    }

    /// Writes `operation`, a load or store, on the cascade word at the slice's offset in its
    /// buffer.
    void write_access(const std::string& operation, const schedule::BufferSlice& slice) {
        const schedule::Buffer& buffer = *writing_.schedule.buffer(slice.buffer);
        const std::string at = fmt::format("%at{}", places_++);
        if (slice.offset % arch::kWord != arch::Bytes{})
            throw base::InputError{
                fmt::format("{} has a word of the cascade at byte {} of buffer '{}'; the export "
                            "supports only multiples of {} bytes",
                            what(), slice.offset.count(), buffer.name, arch::kWord.count())};
        writing_.text.line("{} = arith.constant {} : index", at, slice.offset / arch::kWord);
        writing_.text.line("{}%{}[{}] : {}, {}", operation, writing_.names.buffer(slice.buffer), at,
                           memref(buffer.size, what()), kCascadeType);
    }

    [[nodiscard]] std::string what() const { return "core " + to_string(program_.tile); }

    Writing& writing_;
    const TileProgram& program_;
    int depth_ = 0;
    int parts_ = 0;
    int begins_ = 0;
    int words_ = 0;
    int places_ = 0;
    std::string word_;  ///< value of the cascade word at hand; empty: this block has none yet
};

}  // namespace

void write_core(Writing& writing, const TileProgram& program) {
    if (!program.core.empty() || program.stack != arch::Bytes{})
        CoreProgram{writing, program}.write();
}

void write_kernels(Writing& writing) {
    int index = 0;
    for (const kernels::Kernel& kernel : writing.schedule.kernels) {
        const ArgumentPlaces& sliced = writing.sliced[static_cast<std::size_t>(index)];
        const std::string& name = writing.names.kernel({index++});
        std::vector<std::string> types;
        for (const arch::Bytes size : argument_sizes(kernel))
            types.push_back(memref(size, fmt::format("an argument of kernel '{}'", kernel.name)));
        types.insert(types.end(), sliced.size(), kWordsBefore);
        writing.text.line("func.func private @{}({}) attributes {{kernel = {}}} loc({})", name,
                          fmt::join(types, ", "), attribute_of(kernel, sliced),
                          in_quotes(kernel.name));
    }
}

}  // namespace xdnasim::mlir
