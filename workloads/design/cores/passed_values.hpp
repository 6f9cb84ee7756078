#pragma once
// Sources of the values that loops carry, that regions yield, and that blocks and functions take as
// arguments.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::design {

/// The name of result `number`: "r#1" for "%r:2", "b" for "%a, %b"; "r" for the first one.
[[nodiscard]] std::string result_name(const ir::Operation& operation, std::size_t number);

class PassedValues {
 public:
    PassedValues(const ir::Text& text, const ir::Region& program);

    /// The values that may be passed to the value `name`.
    [[nodiscard]] const std::vector<std::string_view>& to(std::string_view name) const;

 private:
    void add(const ir::Region& region);
    void add(const ir::Operation& operation);
    void add_for(const ir::Operation& loop);
    void add_while(const ir::Operation& loop);
    void add(const std::vector<std::string_view>& to, const std::vector<std::string_view>& values);
    void add_results(const ir::Operation& operation, const std::vector<std::string_view>& values);

    const ir::Text& text_;
    std::map<std::string, std::vector<std::string_view>, std::less<>> passed_;
};

}  // namespace xdnasim::design
