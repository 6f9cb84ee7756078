#include "test/base/parameters/example_order.hpp"

#include "test/base/parsed_yaml.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::parameters::test {

using base::Node;
using xdnasim::test::parse;

std::string to_string(Speed speed) {
    return speed == Speed::Slow ? "slow" : "fast";
}

namespace {

Table<Order> box_table() {
    Table<Order> table;
    table
        .required(
            "width", Whole{1, 9}, {"feet", "from left to right"},
            [](auto& order) -> auto& { return order.box.width; })
        .optional(
            "height", Whole{0, 9}, {"feet", "from the floor up"},
            [](auto& order) -> auto& { return order.box.height; });
    return table;
}

Table<Order> pallet_table() {
    Table<Order> table;
    table.required(
        "width", Whole{1, 99}, {"feet", "of the planks"},
        [](auto& order) -> auto& { return held(order.pallet).width; });
    return table;
}

}  // namespace

Table<Item> item_table() {
    Table<Item> table;
    table
        .required(
            "name", Name{}, {"", "on the shelf"}, [](auto& item) -> auto& { return item.name; })
        .optional(
            "count", Whole{1, 5}, {"pieces", "of it"},
            [](auto& item) -> auto& { return item.count; });
    return table;
}

namespace {

void require_two_at_most(const Node& list) {
    if (list.as_sequence().size() > 2) list.fail("too many items; allowed: 2");
}

void require_even(const Node& node, const Order& order) {
    if (order.parcels % 2 != 0) node.fail("parcels go in pairs");
}

void require_flat(const Node& node, const Order& order) {
    if (order.box.height > order.box.width) node.fail("the box would fall over");
}

void require_an_item(const Node& node, const Order& order) {
    if (order.items.empty()) node.fail("nothing was ordered");
}

}  // namespace

Table<Order> order_table() {
    Table<Order> table;
    table
        .required(
            "parcels", Whole{1, 100}, {"parcels", "in all"},
            [](auto& order) -> auto& { return order.parcels; })
        .check(require_even)
        .optional(
            "discount", Number{0, 1}, {"", "share of the price"},
            [](auto& order) -> auto& { return order.discount; })
        .optional(
            "speed", OneOf<Speed>{{Speed::Slow, Speed::Fast}}, {"", "of the van"},
            [](auto& order) -> auto& { return order.speed; })
        .optional(
            "gift", Flag{}, {"", "it is wrapped"}, [](auto& order) -> auto& { return order.gift; })
        .required(
            "card", Name{}, {"", "who it is from"}, [](auto& order) -> auto& { return order.card; })
        .when([](const Order& order) { return order.gift; })
        .optional(
            "vans", Whole{1, 8}, {"vans", "that drive"},
            [](auto& order) -> auto& { return order.vans; })
        .optional(
            "label", Whole{0, 64}, {"bytes", "that are printed"},
            [](auto& order) -> auto& { return order.label; })
        .required_group("box", "what it comes in", box_table())
        .check(require_flat)
        .optional_group("pallet", "what it stands on", pallet_table())
        .special(
            "note", "short or long", {"", "for the driver"},
            [](const Node& node, Order& order) { order.note = node.as_string() + "!"; },
            [](const Order& order) { return order.note.empty() ? Value{} : Value{order.note}; })
        .list(
            "items", "what is in it", item_table(), require_two_at_most,
            [](auto& order) -> auto& { return order.items; })
        .check(require_an_item);
    return table;
}

Order read_order(const std::string& text) {
    Order order;
    order_table().read(parse(text), "order", order);
    return order;
}

std::string order_refusal(const std::string& more) {
    const std::string rest = "box: {width: 3}\nitems: [{name: nail}]\n";
    return input_error([&] { return read_order(rest + more + "\nparcels: 4\n"); });
}

}  // namespace xdnasim::parameters::test
