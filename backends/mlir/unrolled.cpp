#include "backends/mlir/unrolled.hpp"

#include "workloads/schedule/operations.hpp"
#include "workloads/schedule/saturating.hpp"

namespace xdnasim::mlir {
namespace {

using schedule::SequenceLoop;
using schedule::SequenceOp;

class Unroller {
 public:
    void go_through(const std::vector<SequenceOp>& operations) {
        for (const SequenceOp& operation : operations)
            std::visit([this](const auto& op) { add(op); }, operation.op);
    }
    [[nodiscard]] std::vector<SequenceOp> take() { return std::move(result_); }

 private:
    void add(const SequenceLoop& loop) {
        indices_.push_back(0);
        for (; indices_.back() < loop.count; ++indices_.back())
            go_through(loop.body);
        indices_.pop_back();
    }
    void add(schedule::WriteBd write) {
        write.id = here(write.id);
        write.offset = here(write.offset);
        result_.push_back({std::move(write)});
    }
    void add(schedule::PushTask push) {
        push.bd = here(push.bd);
        result_.push_back({std::move(push)});
    }
    template <class Operation>
    void add(const Operation& operation) {
        result_.push_back({operation});
    }
    [[nodiscard]] schedule::SemiAffine here(const schedule::SemiAffine& value) const {
        return {value.at(indices_), {}};
    }

    std::vector<std::int64_t> indices_;
    std::vector<SequenceOp> result_;
};

}  // namespace

std::int64_t unrolled_size(const std::vector<SequenceOp>& sequence) {
    std::int64_t size = 0;
    schedule::for_each_operation<SequenceOp>(
        sequence, [&](const SequenceOp& operation, std::span<const std::int64_t> counts) {
            if (!std::holds_alternative<SequenceLoop>(operation.op))
                size = schedule::saturating_add(size, schedule::times_in(counts));
        });
    return size;
}

std::vector<SequenceOp> unrolled(const std::vector<SequenceOp>& sequence) {
    Unroller unroller;
    unroller.go_through(sequence);
    return unroller.take();
}

}  // namespace xdnasim::mlir
