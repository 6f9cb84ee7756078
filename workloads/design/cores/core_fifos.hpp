#pragma once
// Object FIFOs in a core's program: which of their objects an acquire takes.

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "workloads/design/cores/core_state.hpp"

namespace xdnasim::design {

class CoreFifos {
 public:
    explicit CoreFifos(CoreState& state) : state_{state} {}

    /// Acquires, accesses and releases of object FIFOs; false: `operation` is something else.
    /// Throws InputError, with the place, for more objects than there are.
    bool read(const ir::Operation& operation, CoreSteps& steps);

 private:
    void acquire_objects(const ir::Operation& operation, CoreSteps& steps);
    void give_objects(const ir::Fields& acquire, const std::vector<ir::Range>& types,
                      const std::vector<schedule::BufferRef>& held);
    [[nodiscard]] Value object_value(schedule::BufferRef object) const;
    void release_objects(const ir::Operation& operation, CoreSteps& steps);
    void access_object(const ir::Operation& operation);
    /// The number of the side in Draft::fifo_ends.
    [[nodiscard]] std::size_t fifo_side(const ir::Fields& fields) const;

    CoreState& state_;
    /// What acquires have given, by their results.
    std::map<std::string_view, std::vector<schedule::BufferRef>> subviews_;
};

}  // namespace xdnasim::design
