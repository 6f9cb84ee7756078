#include "workloads/design/bd_pattern.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "workloads/design/pieces.hpp"

namespace xdnasim::design {
namespace {

constexpr std::size_t kMaxSteps = 8;
/// AM025: Out_Of_Order_BD_ID has six bits.
constexpr int kMaxSinkBd = 63;
/// ShapedType::kDynamic of MLIR: marks an entry of a static array whose value is an operand.
constexpr std::string_view kValueStandsHere = "-9223372036854775808";

/// The two numbers called `first` and `second` in "<size = 4, stride = 8>"; 0 if not given.
std::pair<std::int64_t, std::int64_t> pair_in(const Draft& draft, ir::Range piece,
                                              std::string_view first, std::string_view second,
                                              const ir::Constants* constants) {
    std::pair<std::int64_t, std::int64_t> found{0, 0};
    while (!piece.empty() && !draft.text[piece.begin].is("<"))
        ++piece.begin;
    for (const ir::Attribute& attribute : attributes_in(draft.text, piece)) {
        const auto number = ir::integer_at(draft.text, attribute.value, constants);
        if (!number || *number < 0 || *number > kMaxElements)
            draft.text.fail(
                draft.text[piece.begin].at,
                fmt::format("'{}' is not a number from 0 to {}", attribute.name, kMaxElements));
        if (attribute.name == first) found.first = *number;
        if (attribute.name == second) found.second = *number;
    }
    return found;
}

/// The number of elements at `range`. `name`: what messages call it.
std::int64_t elements_at(const Draft& draft, ir::Range range, std::string_view name,
                         const ir::Constants* constants) {
    const ir::Token& token = draft.text[range.begin];
    const auto number = ir::integer_at(draft.text, range, constants);
    if (!number)
        draft.text.fail(token.at, fmt::format("{} is not a number that is known before the run",
                                              to_string(token)));
    if (*number < 0 || *number > kMaxElements)
        draft.text.fail(token.at,
                        fmt::format("{} {}; allowed: 0 to {}", name, *number, kMaxElements));
    return *number;
}

std::vector<std::int64_t> numbers_in(const Draft& draft, ir::Range list, std::string_view name,
                                     const ir::Constants* constants) {
    std::vector<std::int64_t> numbers;
    for (const ir::Range& piece : split(draft.text, inside(draft.text, list)))
        numbers.push_back(elements_at(draft, piece, name, constants));
    return numbers;
}

/// Reads the pattern of a BD, between its type and the closing bracket, in the notations of all
/// versions of mlir-aie.
class BdReader {
 public:
    BdReader(const Draft& draft, const ir::Fields& fields, const ir::Constants* constants)
        : draft_{draft}, fields_{fields}, constants_{constants} {}

    Walk read(const Memref& type) {
        walk_.length = type.elements();
        if (const auto pattern = fields_.find("pattern")) read_rest(behind_type(*pattern));
        for (const char* name : {"offset", "len"})
            for (const std::string& written : {std::string{name}, fmt::format("static_{}", name)})
                if (fields_.has(written)) set(name, fields_.integer(written, 0, kMaxElements));
        if (fields_.has("static_sizes")) {
            sizes_ = mixed_numbers("sizes", "static_sizes");
            strides_ = mixed_numbers("strides", "static_strides");
            pair_steps();
        }
        if (const auto list = fields_.find("dimensions")) read_steps(*list);
        if (const auto list = fields_.find("pad_dimensions")) read_padding(*list);
        std::ranges::reverse(walk_.steps);
        std::ranges::reverse(walk_.padding);
        if (walk_.steps.size() > kMaxSteps)
            draft_.text.fail(fields_.at(), fmt::format("a BD of {} dimensions; allowed: {}",
                                                       walk_.steps.size(), kMaxSteps));
        return std::move(walk_);
    }

 private:
    void set(std::string_view name, std::int64_t value) {
        (name == "offset" ? walk_.offset : walk_.length) = value;
    }

    /// The part of the pattern after the type, in "memref<64xi32>, 0, 64" or "memref<64xi32>
    /// offset = 0 len = 64".
    [[nodiscard]] ir::Range behind_type(ir::Range pattern) const {
        while (!pattern.empty() && !draft_.text[pattern.begin].is(",") &&
               !draft_.text[pattern.begin].is("offset") && !draft_.text[pattern.begin].is("len"))
            pattern.begin = behind(draft_.text, pattern.begin);
        return pattern;
    }

