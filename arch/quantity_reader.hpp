#pragma once
// Reads quantities from a section of a device file, with their unit, source and confidence.

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

/// For people to read.
[[nodiscard]] std::vector<parameters::Description> quantity_keys();

/// "a, b or c"
[[nodiscard]] std::string alternatives(std::span<const std::string_view> names);

/// One section of a device file. Every key read is added to those of `device`.
class QuantityReader {
 public:
    QuantityReader(const base::Node& node, std::string path, Device& device);

    [[nodiscard]] QuantityReader section(std::string_view key);
    /// nullopt: the file does not have it. Its quantities are required where it stands.
    [[nodiscard]] std::optional<QuantityReader> optional_section(std::string_view key);
    /// Of a key that is plain text, not a quantity. `allowed` and `meaning` are for people.
    [[nodiscard]] const base::Node& text(std::string_view key, std::string allowed,
                                         std::string meaning);

    /// The value of a quantity, whose unit must be `unit`. `allowed` is for people.
    const base::Node& value(std::string_view key, std::string_view unit, std::string allowed);
    int integer(std::string_view key, std::string_view unit, int min, int max);
    double number(std::string_view key, std::string_view unit, double min, double max);
    /// nullopt: the file does not have it.
    std::optional<double> optional_number(std::string_view key, std::string_view unit, double min,
                                          double max);
    std::optional<int> optional_integer(std::string_view key, std::string_view unit, int min,
                                        int max);
    bool flag(std::string_view key);  ///< unit: boolean
    /// `count` integers in a list.
    std::vector<int> integers(std::string_view key, std::string_view unit, std::size_t count,
                              int min, int max);

    // Quantities with the range that any device's number of that kind lies in.
    Bytes bytes(std::string_view key);
    Cycles cycles(std::string_view key);
    /// The same, which may also be a map that gives each compiler cycles of its own: those of
    /// `compiler`. nullopt: the map does not have it.
    std::optional<Cycles> cycles_by(std::string_view key, Compiler compiler);
    Nanoseconds nanoseconds(std::string_view key);
    GigabytesPerSecond gigabytes_per_second(std::string_view key);
    BytesPerCycle bytes_per_cycle(std::string_view key);

    /// Keys below a quantity whose value is a map or a list: "NAME" stands for those of the map,
    /// "N" for the numbers of the list's items.
    void add_members(std::string_view key, std::string_view item,
                     std::vector<parameters::Description> members);

    /// Throws base::InputError "PLACE: message" with the place of the value of `key`, which was
    /// read: for what does not fit to another number.
    [[noreturn]] void refuse(std::string_view key, const std::string& message) const;

    /// Throws base::InputError for a key that was not read.
    void finish() const { map_.finish(); }
    [[nodiscard]] const base::Node& node() const { return map_.node(); }

 private:
    const base::Node& read_quantity(const base::Node& node, Quantity quantity);
    /// nullptr: the file does not have it.
    const base::Node* optional_value(std::string_view key, std::string_view unit,
                                     std::string allowed);

    base::MapReader map_;
    Device& device_;
    bool in_every_file_ = true;
};

/// `count` integers in the list `node`.
[[nodiscard]] std::vector<int> integer_list(const base::Node& node, std::size_t count, int min,
                                            int max);

}  // namespace xdnasim::arch
