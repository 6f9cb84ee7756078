#pragma once
// Reader of the quantities in a section of a device file, with their unit, source and confidence.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arch/device.hpp"
#include "base/map_reader.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"

namespace xdnasim::arch {

// The keys of every quantity.

inline constexpr std::string_view kValue = "value";
inline constexpr std::string_view kUnit = "unit";
inline constexpr std::string_view kSource = "source";
inline constexpr std::string_view kConfidence = "confidence";

/// Descriptions of the keys of every quantity, for people to read.
[[nodiscard]] std::vector<parameters::Description> quantity_keys();

/// "a, b or c"
[[nodiscard]] std::string alternatives(std::span<const std::string_view> names);

/// Reader of one section of a device file. Adds every quantity that is read to
/// Device::quantities, and every other key to Device::plain_keys. All functions that read throw
/// base::InputError for a missing key or a value that is not allowed.
class QuantityReader {
 public:
    QuantityReader(const base::Node& node, std::string path, Device& device);

    [[nodiscard]] QuantityReader section(std::string_view key);
    /// A section that a file may leave out; nullopt: the file does not have it. Quantities in the
    /// section are required only if the file has the section.
    [[nodiscard]] std::optional<QuantityReader> optional_section(std::string_view key);
    /// The value of a key that is plain text, not a quantity. `allowed` and `meaning` are
    /// descriptions for people.
    [[nodiscard]] const base::Node& text(std::string_view key, std::string allowed,
                                         std::string meaning);

    /// The value of such a key that a file may leave out, which is not described; nullptr: the file
    /// does not have it.
    [[nodiscard]] const base::Node* optional_text(std::string_view key) {
        return map_.optional(key);
    }

    /// The value of a quantity, whose unit must be `unit`. `allowed` is a description for people.
    const base::Node& value(std::string_view key, std::string_view unit, std::string allowed);
    int integer(std::string_view key, std::string_view unit, int min, int max);
    double number(std::string_view key, std::string_view unit, double min, double max);
    /// A number that a file may leave out; nullopt: the file does not have it.
    std::optional<double> optional_number(std::string_view key, std::string_view unit, double min,
                                          double max);
    std::optional<int> optional_integer(std::string_view key, std::string_view unit, int min,
                                        int max);
    bool flag(std::string_view key);  ///< a quantity whose unit is "boolean"
    /// A list of exactly `count` integers.
    std::vector<int> integers(std::string_view key, std::string_view unit, std::size_t count,
                              int min, int max);

    // Quantities of common kinds, each with one range for all devices.
    Bytes bytes(std::string_view key);
    Cycles cycles(std::string_view key);
    /// Cycles that the file gives either as one number or as a map from compilers to numbers, of
    /// which the number of `compiler` is returned; nullopt: the map does not have `compiler`.
    std::optional<Cycles> cycles_by(std::string_view key, Compiler compiler);
    Nanoseconds nanoseconds(std::string_view key);
    GigabytesPerSecond gigabytes_per_second(std::string_view key);
    BytesPerCycle bytes_per_cycle(std::string_view key);

    /// Adds descriptions of the keys below a quantity whose value is a map or a list to
    /// Device::plain_keys. `item`: "NAME", which stands for the keys of the map, or "N", which
    /// stands for the indices of the list.
    void add_members(std::string_view key, std::string_view item,
                     std::vector<parameters::Description> members);

    /// Throws base::InputError "PLACE: message" with the place of the value of `key`: for a value
    /// that does not go together with another one. Precondition: `key` has been read.
    [[noreturn]] void refuse(std::string_view key, const std::string& message) const;

    /// Throws base::InputError for a key that was not read.
    void finish() const { map_.finish(); }
    [[nodiscard]] const base::Node& node() const { return map_.node(); }

 private:
    const base::Node& read_quantity(const base::Node& node, Quantity quantity);
    /// The value of a quantity that a file may leave out; nullptr: the file does not have it.
    const base::Node* optional_value(std::string_view key, std::string_view unit,
                                     std::string allowed);

    base::MapReader map_;
    Device& device_;
    bool in_every_file_ = true;
};

/// The list `node` of exactly `count` integers from `min` to `max`. Throws base::InputError
/// otherwise.
[[nodiscard]] std::vector<int> integer_list(const base::Node& node, std::size_t count, int min,
                                            int max);

}  // namespace xdnasim::arch
