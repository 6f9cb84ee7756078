#include "workloads/design/host_data.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/output_file.hpp"
#include "base/regular_file.hpp"
#include "workloads/design/interpreter/scalar.hpp"

namespace xdnasim::design {
namespace {

bool is_npy(const std::filesystem::path& file) {
    return file.extension() == ".npy";
}

/// Shape and element type, such as "128xi32".
std::string shape_of(const Memref& type) {
    return fmt::format("{}{}{}", fmt::join(type.shape, "x"), type.shape.empty() ? "" : "x",
                       type.type);
}

/// Reads a file of plain bytes for an argument of `size` bytes, of which the sequence touches
/// `most`. `type`: nullptr if it is not known.
std::vector<std::byte> read_bytes(const std::filesystem::path& file, std::int64_t size,
                                  std::int64_t most, const Memref* type) {
    std::ifstream stream = base::open_regular_file(file);
    const auto require_size = [&](std::uintmax_t there) {
        if (there >= static_cast<std::uintmax_t>(size) &&
            there <= static_cast<std::uintmax_t>(most))
            return;
        throw base::InputError{
            fmt::format("'{}' has {} bytes; the argument has {}{}{}", file.string(), there, size,
                        type == nullptr ? "" : fmt::format(" ({})", shape_of(*type)),
                        most == size ? "" : fmt::format(", and the sequence touches {}", most))};
    };
    std::error_code ignored;
    require_size(std::filesystem::file_size(file, ignored));
    const std::string text = base::read_all(stream, file.string());
    require_size(text.size());  // the file may have changed since
    const auto* const data = reinterpret_cast<const std::byte*>(text.data());
    return {data, data + text.size()};
}

/// Throws InputError if NumPy has no such elements. `type`: nullptr if it is not known.
void require_numpy(const std::string& argument, const std::filesystem::path& file,
                   const Memref* type) {
    if (type != nullptr && numpy_has(*type)) return;
    throw base::InputError{fmt::format(
        "{}: '{}': {}. Use a file of plain bytes", argument, file.string(),
        type == nullptr
            ? std::string{"the type of the argument is not known"}
            : fmt::format("the argument is of {}, which NumPy does not have", type->type))};
}

/// Returns whether any of the bytes [begin, end) of the buffer is among `bytes`.
bool overlaps(const std::vector<BytesOfArgument>& bytes, int buffer, std::size_t begin,
              std::size_t end) {
    return std::ranges::any_of(bytes, [&](const BytesOfArgument& part) {
        return part.buffer == buffer && static_cast<std::size_t>(part.begin.count()) < end &&
               begin < static_cast<std::size_t>(part.end.count());
    });
}

/// Reports a second file for an argument, which has two names: that in the sequence, and its
/// number.
[[noreturn]] void fail_for_second(const std::string& name, const std::filesystem::path& first) {
    throw base::InputError{
        fmt::format("{}: the argument already has a file, '{}'", name, first.string())};
}

}  // namespace

HostData::HostData(const ArgumentFiles& files, const std::vector<schedule::HostBuffer>& buffers,
                   std::vector<Memref> types)
    : buffers_{buffers}, types_{std::move(types)} {
    inputs_ = load(files.inputs);
    expected_ = load(files.expected);
    for (const auto& [name, path] : files.outputs) {
        const int buffer = number_of(name);
        if (is_npy(path)) require_numpy(name, path, type_of(buffer));
        if (!outputs_.try_emplace(buffer, path).second) fail_for_second(name, outputs_.at(buffer));
    }
}

int HostData::number_of(const std::string& name) const {
    for (std::size_t i = 0; i < buffers_.size(); ++i)
        if (buffers_[i].name == name) return static_cast<int>(i);
    constexpr std::string_view kByNumber = "arg";
    std::size_t number = 0;
    const char* const end = name.data() + name.size();
    if (name.starts_with(kByNumber) && name.size() > kByNumber.size() &&
        std::from_chars(name.data() + kByNumber.size(), end, number).ptr == end &&
        number < buffers_.size())
        return static_cast<int>(number);
    std::string known;
    bool have_names = false;
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
        known += (known.empty() ? "" : ", ") + buffers_[i].name;
        have_names = have_names || buffers_[i].name != fmt::format("{}{}", kByNumber, i);
    }
    throw base::InputError{fmt::format(
        "the runtime sequence has no argument '{}'; allowed: {}{}", name,
        known.empty() ? "none" : known,
        have_names ? fmt::format(", or {0}0 to {0}{1}", kByNumber, buffers_.size() - 1) : "")};
}

const Memref* HostData::type_of(int buffer) const {
    const auto number = static_cast<std::size_t>(buffer);
    return number < types_.size() ? &types_[number] : nullptr;
}

