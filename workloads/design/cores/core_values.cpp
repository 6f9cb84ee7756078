#include "workloads/design/cores/core_program.hpp"

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

std::optional<std::int64_t> CoreValues::number(std::string_view name, base::Position at) const {
    const Value value = get(name);
    if (value.kind == Value::Kind::Varying) throw DependsOnRound{at};
    return value.is_number() ? std::optional{value.number} : std::nullopt;
}

Value CoreValues::load(schedule::BufferRef buffer, std::int64_t place) const {
    const auto found = words_.find({buffer, place});
    return found == words_.end() ? Value{} : found->second;
}

void CoreValues::store(schedule::BufferRef buffer, std::int64_t place, Value value) {
    words_[{buffer, place}] = std::move(value);
}

void CoreValues::forget(schedule::BufferRef buffer) {
    std::erase_if(words_, [&](const auto& entry) { return entry.first.first == buffer; });
}

void CoreValues::keep_common(const Words& other) {
    std::erase_if(words_, [&](const auto& entry) {
        const auto found = other.find(entry.first);
        return found == other.end() || found->second != entry.second;
    });
}

bool CoreValues::same_state(const CoreValues& other) const {
    return fifos_ == other.fifos_ && words_ == other.words_;
}

void CoreValues::take_state(const CoreValues& other) {
    fifos_ = other.fifos_;
    words_ = other.words_;
}

void CoreValues::make_varying(schedule::BufferRef buffer) {
    for (auto& [key, value] : words_)
        if (key.first == buffer && value.is_number()) value = Value::varying();
}

}  // namespace xdnasim::design
