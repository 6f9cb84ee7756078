#pragma once
// An example of a section with a key of each kind, read by a table of parameters.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/units.hpp"
#include "base/parameters/table.hpp"

namespace xdnasim::parameters::test {

enum class Speed : std::uint8_t { Slow, Fast };

[[nodiscard]] std::string to_string(Speed speed);

struct Sides {
    int width = 0;
    int height = 0;
};
struct Item {
    std::string name;
    std::int64_t count = 1;
};
/// A struct with a member of each type that can hold a value.
struct Order {
    std::int64_t parcels = 0;
    double discount = 0.25;
    Speed speed = Speed::Slow;
    bool gift = false;
    std::string card{};
    Open<int> vans{};
    std::optional<arch::Bytes> label{};
    Sides box{};
    Open<Sides> pallet{};
    std::string note{};
    std::vector<Item> items{};
};

[[nodiscard]] Table<Item> item_table();
[[nodiscard]] Table<Order> order_table();

[[nodiscard]] Order read_order(const std::string& text);

/// Returns the error message for an order whose third line is `more`, and which is valid otherwise.
[[nodiscard]] std::string order_refusal(const std::string& more);

inline constexpr const char* kFullOrder =
    "note: ring\n"  // the keys are in another order than in the table
    "items: [{name: nail, count: 5}, {name: saw}]\n"
    "pallet: {width: 40}\n"
    "box: {height: 2, width: 3}\n"
    "label: 64\n"
    "vans: 8\n"
    "card: Ann\n"
    "gift: true\n"
    "speed: fast\n"
    "discount: 0.5\n"
    "parcels: 4\n";

}  // namespace xdnasim::parameters::test
