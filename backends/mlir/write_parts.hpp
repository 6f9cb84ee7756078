#pragma once
// The functions that write the parts of the text; each is in a .cpp file of its own.

#include <compare>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arch/device.hpp"
#include "backends/mlir/design_files.hpp"
#include "backends/mlir/names.hpp"
#include "backends/mlir/sliced_arguments.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/schedule.hpp"

// Lines of text, indented by the number of open braces.

namespace xdnasim::mlir {

class Text {
 public:
    template <class... Arguments>
    void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        text_.append(indent_, ' ');
        fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
        text_ += '\n';
    }
    /// Writes a line that ends with an opening brace, and indents the following lines by one step.
    template <class... Arguments>
    void open(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        line(format, std::forward<Arguments>(arguments)...);
        indent_ += kStep;
    }
    template <class... Arguments>
    void close(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        indent_ -= kStep;
        line(format, std::forward<Arguments>(arguments)...);
    }
    /// Writes the label of a block, indented by one step less than the block's lines.
    void label(const std::string& name) {
        text_.append(indent_ - kStep, ' ');
        text_ += '^' + name + ":\n";
    }

    [[nodiscard]] std::string take() { return std::move(text_); }

 private:
    static constexpr std::size_t kStep = 2;

    std::string text_;
    std::size_t indent_ = 0;
};

/// Input and output of the functions that write the parts.
struct Writing {
    const schedule::Schedule& schedule;
    const arch::Device& device;
    const Names& names;
    const std::vector<ArgumentPlaces>& sliced;  ///< index: kernel
    Text& text;
    Release release = Release::Current;
    int values = 0;  ///< number of names that next_value() has given

    /// Returns a new name for a value, such as "%0". A name from the schedule never begins with a
    /// digit (see identifier()), so the two do not meet.
    [[nodiscard]] std::string next_value();
    /// Returns a number as an operand of an operation in `release`: the number itself, or the name
    /// of a constant, which this call writes. Call before writing the operation.
    [[nodiscard]] std::string number(std::int64_t value);
};

void write_kernels(Writing& writing);
void write_dma(Writing& writing, const schedule::TileProgram& program);
void write_core(Writing& writing, const schedule::TileProgram& program);
void write_routes(Writing& writing);
void write_sequence(Writing& writing);

/// Writes "aie.use_lock(%A_full_0_2, AcquireGreaterEqual, 1)".
void write_lock_use(Writing& writing, const schedule::Acquire& acquire);
void write_lock_use(Writing& writing, const schedule::Release& release);

/// Returns the type of a buffer: "memref<256xi32>". Throws InputError, which names `what`, unless
/// the size is a whole number of words.
[[nodiscard]] std::string memref(arch::Bytes size, const std::string& what);

// Packet switching. A slave port looks up a packet's id in its rules. A rule names an arbiter and
// one of the arbiter's selects (msel), and each master port belongs to selects of one arbiter only
// (AM020, Packet-Switched Streams).

struct ArbiterSelect {
    int arbiter = 0;
    int select = 0;
    auto operator<=>(const ArbiterSelect&) const = default;
};

/// The place where a flow passes a switch.
struct Passing {
    int flow = 0;
    int position = 0;  ///< index in the flow's route of its first connection in the switch
};

/// A rule: packets that enter at `slave` and whose id equals `value` under `mask` leave at all
/// `masters`.
struct PacketRule {
    arch::Port slave;
    int mask = 0;
    int value = 0;
    std::set<arch::Port> masters{};
    std::vector<Passing> flows{};  ///< flows whose packets the rule takes, in order of their number
    ArbiterSelect select{};
};

/// Returns the rules of the switch of `tile`, in the order of the flows. Rules that share a master
/// port use the same arbiter, and each set of masters is one select of its arbiter. Each rule takes
/// one id, unless a port has fewer match slots than ids. Throws InputError if the switch has too
/// few arbiters or selects, or a port too few match slots.
[[nodiscard]] std::vector<PacketRule> packet_rules(const schedule::Schedule& schedule,
                                                   const arch::Device& device, arch::TileId tile);

}  // namespace xdnasim::mlir