    /// Reads "0, 1024, [<size = ..>], [<const_pad_before = ..>]", or "offset = 0 len = 1024 sizes =
    /// [..] strides = [..]", with or without commas.
    void read_rest(ir::Range rest) {
        int position = 0;
        for (std::uint32_t i = rest.begin; i < rest.end;) {
            const ir::Token& token = draft_.text[i];
            // In "pad [<...>]" the word carries no information.
            if (token.is(",") || (token.is("pad") && draft_.text[i + 1].is("["))) {
                ++i;
            } else if (token.kind == ir::Kind::Word && draft_.text[i + 1].is("=")) {
                const std::uint32_t end = behind(draft_.text, i + 2);
                read_named(token.text, {i + 2, end});
                i = end;
            } else if (token.is("[")) {
                const std::uint32_t end = behind(draft_.text, i);
                read_list({i, end});
                i = end;
            } else {
                const std::string_view name = position == 0 ? "offset" : "len";
                const std::int64_t number = elements_at(draft_, {i, i + 1}, name, constants_);
                if (position++ > 1)
                    draft_.text.fail(
                        token.at,
                        fmt::format("{} after an offset and a length; allowed: lists of dimensions",
                                    number));
                set(name, number);
                ++i;
                // Skips the type in "0 : i32".
                if (i < rest.end && draft_.text[i].is(":")) i += 2;
            }
        }
        pair_steps();
    }

    void pair_steps() {
        if (sizes_.size() != strides_.size())
            draft_.text.fail(fields_.at(),
                             fmt::format("{} sizes and {} strides; allowed: equal numbers of both",
                                         sizes_.size(), strides_.size()));
        for (std::size_t k = 0; k < sizes_.size(); ++k)
            walk_.steps.push_back({sizes_[k], strides_[k]});
    }

    /// Numbers in the generic form: an array in which kValueStandsHere marks each place of one of
    /// `values`.
    [[nodiscard]] std::vector<std::int64_t> mixed_numbers(std::string_view values,
                                                          std::string_view array) const {
        const auto given = fields_.find(values);
        std::vector<ir::Range> left = given ? split(draft_.text, *given) : std::vector<ir::Range>{};
        std::ranges::reverse(left);
        std::vector<std::int64_t> numbers;
        for (ir::Range piece : array_pieces(draft_.text, fields_.range(array))) {
            if (draft_.text[piece.begin].text == kValueStandsHere && !left.empty()) {
                piece = left.back();
                left.pop_back();
            }
            numbers.push_back(elements_at(draft_, piece, values, constants_));
        }
        return numbers;
    }

    void read_named(std::string_view name, ir::Range value) {
        if (name == "sizes") sizes_ = numbers_in(draft_, value, name, constants_);
        if (name == "strides") strides_ = numbers_in(draft_, value, name, constants_);
        if (name == "dimensions") read_steps(value);
        if (name == "pad_dimensions") read_padding(value);
        if (name != "offset" && name != "len" && name != "length") return;
        set(name == "offset" ? "offset" : "len", elements_at(draft_, value, name, constants_));
    }

    void read_list(ir::Range list) {
        for (std::uint32_t i = list.begin; i < list.end; ++i) {
            if (draft_.text[i].is("size")) return read_steps(list);
            if (draft_.text[i].is("const_pad_before")) return read_padding(list);
        }
    }

    /// Pieces of a list whose outer brackets may be those of an attribute:
    /// #aie<bd_dim_layout_array[...]>.
    [[nodiscard]] std::vector<ir::Range> pieces(ir::Range list) const {
        while (!list.empty() && !draft_.text[list.begin].is("["))
            ++list.begin;
        return split(draft_.text, inside(draft_.text, list));
    }

    void read_steps(ir::Range list) {
        for (const ir::Range& piece : pieces(list)) {
            const auto [size, stride] = pair_in(draft_, piece, "size", "stride", constants_);
            walk_.steps.push_back({size, stride});
        }
    }

    void read_padding(ir::Range list) {
        for (const ir::Range& piece : pieces(list)) {
            const auto [before, after] =
                pair_in(draft_, piece, "const_pad_before", "const_pad_after", constants_);
            walk_.padding.push_back({static_cast<int>(std::min<std::int64_t>(before, kMaxCount)),
                                     static_cast<int>(std::min<std::int64_t>(after, kMaxCount))});
        }
    }