std::map<int, HostData::File> HostData::load(
    const std::map<std::string, std::filesystem::path>& files) const {
    std::map<int, File> loaded;
    for (const auto& [name, path] : files) {
        const int buffer = number_of(name);
        if (loaded.contains(buffer)) fail_for_second(name, loaded.at(buffer).path);
        const Memref* type = type_of(buffer);
        if (is_npy(path)) require_numpy(name, path, type);
        // The host buffer is larger than the type if the sequence touches more.
        const arch::Bytes touched = buffers_[static_cast<std::size_t>(buffer)].size;
        const arch::Bytes size = type != nullptr ? type->size() : touched;
        const arch::Bytes most = std::max(size, touched);
        try {
            loaded[buffer] = {path, is_npy(path)
                                        ? read_npy(path, *type, most)
                                        : read_bytes(path, size.count(), most.count(), type)};
        } catch (const base::InputError& error) {
            throw base::InputError{fmt::format("{}: {}", name, error.what())};
        }
    }
    return loaded;
}

void HostData::fill(std::vector<std::vector<std::byte>>& host) const {
    for (const auto& [buffer, file] : inputs_)
        std::ranges::copy(file.content, host[static_cast<std::size_t>(buffer)].begin());
}

namespace {

/// The type of a buffer of `bytes` without `left_out` at its end, but no smaller than `type`.
Memref as_large_as(const Memref& type, int buffer, std::size_t bytes,
                   const std::vector<BytesOfArgument>& left_out) {
    arch::Bytes size{static_cast<std::int64_t>(bytes)};
    for (const BytesOfArgument& part : left_out)
        if (part.buffer == buffer && part.end >= size) size = std::max(part.begin, type.size());
    if (size == type.size()) return type;
    Memref flat = type;
    flat.shape = {type.elements_in(size)};
    return flat;
}

}  // namespace

void HostData::write(const std::vector<std::vector<std::byte>>& host,
                     const std::vector<BytesOfArgument>& left_out) const {
    for (const auto& [buffer, path] : outputs_) {
        std::vector<std::byte> content = host[static_cast<std::size_t>(buffer)];
        std::optional<Memref> type;
        if (const Memref* const declared = type_of(buffer)) {
            type = as_large_as(*declared, buffer, content.size(), left_out);
            content.resize(static_cast<std::size_t>(type->size().count()));
        }
        const std::string text =
            is_npy(path)
                ? npy_text(content, *type)
                : std::string{reinterpret_cast<const char*>(content.data()), content.size()};
        base::write_file(path, text);
    }
}

std::string HostData::value_at(int buffer, const std::vector<std::byte>& bytes,
                               std::size_t element) const {
    const Memref* type = type_of(buffer);
    const auto scalar = type == nullptr ? std::nullopt : interpreter::scalar_type(type->type);
    if (!scalar) return fmt::to_string(std::to_integer<int>(bytes[element]));
    const auto value = interpreter::loaded(
        std::span{bytes}.subspan(element * scalar->bytes(), scalar->bytes()), *scalar);
    return scalar->floats() ? fmt::to_string(value.real) : fmt::to_string(value.integer);
}

std::optional<std::string> HostData::difference(
    const std::vector<std::vector<std::byte>>& host,
    const std::vector<BytesOfArgument>& left_out) const {
    for (const auto& [buffer, file] : expected_) {
        const std::vector<std::byte>& got = host[static_cast<std::size_t>(buffer)];
        const Memref* type = type_of(buffer);
        const auto scalar = type == nullptr ? std::nullopt : interpreter::scalar_type(type->type);
        const std::size_t size = scalar ? scalar->bytes() : 1;
        std::int64_t count = 0;
        std::int64_t compared = 0;
        std::size_t first = 0;
        for (std::size_t at = 0; at + size <= file.content.size(); at += size) {
            if (overlaps(left_out, buffer, at, at + size)) continue;
            ++compared;
            const auto begin = static_cast<std::ptrdiff_t>(at);
            const auto end = static_cast<std::ptrdiff_t>(at + size);
            if (!std::equal(got.begin() + begin, got.begin() + end, file.content.begin() + begin) &&
                count++ == 0)
                first = at / size;
        }
        if (count == 0) continue;
        return fmt::format("{}: {} {} is {}; '{}' has {} ({} of {} differ)",
                           buffers_[static_cast<std::size_t>(buffer)].name,
                           scalar ? "element" : "byte", first, value_at(buffer, got, first),
                           file.path.string(), value_at(buffer, file.content, first), count,
                           compared);
    }
    return std::nullopt;
}

std::string HostData::summary() const {
    std::string text;
    const auto add = [&](int buffer, const std::string& what, const std::filesystem::path& path) {
        text += fmt::format("{}{} {} '{}'", text.empty() ? "" : "; ",
                            buffers_[static_cast<std::size_t>(buffer)].name, what, path.string());
    };
    for (const auto& [buffer, file] : expected_)
        add(buffer, "equals", file.path);
    for (const auto& [buffer, path] : outputs_)
        add(buffer, "is in", path);
    constexpr std::string_view kNothing = "not compared with anything; use design.expect";
    if (expects()) return text;
    return text.empty() ? std::string{kNothing} : fmt::format("{}; {}", kNothing, text);
}

}  // namespace xdnasim::design
