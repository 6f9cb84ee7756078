#include "base/parameters/table.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/base/parameters/example_order.hpp"
#include "test/base/parsed_yaml.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::parameters {
namespace {

using base::Node;
using test::kFullOrder;
using test::Order;
using test::order_refusal;
using test::order_table;
using test::read_order;
using test::Speed;
using testing::EndsWith;
using xdnasim::test::parse;

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
              "p.yaml:1:1: a list is not a map; allowed: a map with the keys parcels, discount, "
              "speed, gift, vans, label, box, pallet, note, items");
}

TEST(ParameterTable, NamesTheWholePathOfAMissingKey) {
    struct Row {
        const char* text;
        const char* message;
    };
    int checked = 0;
    for (const Row& row : {
             Row{"gift: false\n",
                 "p.yaml:1:1: 'order.parcels' is missing; allowed: whole numbers from 1 to 100"},
             Row{"parcels: 2\n",
                 "p.yaml:1:1: 'order.box' is missing; allowed: a map with the keys width, height"},
             Row{"parcels: 2\nbox: {height: 1}\n",
                 "p.yaml:2:6: 'order.box.width' is missing; allowed: whole numbers from 1 to 9"},
             Row{"parcels: 2\nbox: {width: 1}\n",
                 "p.yaml:1:1: 'order.items' is missing; allowed: a list of maps with the keys "
                 "name, count"},
             Row{"parcels: 2\nbox: {width: 1}\npallet: {}\n",
                 "p.yaml:3:9: 'order.pallet.width' is missing; allowed: whole numbers from 1 to "
                 "99"},
         }) {
        EXPECT_EQ(input_error([&] { return read_order(row.text); }), row.message);
        ++checked;
    }
    EXPECT_EQ(checked, 5);
}

TEST(ParameterTable, NamesTheItemThatLacksAKeyByItsNumberFromZero) {
    EXPECT_EQ(input_error(
                  [] { return read_order("parcels: 2\nbox: {width: 1}\nitems: [{count: 1}]\n"); }),
              "p.yaml:3:9: 'order.items.0.name' is missing; allowed: a name of up to 32 bytes");
    EXPECT_EQ(input_error([] {
                  return read_order(
                      "parcels: 2\nbox: {width: 1}\n"
                      "items:\n  - {name: nail}\n  - {count: 1}\n");
              }),
              "p.yaml:5:5: 'order.items.1.name' is missing; allowed: a name of up to 32 bytes");
}

TEST(ParameterTable, AsksWhetherAMisspeltKeyIsTheMissingOne) {
    EXPECT_EQ(input_error([] { return read_order("parcles: 2\n"); }),
              "p.yaml:1:1: 'order.parcels' is missing; is 'parcles' meant to be it? allowed: whole "
              "numbers from 1 to 100");
    EXPECT_EQ(input_error([] { return read_order("parcels: 2\nbox: {widht: 2}\n"); }),
              "p.yaml:2:6: 'order.box.width' is missing; is 'widht' meant to be it? allowed: whole "
              "numbers from 1 to 9");
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
             Row{"pallet: 4", "3:9: '4' is not a map; allowed: a map with the key width"},
         }) {
        EXPECT_EQ(order_refusal(row.line), std::string{"p.yaml:"} + row.message);
        ++checked;
    }
    EXPECT_EQ(checked, 8);
}

TEST(ParameterTable, WantsAKeyOnlyWhileItsConditionHolds) {
    EXPECT_EQ(order_refusal("gift: true"),
              "p.yaml:1:1: 'order.card' is missing; allowed: a name of up to 32 bytes");
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

TEST(ParameterTable, JoinsAPathAndAKeyWithADotUnlessThereIsNoPath) {
    EXPECT_EQ(joined("", "b"), "b");
    EXPECT_EQ(joined("a", "b"), "a.b");
    EXPECT_EQ(joined("a.b", "c"), "a.b.c");
}

TEST(ParameterTable, NamesTheOptionWhenASettingIsOutOfRange) {
    const base::Node document = xdnasim::test::with_setting(parse(kFullOrder), "box.width", "12");
    EXPECT_THAT(input_error([&] {
                    Order order;
                    order_table().read(document, "order", order);
                    return 0;
                }),
                EndsWith("--set box.width: '12' is out of range; allowed: whole numbers from 1 to "
                         "9"));
}

}  // namespace
}  // namespace xdnasim::parameters
