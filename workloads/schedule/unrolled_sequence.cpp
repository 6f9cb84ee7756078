#include "workloads/schedule/unrolled_sequence.hpp"

#include <span>
#include <utility>
#include <variant>

#include "base/saturating.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::schedule {
namespace {

class Unroller {
 public:
    explicit Unroller(const std::function<void(const SequenceOp&)>& tell) : tell_{tell} {}

    void go_through(const std::vector<SequenceOp>& operations) {
        for (const SequenceOp& operation : operations)
            std::visit([this](const auto& op) { add(op); }, operation.op);
    }

 private:
    void add(const SequenceLoop& loop) {
        indices_.push_back(0);
        for (; indices_.back() < loop.count; ++indices_.back())
            go_through(loop.body);
        indices_.pop_back();
    }
    void add(WriteBd write) {
        write.id = here(write.id);
        write.offset = here(write.offset);
        tell_({std::move(write)});
    }
    void add(PushTask push) {
        push.bd = here(push.bd);
        tell_({std::move(push)});
    }
    template <class Operation>
    void add(const Operation& operation) {
        tell_({operation});
    }
    [[nodiscard]] SemiAffine here(const SemiAffine& value) const {
        return {value.at(indices_), {}};
    }

    const std::function<void(const SequenceOp&)>& tell_;
    /// Indices of the loops around the operation, outermost first.
    std::vector<std::int64_t> indices_;
};

}  // namespace

void for_each_unrolled(const std::vector<SequenceOp>& sequence,
                       const std::function<void(const SequenceOp&)>& tell) {
    Unroller{tell}.go_through(sequence);
}

std::vector<SequenceOp> unrolled(const std::vector<SequenceOp>& sequence) {
    std::vector<SequenceOp> all;
    for_each_unrolled(sequence, [&](const SequenceOp& operation) { all.push_back(operation); });
    return all;
}

std::int64_t unrolled_size(const std::vector<SequenceOp>& sequence) {
    std::int64_t size = 0;
    for_each_operation<SequenceOp>(
        sequence, [&](const SequenceOp& operation, std::span<const std::int64_t> counts) {
            if (!std::holds_alternative<SequenceLoop>(operation.op))
                size = base::saturating_add(size, times_in(counts));
        });
    return size;
}

}  // namespace xdnasim::schedule
