#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/units.hpp"
#include "workloads/design/library/host_function.hpp"

namespace xdnasim::design::library {
namespace {

using interpreter::ScalarType;

constexpr char kReturns = '>';

std::string code_of(const ScalarType& type) {
    // A boolean takes a byte, and an index of a core takes a word.
    switch (type.kind) {
        case ScalarType::Kind::Signed:
        case ScalarType::Kind::Unsigned:
            return fmt::format("i{}", type.bytes());
        case ScalarType::Kind::Float:
            return fmt::format("f{}", type.bytes());
        case ScalarType::Kind::Bfloat:
            return "b2";
    }
    return {};
}

std::vector<std::string_view> arguments_in(std::string_view signature) {
    std::vector<std::string_view> pieces;
    std::string_view rest = signature.substr(0, signature.find(kReturns));
    while (!rest.empty()) {
        const std::size_t end = rest.find(',');
        pieces.push_back(rest.substr(0, end));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    return pieces;
}

std::string_view result_in(std::string_view signature) {
    return signature.substr(signature.find(kReturns) + 1);
}

bool piece_fits(std::string_view is, std::string_view called) {
    if (is == called) return true;
    const bool both_point = is.ends_with('*') && called.ends_with('*');
    return both_point && (is == "v*" || called == "v*");
}

std::string readable_piece(std::string_view piece) {
    std::string_view code = piece;
    std::string_view star;
    if (code.ends_with('*')) {
        star = "*";
        code.remove_suffix(1);
    }
    if (code == "v") return fmt::format("void{}", star);
    if (code == "b2") return fmt::format("bfloat16{}", star);
    const int bits = code.size() == 2 ? (code[1] - '0') * arch::kBitsPerByte : 0;
    const bool known = bits > 0 && (code[0] == 'i' || code[0] == 'f');
    if (!known) return fmt::format("something else{}", star);
    return fmt::format("{}{}{}", code[0] == 'i' ? "int" : "float", bits, star);
}

}  // namespace

std::string to_string(const HostFunction& function) {
    return fmt::format("function '{}' of '{}'", function.name, function.library.string());
}

std::string signature_of(const HostFunction& function) {
    std::string text;
    for (const Argument& argument : function.arguments)
        text += fmt::format("{}{}{}", text.empty() ? "" : ",",
                            argument.type ? code_of(*argument.type) : "v",
                            argument.is_buffer ? "*" : "");
    return fmt::format("{}{}{}", text, kReturns, function.result ? code_of(*function.result) : "v");
}

bool signature_fits(std::string_view is, std::string_view called) {
    const auto pieces = arguments_in(is);
    const auto wanted = arguments_in(called);
    if (pieces.size() != wanted.size()) return false;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        if (!piece_fits(pieces[i], wanted[i])) return false;
    // The result of a function may be ignored.
    return result_in(called) == "v" || result_in(is) == result_in(called);
}

std::string readable(std::string_view signature) {
    std::vector<std::string> pieces;
    for (const std::string_view piece : arguments_in(signature))
        pieces.push_back(readable_piece(piece));
    return fmt::format("({}) -> {}", fmt::join(pieces, ", "), readable_piece(result_in(signature)));
}

}  // namespace xdnasim::design::library
