#include "xdnasim/sim/core_code.hpp"

namespace xdnasim::sim {
namespace {

void append(const schedule::CoreBody& body, std::vector<CoreInstruction>& code);

struct Append {
    std::vector<CoreInstruction>& code;

    void operator()(const schedule::Loop& loop) const {
        const std::size_t begin = code.size();
        code.emplace_back(BeginLoop{loop.count.value_or(-1), 0});
        append(loop.body, code);
        std::get<BeginLoop>(code[begin]).end = code.size();
        code.emplace_back(EndLoop{begin});
    }
    template <class Op>
    void operator()(const Op& op) const {
        code.emplace_back(op);
    }
};

void append(const schedule::CoreBody& body, std::vector<CoreInstruction>& code) {
    for (const schedule::CoreOp& op : body) std::visit(Append{code}, op.op);
}

}  // namespace

std::vector<CoreInstruction> flatten(const schedule::CoreBody& body) {
    std::vector<CoreInstruction> code;
    append(body, code);
    return code;
}

}  // namespace xdnasim::sim
