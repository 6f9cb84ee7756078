#pragma once
// Object FIFOs in a core's program: the objects that it acquires, accesses and releases.

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "workloads/design/cores/core_state.hpp"

namespace xdnasim::design {

class CoreFifos {
 public:
    explicit CoreFifos(CoreState& state) : state_{state} {}

    /// Reads acquires, accesses and releases of object FIFOs. Returns false if `operation` is
    /// something else. Throws InputError, with the place, for more objects than the FIFO has.
    bool read(const ir::Operation& operation, CoreSteps& steps);

 private:
    void acquire_objects(const ir::Operation& operation, CoreSteps& steps);
    void give_objects(const ir::Fields& acquire, const std::vector<ir::Range>& types,
                      const std::vector<schedule::BufferRef>& held);
    [[nodiscard]] Value object_value(schedule::BufferRef object) const;
    void release_objects(const ir::Operation& operation, CoreSteps& steps);
    void access_object(const ir::Operation& operation);
    /// Index of the FIFO's side in Draft::fifo_ends.
    [[nodiscard]] std::size_t fifo_side(const ir::Fields& fields) const;

    CoreState& state_;
    /// Objects acquired, by the name of the acquire's result.
    std::map<std::string_view, std::vector<schedule::BufferRef>> subviews_;
};

}  // namespace xdnasim::design
