#include "base/parameters/table.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/units.hpp"
#include "test/base/parameters/value_lines.hpp"
#include "test/base/parsed_yaml.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::parameters {
namespace {

using base::Node;
using testing::ElementsAre;
using testing::EndsWith;
using xdnasim::test::parse;

enum class Speed : std::uint8_t { Slow, Fast };

std::string to_string(Speed speed) {
    return speed == Speed::Slow ? "slow" : "fast";
}

struct Sides {
    int width = 0;
    int height = 0;
};
struct Item {
    std::string name;
    std::int64_t count = 1;
};
/// With a member for each way to hold a value.
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

/// What is said of an order that lacks nothing, but for what `more` adds in its third line.
std::string order_refusal(const std::string& more) {
    const std::string rest = "box: {width: 3}\nitems: [{name: nail}]\n";
    return input_error([&] { return read_order(rest + more + "\nparcels: 4\n"); });
}

constexpr const char* kFullOrder =
    "note: ring\n"  // the keys in another order than the table's
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

TEST(ParameterTable, ReadsEveryKeyIntoItsMemberInAnyOrder) {
    const Order order = read_order(kFullOrder);
    EXPECT_EQ(order.parcels, 4);
    EXPECT_DOUBLE_EQ(order.discount, 0.5);
    EXPECT_EQ(order.speed, Speed::Fast);
    EXPECT_TRUE(order.gift);
    EXPECT_EQ(order.card, "Ann");
    EXPECT_TRUE(order.vans.asked());
    EXPECT_EQ(*order.vans, 8);
    EXPECT_EQ(order.label, arch::Bytes{64});
    EXPECT_EQ(order.box.width, 3);
    EXPECT_EQ(order.box.height, 2);
    EXPECT_TRUE(order.pallet.asked());
    EXPECT_EQ(order.pallet->width, 40);
    EXPECT_EQ(order.note, "ring!");
    ASSERT_EQ(order.items.size(), 2u);
    EXPECT_EQ(order.items[0].name, "nail");
    EXPECT_EQ(order.items[0].count, 5);
    EXPECT_EQ(order.items[1].name, "saw");
    EXPECT_EQ(order.items[1].count, 1);
}

TEST(ParameterTable, LeavesWhatIsNotSaidAsItWas) {
    Order order;
    order.discount = 0.75;
    order.box.height = 1;
    order.vans.choose(3);
    order_table().read(parse("{parcels: 2, box: {width: 5}, items: [{name: nail}]}"), "order",
                       order);
    EXPECT_DOUBLE_EQ(order.discount, 0.75);
    EXPECT_EQ(order.box.height, 1);
    EXPECT_EQ(*order.vans, 3);
    EXPECT_FALSE(order.vans.asked());
    EXPECT_FALSE(order.pallet.asked());
    EXPECT_FALSE(order.label.has_value());
    EXPECT_EQ(order.card, "");
}

TEST(ParameterTable, RefusesASectionThatIsNoMap) {
    EXPECT_EQ(input_error([] { return read_order("[1]"); }),
              "p.yaml:1:1: a list is not a map; allowed: a map of 'key: value'");
}

TEST(ParameterTable, NamesTheWholePathOfAMissingKey) {
    struct Row {
        const char* text;
        const char* message;
    };
    int checked = 0;
    for (const Row& row : {
             Row{"gift: false\n", "p.yaml:1:1: 'order.parcels' is missing"},
             Row{"parcels: 2\n", "p.yaml:1:1: 'order.box' is missing"},
             Row{"parcels: 2\nbox: {height: 1}\n", "p.yaml:2:6: 'order.box.width' is missing"},
             Row{"parcels: 2\nbox: {width: 1}\n", "p.yaml:1:1: 'order.items' is missing"},
             Row{"parcels: 2\nbox: {width: 1}\npallet: {}\n",
                 "p.yaml:3:9: 'order.pallet.width' is missing"},
         }) {
        EXPECT_EQ(input_error([&] { return read_order(row.text); }), row.message);
        ++checked;
    }
    EXPECT_EQ(checked, 5);
}

TEST(ParameterTable, NamesTheItemThatLacksAKeyByItsNumberFromZero) {
    EXPECT_EQ(input_error(
                  [] { return read_order("parcels: 2\nbox: {width: 1}\nitems: [{count: 1}]\n"); }),
              "p.yaml:3:9: 'order.items.0.name' is missing");
    EXPECT_EQ(input_error([] {
                  return read_order(
                      "parcels: 2\nbox: {width: 1}\n"
                      "items:\n  - {name: nail}\n  - {count: 1}\n");
              }),
              "p.yaml:5:5: 'order.items.1.name' is missing");
}

TEST(ParameterTable, AsksWhetherAMisspeltKeyIsTheMissingOne) {
    EXPECT_EQ(input_error([] { return read_order("parcles: 2\n"); }),
              "p.yaml:1:1: 'order.parcels' is missing; is 'parcles' meant to be it?");
    EXPECT_EQ(input_error([] { return read_order("parcels: 2\nbox: {widht: 2}\n"); }),
              "p.yaml:2:6: 'order.box.width' is missing; is 'widht' meant to be it?");
}

TEST(ParameterTable, SuggestsTheNearestKeyForAMisspeltOptionalOne) {
    EXPECT_EQ(order_refusal("discuont: 0.5"),
              "p.yaml:3:1: unknown key 'discuont'; did you mean 'discount'? allowed: parcels, "
              "discount, speed, gift, vans, label, box, pallet, note, items");
    EXPECT_EQ(input_error([] { return read_order("parcels: 2\nbox: {width: 2, heigth: 1}\n"); }),
              "p.yaml:2:17: unknown key 'heigth'; did you mean 'height'? allowed: width, height");
}

TEST(ParameterTable, NamesTheAllowedKeysForAnUnknownOne) {
    EXPECT_EQ(order_refusal("zebra: 1"),
              "p.yaml:3:1: unknown key 'zebra'; allowed: parcels, discount, speed, gift, vans, "
              "label, box, pallet, note, items");
    EXPECT_EQ(input_error([] {
                  return read_order(
                      "parcels: 2\nbox: {width: 2}\n"
                      "items: [{name: nail, zebra: 1}]\n");
              }),
              "p.yaml:3:22: unknown key 'zebra'; allowed: name, count");
}

TEST(ParameterTable, SaysWhereAValueIsOutOfRange) {
    struct Row {
        const char* line;
        const char* message;
    };
    int checked = 0;
    for (const Row& row : {
             Row{"discount: 1.5", "3:11: '1.5' is out of range; allowed: numbers from 0 to 1"},
             Row{"vans: 9", "3:7: '9' is out of range; allowed: whole numbers from 1 to 8"},
             Row{"label: -1", "3:8: '-1' is out of range; allowed: whole numbers from 0 to 64"},
             Row{"speed: quick", "3:8: 'quick' is not known here; allowed: slow, fast"},
             Row{"gift: 1", "3:7: '1' is not a boolean; allowed: true, false"},
             Row{"pallet: {width: 100}",
                 "3:17: '100' is out of range; allowed: whole numbers from 1 to 99"},
             Row{"vans: ~", "3:7: 'order.vans' has no value; leave the key out or give it one"},
             Row{"pallet: 4", "3:9: '4' is not a map; allowed: a map of 'key: value'"},
         }) {
        EXPECT_EQ(order_refusal(row.line), std::string{"p.yaml:"} + row.message);
        ++checked;
    }
    EXPECT_EQ(checked, 8);
}

TEST(ParameterTable, WantsAKeyOnlyWhileItsConditionHolds) {
    EXPECT_EQ(order_refusal("gift: true"), "p.yaml:1:1: 'order.card' is missing");
    EXPECT_EQ(
        order_refusal("card: Ann"),
        "p.yaml:3:1: unknown key 'card'; allowed: parcels, discount, speed, gift, vans, label, "
        "box, pallet, note, items");
}

TEST(ParameterTable, ChecksAKeyOnceItIsRead) {
    EXPECT_EQ(input_error([] { return read_order("parcels: 3\nzebra: 1\n"); }),
              "p.yaml:1:10: parcels go in pairs");
    EXPECT_EQ(input_error([] { return read_order("parcels: 2\nbox: {width: 2, height: 3}\n"); }),
              "p.yaml:2:6: the box would fall over");
    EXPECT_EQ(input_error([] { return read_order("parcels: 2\nbox: {width: 2}\nitems: []\n"); }),
              "p.yaml:3:8: nothing was ordered");
}

TEST(ParameterTable, DoesNotCheckAKeyThatIsNotThere) {
    int checks = 0;
    Table<Order> table;
    table
        .optional(
            "vans", Whole{1, 8}, {"", "v"}, [](auto& order) -> auto& { return order.vans; })
        .check([&checks](const Node&, const Order&) { ++checks; });
    Order order;
    table.read(parse("{}"), "order", order);
    EXPECT_EQ(checks, 0);
    table.read(parse("{vans: 2}"), "order", order);
    EXPECT_EQ(checks, 1);
}

TEST(ParameterTable, RefusesTheLengthOfAListBeforeItReadsItsItems) {
    EXPECT_EQ(
        input_error([] { return read_order("parcels: 2\nbox: {width: 2}\nitems: [1, 2, 3]\n"); }),
        "p.yaml:3:8: too many items; allowed: 2");
    EXPECT_EQ(input_error(
                  [] { return read_order("parcels: 2\nbox: {width: 2}\nitems: {name: nail}\n"); }),
              "p.yaml:3:8: a map is not a list; allowed: a list such as [a, b]");
}

TEST(ParameterTable, ReplacesAListAndAddsNothingToIt) {
    Order order = read_order(kFullOrder);
    order_table().read(parse("{parcels: 2, box: {width: 5}, items: [{name: axe}], card: Bob}"),
                       "order", order);
    ASSERT_EQ(order.items.size(), 1u);
    EXPECT_EQ(order.items[0].name, "axe");
}

TEST(ParameterTable, GivesTheValuesInItsOwnOrderUnderDottedNames) {
    EXPECT_THAT(test::lines(order_table().values(read_order(kFullOrder))),
                ElementsAre("parcels: 4", "discount: 0.5", "speed: fast", "gift: true", "card: Ann",
                            "vans: 8", "label: 64", "box.width: 3", "box.height: 2",
                            "pallet.width: 40", "note: ring!", "items.0.name: nail",
                            "items.0.count: 5", "items.1.name: saw", "items.1.count: 1"));
}

TEST(ParameterTable, GivesNoValueToWhatIsMissingAndNoLineToWhatItsConditionHides) {
    Order order;
    order.parcels = 2;
    order.box.width = 5;
    order.vans.choose(3);
    order.pallet.choose({7, 0});
    EXPECT_THAT(test::lines(order_table().values(order)),
                ElementsAre("parcels: 2", "discount: 0.25", "speed: slow", "gift: false", "vans: 3",
                            "label: (open)", "box.width: 5", "box.height: 0", "pallet.width: 7",
                            "note: (open)"));
    EXPECT_FALSE(order.vans.asked());
    EXPECT_FALSE(order.pallet.asked());
}

TEST(ParameterTable, DescribesEveryKeyWithItsUnitRangeAndText) {
    std::vector<std::string> rows;
    for (const Description& key : order_table().descriptions())
        rows.push_back(key.path + (key.required ? " | required | " : " | optional | ") +
                       key.allowed + " | " + key.help.unit + " | " + key.help.text);
    EXPECT_THAT(
        rows,
        ElementsAre("parcels | required | whole numbers from 1 to 100 | parcels | in all",
                    "discount | optional | numbers from 0 to 1 |  | share of the price",
                    "speed | optional | slow or fast |  | of the van",
                    "gift | optional | true or false |  | it is wrapped",
                    "card | required | a name of up to 32 bytes |  | who it is from",
                    "vans | optional | whole numbers from 1 to 8 | vans | that drive",
                    "label | optional | whole numbers from 0 to 64 | bytes | that are printed",
                    "box | required |  |  | what it comes in",
                    "box.width | required | whole numbers from 1 to 9 | feet | from left to right",
                    "box.height | optional | whole numbers from 0 to 9 | feet | from the floor up",
                    "pallet | optional |  |  | what it stands on",
                    "pallet.width | required | whole numbers from 1 to 99 | feet | of the planks",
                    "note | optional | short or long |  | for the driver",
                    "items | required |  |  | what is in it",
                    "items.N.name | required | a name of up to 32 bytes |  | on the shelf",
                    "items.N.count | optional | whole numbers from 1 to 5 | pieces | of it"));
}

TEST(ParameterTable, JoinsAPathAndAKeyWithADotUnlessThereIsNoPath) {
    EXPECT_EQ(joined("", "b"), "b");
    EXPECT_EQ(joined("a", "b"), "a.b");
    EXPECT_EQ(joined("a.b", "c"), "a.b.c");
}

TEST(ParameterTable, NamesTheOptionWhenASettingIsOutOfRange) {
    const base::Node document =
        base::with_setting(base::parse_yaml(kFullOrder, "p.yaml"), "box.width", "12");
    EXPECT_THAT(input_error([&] {
                    Order order;
                    order_table().read(document, "order", order);
                    return 0;
                }),
                EndsWith("--set box.width: '12' is out of range; allowed: whole numbers from 1 to "
                         "9"));
}

struct Parcel {
    std::string label;
    std::vector<Item> items;
};

Table<Parcel> parcel_table() {
    Table<Parcel> table;
    table
        .required_read("label", "text", {"", "on the outside"},
                       [](const Node& node, Parcel& parcel) { parcel.label = node.as_string(); })
        .members({{"size", true, "large or small", {"", "of its letters"}}})
        .optional_list(
            "items", "what is in it", item_table(), [](const Node&) {},
            [](auto& parcel) -> auto& { return parcel.items; });
    return table;
}

TEST(OnlyRead, IsDescribedAndNoValue) {
    Parcel parcel;
    parcel_table().read(parse("label: red"), "parcel", parcel);
    EXPECT_EQ(parcel.label, "red");
    EXPECT_TRUE(parcel_table().values(parcel).empty());
    std::vector<std::string> paths;
    for (const Description& key : parcel_table().descriptions())
        paths.push_back(key.path + (key.required ? "" : "?"));
    ASSERT_GE(paths.size(), 3U);
    EXPECT_EQ(paths[0], "label");
    EXPECT_EQ(paths[1], "label.size");
    EXPECT_EQ(paths[2], "items?");
    EXPECT_THAT(input_error([] {
                    Parcel empty;
                    parcel_table().read(parse("items: []"), "parcel", empty);
                }),
                testing::HasSubstr("'parcel.label' is missing"));
}

}  // namespace
}  // namespace xdnasim::parameters
