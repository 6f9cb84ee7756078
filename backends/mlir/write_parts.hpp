#pragma once
// The parts of the text, each in a file of its own.

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

// Lines of text, indented by the braces that are open.

namespace xdnasim::mlir {

class Text {
 public:
    template <class... Arguments>
    void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        text_.append(indent_, ' ');
        fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
        text_ += '\n';
    }
    /// A line that ends with a brace, and what is in it a step further in.
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
    /// The name of a block stands a step further out than what is in it.
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

/// What every part is written from, and to.
struct Writing {
    const schedule::Schedule& schedule;
    const arch::Device& device;
    const Names& names;
    const std::vector<ArgumentPlaces>& sliced;  ///< by kernel
    Text& text;
    Release release = Release::Current;
    int values = 0;  ///< written so far

    /// A number as `release` has it in an operation: the number, or the value of a constant, which
    /// is written before the operation.
    [[nodiscard]] std::string number(std::int64_t value);
};

void write_kernels(Writing& writing);
void write_dma(Writing& writing, const schedule::TileProgram& program);
void write_core(Writing& writing, const schedule::TileProgram& program);
void write_routes(Writing& writing);
void write_sequence(Writing& writing);

/// "aie.use_lock(%A_full_0_2, AcquireGreaterEqual, 1)"
void write_lock_use(Writing& writing, const schedule::Acquire& acquire);
void write_lock_use(Writing& writing, const schedule::Release& release);

/// "memref<256xi32>". Throws InputError, which names `what`, when the size is not a whole number of
/// words.
[[nodiscard]] std::string memref(arch::Bytes size, const std::string& what);

// How a switch passes packets on. A slave port looks a packet's id up in its rules; a rule names an
// arbiter and one of its selects, and each master port takes part in the selects of one arbiter
// (AM020, Packet-Switched Streams).

struct ArbiterSelect {
    int arbiter = 0;
    int select = 0;
    auto operator<=>(const ArbiterSelect&) const = default;
};

/// Where a flow passes a switch.
struct Passing {
    int flow = 0;
    int position = 0;  ///< in its route, of the first of the connections
};

/// Packets whose id has `value` under `mask` and that come in at `slave` go out at all `masters`.
struct PacketRule {
    arch::Port slave;
    int mask = 0;
    int value = 0;
    std::set<arch::Port> masters{};
    std::vector<Passing> flows{};  ///< of such packets, in their order
    ArbiterSelect select{};
};

/// The rules of the switch of `tile`, in the order of the flows. Ports that any two rules share
/// have one arbiter, each set of masters a select of it. Each rule takes one id, but where a port
/// has fewer match slots than ids.
/// Throws InputError when the switch has too few arbiters or selects, or a port too few match
/// slots.
[[nodiscard]] std::vector<PacketRule> packet_rules(const schedule::Schedule& schedule,
                                                   const arch::Device& device, arch::TileId tile);

}  // namespace xdnasim::mlir
