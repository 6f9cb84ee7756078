#include "cli/simulate/activation_files.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "cli/options/option_values.hpp"
#include "cli/output.hpp"
#include "workloads/design/host_data.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;

using schedule::DataArray;

constexpr const char* kSuffix = ".npy";

/// Whether the array is int32; all other arrays are int8.
bool is_wide(const DataArray& array) {
    return array.type == "int32";
}

design::Memref type_of(const DataArray& array) {
    if (is_wide(array)) return {.shape = array.shape, .bits = 32, .type = "i32"};
    return {.shape = array.shape, .bits = 8, .type = "i8"};
}

std::int64_t value_at(std::span<const std::byte> bytes, std::size_t index, bool is_wide) {
    if (!is_wide) return static_cast<std::int8_t>(bytes[index]);
    std::int32_t value = 0;
    const auto element = bytes.subspan(index * sizeof value, sizeof value);
    std::ranges::copy(element, std::as_writable_bytes(std::span{&value, 1}).begin());
    return value;
}

/// The position of an element: "sample 0, row 3, column 5, of core (7,3)", with as many indices as
/// the array has dimensions.
std::string place_of(const DataArray& array, std::size_t index) {
    const auto columns = static_cast<std::size_t>(array.shape.back());
    const auto column = static_cast<std::int64_t>(index % columns);
    if (array.shape.size() == 1) return fmt::format("element {}", column);
    const auto rows = static_cast<std::size_t>(array.shape[array.shape.size() - 2]);
    const auto row = static_cast<std::int64_t>(index / columns % rows);
    std::string text = fmt::format("row {}, column {}", row, column);
    if (array.shape.size() == 3) text = fmt::format("sample {}, {}", index / columns / rows, text);
    for (const DataArray::Part& part : array.parts)
        if (row >= part.row && row < part.row + part.rows && column >= part.column &&
            column < part.column + part.columns)
            return fmt::format("{}, of core {}", text, to_string(part.tile));
    return text;
}

/// A text about the values that differ from those in the file; nullopt if none does.
std::optional<std::string> difference(const DataArray& array, const fs::path& file) {
    const design::Memref type = type_of(array);
    const std::vector<std::byte> expected = design::read_npy(file, type, type.size());
    const auto elements = static_cast<std::size_t>(type.elements());
    std::int64_t count = 0;
    std::size_t first = 0;
    for (std::size_t i = elements; i-- > 0;)
        if (value_at(expected, i, is_wide(array)) != value_at(array.content, i, is_wide(array))) {
            ++count;
            first = i;
        }
    if (count == 0) return std::nullopt;
    return fmt::format(
        "{}: {} of {} values are not as in '{}'; the first: {}: expected {}, got {}", array.name,
        base::grouped(count), base::grouped(type.elements()), file.string(), place_of(array, first),
        value_at(expected, first, is_wide(array)), value_at(array.content, first, is_wide(array)));
}

}  // namespace

void ActivationOptions::add_to(CLI::App& command) {
    command
        .add_option("--activations", folder_,
                    "Verify, and write the outputs, inputs and weights of each layer of a network: "
                    "layer_0.npy and so on")
        ->type_name("DIR")
        ->check(of_kind(ValueKind::Folder));
    command
        .add_option("--expect-activations", expected_,
                    "Verify, and compare them with the .npy files of the same names in this folder")
        ->type_name("DIR")
        ->check(of_kind(ValueKind::Folder));
}

void ActivationOptions::require_taken_by(const schedule::Workload& workload,
                                         const backends::Backend& backend) const {
    if (!wanted()) return;
    const char* const option = folder_ ? "--activations" : "--expect-activations";
    if (!backend.tells_events())
        throw base::InputError{
            fmt::format("{}: the backend '{}' has no access to the array's data; allowed: systemc",
                        option, backend.name())};
    if (workload.array_names().empty())
        throw base::InputError{fmt::format("{}: the workload '{}' has no layers; allowed: network",
                                           option, workload.name())};
}

std::vector<fs::path> ActivationOptions::expected_files(const schedule::Workload& workload) const {
    std::vector<fs::path> files;
    if (!expected_) return files;
    const std::vector<std::string> names = workload.array_names();
    std::error_code error;
    std::set<fs::path> there;
    for (const auto& entry : fs::directory_iterator{*expected_, error})
        if (entry.path().extension() == kSuffix) there.insert(entry.path());
    for (const fs::path& file : there)
        if (std::ranges::find(names, file.stem().string()) == names.end())
            throw base::InputError{
                fmt::format("--expect-activations: '{}' is none of the network's arrays; allowed: "
                            "{}",
                            file.string(), fmt::join(names, ", "))};
    if (there.empty())
        throw base::InputError{
            fmt::format("--expect-activations: '{}' has no .npy to compare with; allowed: {}",
                        *expected_, fmt::join(names, ", "))};
    files.assign(there.begin(), there.end());
    return files;
}

void ActivationOptions::add_roles(FileRoles& files, const schedule::Workload& workload) const {
    for (const fs::path& file : expected_files(workload))
        files.reads(file, "a file of --expect-activations");
    if (!folder_) return;
    for (const std::string& name : workload.array_names())
        files.writes("--activations", fs::path{*folder_} / (name + kSuffix));
}

void ActivationOptions::finish(const schedule::Workload& workload,
                               schedule::Verification& verification) const {
    if (folder_)
        for (const DataArray& array : verification.arrays)
            write_file(fs::path{*folder_} / (array.name + kSuffix),
                       design::npy_text(array.content, type_of(array)));
    const std::vector<fs::path> files = expected_files(workload);
    for (const fs::path& file : files) {
        const auto array =
            std::ranges::find(verification.arrays, file.stem().string(), &DataArray::name);
        const auto wrong = difference(*array, file);
        if (!wrong || !verification.passed) continue;
        verification.passed = false;
        verification.message = *wrong;
    }
    if (verification.passed && !files.empty())
        verification.message += fmt::format(
            "; {} as in '{}'",
            files.size() == 1 ? "one array is" : fmt::format("{} arrays are", files.size()),
            *expected_);
}

}  // namespace xdnasim::cli
