#pragma once
// The loads on which the choices, the loops and the lock values of a core's program depend: their
// values must be known before the run.

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/design/cores/memory_use.hpp"
#include "workloads/design/cores/passed_values.hpp"
#include "workloads/design/cores/program_text.hpp"
#include "workloads/design/draft.hpp"

namespace xdnasim::design {

class DecidingLoads {
 public:
    /// Throws InputError, with the place, as ProgramText::storage_of() does.
    DecidingLoads(const Draft& draft, const ProgramText& text, const MemoryUse& use);

    /// Returns whether a decision depends on the value that `operation` loads.
    [[nodiscard]] bool contains(const ir::Operation& operation) const {
        return loads_.contains(&operation);
    }
    [[nodiscard]] const std::set<const ir::Operation*>& all() const { return loads_; }
    /// Returns whether a decision depends on the value `name`, which may be known before the run.
    [[nodiscard]] bool is_decisive(std::string_view name) const { return decisive_.contains(name); }

 private:
    [[nodiscard]] std::vector<std::string_view> decided_by(const ir::Operation& operation) const;
    void add(std::string_view decision, const PassedValues& passed);
    void add_computed(std::vector<std::string_view> open);
    [[nodiscard]] bool may_be_known(const ir::Operation& load) const;

    const Draft& draft_;
    const ProgramText& text_;
    const MemoryUse& use_;
    std::set<const ir::Operation*> loads_;
    std::set<std::string, std::less<>> decisive_;
};

}  // namespace xdnasim::design
