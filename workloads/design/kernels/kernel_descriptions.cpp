// Where a kernel is described: in kernels.yaml, or beside its declaration.

#include <algorithm>
#include <cmath>
#include <memory>

#include "workloads/design/functions.hpp"
#include "workloads/design/kernels/kernel_table.hpp"
#include "workloads/design/library/host_function.hpp"

namespace xdnasim::design {

using base::Node;

namespace {

/// An attribute's value as in YAML: a flag becomes true, and names of several words get hyphens.
Node value_of(const ir::Attribute& attribute, const base::Place& place, const ir::Text& text) {
    if (attribute.value.empty()) return Node::scalar(place, "true");
    if (text[attribute.value.begin].is("[")) {
        std::vector<Node> items;
        for (const ir::Range& item : split(text, inside(text, attribute.value)))
            items.push_back(Node::scalar(place, std::string{text[item.begin].text}));
        return Node::sequence(place, std::move(items));
    }
    std::string value{text[attribute.value.begin].text};
    if (attribute.name == "b_layout") std::ranges::replace(value, '_', '-');
    return Node::scalar(place, value);
}

/// The attribute "kernel = {...}" of a function; nullopt if it has none.
std::optional<ir::Range> attribute_of(const ir::Text& text, const ir::Operation& function) {
    for (std::uint32_t i = function.rest.begin; i + 2 < function.rest.end; ++i)
        if (text[i].is("kernel") && text[i + 1].is("=") && text[i + 2].is("{"))
            return ir::Range{i, text[i + 2].partner + 1};
    return std::nullopt;
}

}  // namespace

std::optional<Node> KernelTable::description(std::string_view function) const {
    const Node* user = source_.kernels ? source_.kernels->find(function) : nullptr;
    const bool says = user != nullptr && !user->is_null();
    return says ? std::optional{*user} : description_in_text(function);
}

std::optional<KernelTable::Library> KernelTable::library_of(std::string_view function) const {
    const std::optional<Node> described = description(function);
    const Node* const file = described ? described->find("library") : nullptr;
    if (file == nullptr) return std::nullopt;
    Library library{std::filesystem::absolute(source_.folder / file->as_string()),
                    library::kTimeLimit};
    if (const Node* limit = described->find("time_limit"))
        library.time_limit = std::chrono::milliseconds{
            std::llround(1e3 * limit->as_double(kMinTimeLimit, kMaxTimeLimit))};
    return library;
}

std::vector<std::size_t> KernelTable::sliced_buffers(std::string_view function) const {
    const std::optional<Node> described = description(function);
    const Node* sliced = described ? described->find("sliced") : nullptr;
    std::vector<std::size_t> places;
    if (sliced == nullptr) return places;
    for (const Node& place : sliced->as_sequence()) {
        const auto min = places.empty() ? 0 : static_cast<std::int64_t>(places.back()) + 1;
        places.push_back(static_cast<std::size_t>(place.as_int(min, kMaxId)));
    }
    return places;
}

/// The attribute {kernel = {work = "matmul", ...}} of a function's declaration, which xdnasim's
/// export writes.
std::optional<Node> KernelTable::description_in_text(std::string_view function) const {
    const auto declared = draft_.functions.find(function);
    if (declared == draft_.functions.end()) return std::nullopt;
    const ir::Text& text = draft_.text;
    const auto said = attribute_of(text, *declared->second);
    if (!said) return std::nullopt;
    const auto source = std::make_shared<const std::string>(text.file());
    const base::Position at = text[said->begin].at;
    const base::Place place{source, at.line, at.column};
    std::vector<base::Entry> entries;
    for (const ir::Attribute& attribute : attributes_in(text, {said->begin + 2, said->end})) {
        Node value = value_of(attribute, place, text);
        entries.push_back({std::string{attribute.name}, place, std::move(value)});
    }
    return Node::map(place, std::move(entries));
}

bool is_described(const KernelSource& source, const ir::Text& text, const ir::Operation& function) {
    const bool by_user =
        source.kernels && source.kernels->find(symbol_name(text, function)) != nullptr;
    return by_user || attribute_of(text, function).has_value();
}

}  // namespace xdnasim::design
