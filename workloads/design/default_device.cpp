// The device that a design is simulated on when nobody chooses one.

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "workloads/design/design_workload.hpp"

namespace xdnasim::design {
namespace {

/// The last name in loc("..."), where xdnasim's own export has its device.
std::optional<std::string> exported_device(const std::string& text) {
    const std::vector<std::string> known = arch::device_names();
    constexpr std::string_view kLocation = "loc(\"";
    const std::size_t at = text.rfind(kLocation);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t begin = at + kLocation.size();
    const std::string name = text.substr(begin, text.find('"', begin) - begin);
    if (std::ranges::find(known, name) == known.end()) return std::nullopt;
    return name;
}

/// npos: nowhere.
std::size_t find_outside_comments(const std::string& text, std::string_view words) {
    std::size_t at = text.find(words);
    while (at != std::string::npos) {
        const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
        if (text.substr(line, at - line).find("//") == std::string::npos) return at;
        at = text.find(words, at + words.size());
    }
    return at;
}

/// "npu1_4col" in aie.device(npu1_4col), "5" in "aie.device"() <{device = 5 : i32}>.
std::optional<std::string> array_in(const std::string& text) {
    constexpr std::string_view kPretty = "aie.device(";
    constexpr std::string_view kGeneric = "\"aie.device\"(";
    constexpr std::string_view kNumber = "device = ";
    if (const std::size_t at = find_outside_comments(text, kPretty); at != std::string::npos) {
        const std::size_t begin = at + kPretty.size();
        return text.substr(begin, text.find(')', begin) - begin);
    }
    const std::size_t at = find_outside_comments(text, kGeneric);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t number = text.find(kNumber, at);
    if (number == std::string::npos || number > text.find('\n', at)) return std::nullopt;
    const std::size_t begin = number + kNumber.size();
    return text.substr(begin, text.find_first_of(" ,}", begin) - begin);
}

/// By its number in the generic form (mlir-aie AIEAttrs.td, AIEDevice). 8 was an array of npu1
/// until 2025 and is one of npu2 since.
const char* device_of_number(const std::string& array) {
    constexpr int kVe2302 = 2;
    constexpr int kVe2802 = 3;
    constexpr int kFirstNpu1 = 4;
    constexpr int kEither = 8;
    constexpr int kLast = 16;
    int number = 0;
    const char* const end = array.data() + array.size();
    const auto [stop, error] = std::from_chars(array.data(), end, number);
    if (error != std::errc{} || stop != end || number > kLast) return nullptr;
    if (number == kVe2302) return "versal-ve2302";
    if (number == kVe2802) return "versal-ve2802";
    if (number >= kFirstNpu1 && number < kEither) return "xdna-phoenix";
    return number > kEither ? "xdna2-strix" : nullptr;
}

const char* device_of(const std::string& array) {
    // Until 2024 there was one NPU, which was called ipu, and then npu.
    if (array.starts_with("npu1") || array == "ipu" || array == "npu") return "xdna-phoenix";
    if (array.starts_with("npu2")) return "xdna2-strix";
    if (array.starts_with("xcve2802")) return "versal-ve2802";
    if (array.starts_with("xcve2302")) return "versal-ve2302";
    return device_of_number(array);
}

}  // namespace

std::string default_device(const std::string& text, const std::string& file) {
    if (auto exported = exported_device(text)) return *std::move(exported);
    const std::optional<std::string> array = array_in(text);
    if (const char* const device = array ? device_of(*array) : nullptr) return device;
    constexpr std::size_t kShown = 40;
    constexpr const char* kDevices =
        "aie.device(npu1...), aie.device(npu2...), aie.device(xcve2302) and aie.device(xcve2802)";
    if (!array)
        throw base::InputError{
            fmt::format("{}: the design names no array: it has no aie.device, as "
                        "texts for the first AIE; allowed: {} around it",
                        file, kDevices)};
    throw base::InputError{fmt::format(
        "{}: the design is of '{}', of which there is no device; allowed: {}, or --device", file,
        array->substr(0, kShown), kDevices)};
}

}  // namespace xdnasim::design
