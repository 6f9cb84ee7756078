#include <gtest/gtest.h>

#include "arch/core_model.hpp"

namespace xdnasim::arch {
namespace {

SlotModel two_operations() {
    SlotModel model;
    model.operations.resize(2);
    model.operations[0].name = "vld";
    model.operations[1].name = "vmac";
    return model;
}

TEST(SlotModel, FindsAnOperationByItsName) {
    const SlotModel model = two_operations();
    EXPECT_EQ(model.find("vmac"), &model.operations[1]);
    EXPECT_EQ(model.index_of("vmac"), 1);
}

TEST(SlotModel, FindsNoOperationOfAnUnknownName) {
    EXPECT_EQ(two_operations().find("vmacc"), nullptr);
}

}  // namespace
}  // namespace xdnasim::arch
