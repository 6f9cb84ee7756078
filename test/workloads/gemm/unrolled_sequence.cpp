#include "test/workloads/gemm/unrolled_sequence.hpp"

namespace xdnasim::gemm::test {
namespace {

class Unroller {
 public:
    void add(const std::vector<schedule::SequenceOp>& operations) {
        for (const schedule::SequenceOp& operation : operations)
            std::visit([&](const auto& op) { add(op); }, operation.op);
    }

    std::vector<Operation> take() { return std::move(unrolled_); }

 private:
    void add(const schedule::WriteBd& op) {
        unrolled_.emplace_back(
            WrittenBd{op.tile, op.id.at(indices_), op.offset.at(indices_), op.bd});
    }
    void add(const schedule::PushTask& op) {
        unrolled_.emplace_back(PushedTask{op.tile, op.bd.at(indices_), op});
    }
    void add(const schedule::AwaitToken& op) { unrolled_.emplace_back(op); }
    void add(const schedule::WriteMemory& /*op*/) {}
    void add(const schedule::SetLock& /*op*/) {}
    void add(const schedule::SignalTrace& /*op*/) {}
    void add(const schedule::SequenceLoop& loop) {
        for (std::int64_t i = 0; i < loop.count; ++i) {
            indices_.push_back(i);
            add(loop.body);
            indices_.pop_back();
        }
    }

    std::vector<std::int64_t> indices_;
    std::vector<Operation> unrolled_;
};

}  // namespace

std::vector<Operation> unroll(const std::vector<schedule::SequenceOp>& sequence) {
    Unroller unroller;
    unroller.add(sequence);
    return unroller.take();
}

}  // namespace xdnasim::gemm::test