    const Draft& draft_;
    const ir::Fields& fields_;
    const ir::Constants* constants_;
    Walk walk_;
    std::vector<std::int64_t> sizes_;
    std::vector<std::int64_t> strides_;
};

std::optional<std::int64_t> inner_length(const Walk& walk) {
    if (walk.steps.empty() || !walk.padding.empty()) return std::nullopt;
    std::int64_t product = 1;
    for (std::size_t i = 0; i < std::min(walk.steps.size(), kInnerSteps); ++i)
        product = base::saturating_multiply(product, walk.steps[i].size);
    return product;
}

/// Sets the iteration of `bd`. Rounds of stride 0 need none: the repeat count of the task covers
/// them.
void set_iteration(const Memref& type, std::int64_t size, std::int64_t stride, schedule::Bd& bd) {
    if (size > 1 && stride > 0)
        bd.iteration = {static_cast<int>(std::min<std::int64_t>(size, kMaxCount)),
                        type.bytes_of(stride)};
}

/// Reads an iteration, in the form "<size = 4, stride = 1024>", "#aie.bd_iteration<...>", or two
/// values.
void read_iteration(const Draft& draft, const ir::Fields& fields, const Memref& type,
                    schedule::Bd& bd, const ir::Constants* constants) {
    for (const char* name : {"bd_iteration", "iteration"}) {
        const auto range = fields.find(name);
        if (!range) continue;
        const auto [size, stride] = pair_in(draft, *range, "size", "stride", constants);
        set_iteration(type, size, stride, bd);
    }
    if (!fields.has("iteration_size")) return;
    set_iteration(type, fields.integer("iteration_size", 0, kMaxElements),
                  fields.integer("iteration_stride", 0, kMaxElements), bd);
}

}  // namespace

schedule::PacketHeader packet_header(const ir::Fields& fields, std::string_view name) {
    schedule::PacketHeader header;
    const ir::Range range = fields.range(name);
    for (std::uint32_t i = range.begin; i + 2 < range.end; ++i) {
        const ir::Token& key = fields.text()[i];
        const auto number = ir::whole_number(fields.text()[i + 2]);
        if (!number || !fields.text()[i + 1].is("=")) continue;
        const bool is_id = key.is("pkt_id");
        if (!is_id && !key.is("pkt_type")) continue;
        const int most = is_id ? arch::kMaxPacketId : arch::kMaxPacketType;
        if (*number < 0 || *number > most)
            fields.fail(name,
                        fmt::format("holds {} = {}; allowed: 0 to {}", key.text, *number, most));
        (is_id ? header.id : header.type) = static_cast<int>(*number);
    }
    return header;
}

schedule::PacketHeader packet_beside(const ir::Fields& fields) {
    return {.id = fields.small("packet_id", 0, arch::kMaxPacketId),
            .type = fields.small("packet_type", 0, arch::kMaxPacketType)};
}

bool only_ends(const ir::Block& block) {
    return block.operations.size() == 1 && block.operations.front().is("aie.end");
}

void name_sink_bd(const Draft& draft, BdForm& form) {
    if (!form.sink_bd) return;
    if (!form.bd.packet)
        draft.text.fail(
            form.bd.origin,
            "'out_of_order_id' of a BD that sends no packets; allowed: together with 'packet'");
    form.bd.packet->sink_bd = form.sink_bd;
}

BdForm read_bd(const Draft& draft, const ir::Operation& operation, const Memref& type,
               arch::TileKind kind, BdOwner owner, const ir::Constants* constants) {
    const ir::Fields fields = draft.fields(operation, constants);
    Walk walk = BdReader{draft, fields, constants}.read(type);
    BdForm form;
    form.bd.origin = operation.at;
    form.inner_length = inner_length(walk);
    form.has_outermost = walk.steps.size() > kInnerSteps;
    // A shim's BD is a transfer of the sequence, which mlir-aie may split (AIEDecomposeLargeDmaBd).
    walk.splits = kind == arch::TileKind::Shim;
    read_iteration(draft, fields, type, form.bd, constants);
    const std::size_t dimensions = walk.steps.size();
    if (kind == arch::TileKind::Shim && owner == BdOwner::Task && !walk.steps.empty() &&
        walk.padding.empty() && !form.bd.iteration)
        split_task(draft, walk, type, form);
    if (owner == BdOwner::Task && dimensions > kInnerSteps + 1 && form.pieces.empty())
        draft.text.fail(operation.at,
                        fmt::format("a BD of {} dimensions; allowed: {} (of a shim also more, "
                                    "without padding and in whole words)",
                                    dimensions, kInnerSteps + 1));
    const bool iterates = kind == arch::TileKind::Shim || owner == BdOwner::Task;
    if (iterates && walk.steps.size() > kInnerSteps) {
        const Step outermost = walk.steps.back();
        walk.steps.resize(kInnerSteps);
        set_iteration(type, outermost.size, outermost.stride, form.bd);
    }
    set_walk(form.bd, walk, type, draft.device.model(kind).dma.bd, draft.text, operation.at);
    if (fields.has("bd_id")) form.id = fields.small("bd_id", 0, kMaxId);
    if (fields.has("next_bd_id")) form.next = fields.small("next_bd_id", 0, kMaxId);
    if (fields.has("out_of_order_id"))
        form.sink_bd = fields.small("out_of_order_id", 0, kMaxSinkBd);
    if (fields.has("packet")) form.bd.packet = packet_header(fields, "packet");
    for (BdPiece& piece : form.pieces)
        piece.bd.packet = form.bd.packet;
    return form;
}

}  // namespace xdnasim::design
