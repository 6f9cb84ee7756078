#include "workloads/design/cores/core_values.hpp"

#include <utility>

#include <fmt/format.h>

namespace xdnasim::design {

void CoreValues::set(std::string_view name, Value value) {
    if (value.is_number())
        constants_[name] = value.number;
    else
        constants_.erase(name);
    values_[name] = std::move(value);
}

Value CoreValues::get(std::string_view name) const {
    if (const auto found = values_.find(name); found != values_.end()) return found->second;
    Value value;
    const auto buffer = draft_->buffers.find(name);
    if (buffer == draft_->buffers.end()) return value;
    value.kind = Value::Kind::Memory;
    value.slice = {buffer->second, {}, draft_->at(buffer->second).size};
    value.type = draft_->types.at(buffer->second);
    return value;
}

std::vector<Value> CoreValues::get_all(const std::vector<std::string_view>& names) const {
    std::vector<Value> values;
    for (const std::string_view name : names)
        values.push_back(get(name));
    return values;
}

void CoreValues::set_results(const ir::Operation& operation, const Value& value) {
    for (const std::string_view result : operation.results) {
        set(result, value);
        if (const auto numbered = numbered_.find(result); numbered != numbered_.end())
            for (const std::string& name : numbered->second)
                set(name, value);
    }
}

void CoreValues::set_each_result(const ir::Operation& operation, const std::vector<Value>& values) {
    set_results(operation, {});
    const std::vector<std::string_view>& results = operation.results;
    if (results.size() == values.size())
        for (std::size_t i = 0; i < results.size(); ++i)
            set(results[i], values[i]);
    // In "%a, %b:2" it is not known which values belong to which result.
    if (results.size() != 1 || values.size() < 2) return;
    set(results.front(), values.front());
    std::deque<std::string>& names = numbered_[results.front()];
    while (names.size() < values.size())
        names.push_back(fmt::format("{}#{}", results.front(), names.size()));
    for (std::size_t i = 0; i < values.size(); ++i)
        set(names[i], values[i]);
}

std::optional<std::int64_t> CoreValues::number(std::string_view name, base::Position at) const {
    const Value value = get(name);
    if (value.kind == Value::Kind::Varying) throw DependsOnRound{at, value.loop};
    return value.is_number() ? std::optional{value.number} : std::nullopt;
}

Value CoreValues::load(schedule::BufferRef buffer, std::int64_t place) const {
    const auto found = state_.words.find({buffer, place});
    return found == state_.words.end() ? Value{} : found->second;
}

void CoreValues::store(schedule::BufferRef buffer, std::int64_t place, Value value) {
    value.loop = 0;  // the loop may have ended when the value is loaded
    state_.words[{buffer, place}] = std::move(value);
}

void CoreValues::forget(schedule::BufferRef buffer) {
    std::erase_if(state_.words, [&](const auto& entry) { return entry.first.first == buffer; });
}

CoreValues::Words CoreValues::kept_memory() const {
    Words kept;
    for (const auto& [place, value] : state_.words)
        if (value.kind == Value::Kind::Memory) kept.emplace(place, value);
    return kept;
}

void CoreValues::keep_common(const Words& other) {
    std::erase_if(state_.words, [&](const auto& entry) {
        const auto found = other.find(entry.first);
        return found == other.end() || found->second != entry.second;
    });
}

void CoreValues::make_varying(schedule::BufferRef buffer) {
    for (auto& [key, value] : state_.words)
        if (key.first == buffer && value.is_number()) value = Value::varying();
}

}  // namespace xdnasim::design
