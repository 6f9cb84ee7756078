// The values that a table of parameters returns for a struct, and the descriptions of its keys.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/parameters/table.hpp"
#include "test/base/parameters/example_order.hpp"
#include "test/base/parameters/value_lines.hpp"
#include "test/base/parsed_yaml.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::parameters {
namespace {

using base::Node;
using test::Item;
using test::item_table;
using test::kFullOrder;
using test::Order;
using test::order_table;
using test::read_order;
using testing::ElementsAre;
using xdnasim::test::parse;

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
