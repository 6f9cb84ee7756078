#include "test/workloads/kernels/vliw/random_graph.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "test/workloads/kernels/vliw/example_slots.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {
namespace {

class RandomGraph {
 public:
    RandomGraph(const arch::SlotModel& model, std::uint32_t seed)
        : builder_{model}, random_{seed} {}

    OperationGraph code() {
        const int nodes = draw(4, 60);
        while (count() < nodes)
            add_any();
        return builder_.graph();
    }

    OperationGraph loop() {
        const int chains = draw(0, 6);
        for (int chain = 0; chain < chains; ++chain) {
            const int vmac = builder_.add_chain(label("chain"));
            read_recent_vectors(vmac);
        }
        const int nodes = count() + draw(4, 40);
        while (count() < nodes)
            add_any();
        const int handed_on = draw(0, 3);
        for (int edge = 0; edge < handed_on; ++edge)
            builder_.order(draw(0, count() - 1), draw(0, count() - 1), draw(-2, 9), draw(1, 3));
        return builder_.graph();
    }

 private:
    void add_any() {
        switch (draw(0, 9)) {
            case 0:
            case 1:
            case 2:
                vectors_.push_back(builder_.add("vld", label("vld"), kVector));
                break;
            case 3:
                add_shuffle();
                break;
            case 4:
            case 5:
            case 6:
                add_multiplication();
                break;
            case 7:
                add_store();
                break;
            case 8:
                builder_.add(draw(0, 2) == 0 ? "movxm" : "add", label("scalar"));
                break;
            default:
                add_accumulator_load();
                break;
        }
    }

    void add_shuffle() {
        const int node = builder_.add("vshuffle", label("vshuffle"), kVector);
        read_recent_vectors(node);
        vectors_.push_back(node);
    }

    void add_multiplication() {
        const bool adds = !accumulators_.empty() && draw(0, 3) > 0;
        const int node = builder_.add(adds ? "vmac" : "vmul", label("vmac"), kAccumulator);
        if (adds) builder_.accumulate(take_accumulator(), node);
        read_recent_vectors(node);
        accumulators_.push_back(node);
    }

    void add_accumulator_load() {
        const bool converts = draw(0, 1) == 0;
        const int node = builder_.add(converts ? "vlda.ups" : "vlda.acc", label("c"), kAccumulator);
        accumulators_.push_back(node);
    }

    void add_store() {
        const bool converts = !accumulators_.empty();
        const int node = builder_.add(converts ? "vst.srs" : "vst", label("vst"));
        if (converts) {
            builder_.read(take_accumulator(), node);
        } else {
            read_recent_vectors(node);
        }
    }

    void read_recent_vectors(int reader) {
        const int available = static_cast<int>(vectors_.size());
        for (int operand = 0; operand < std::min(2, available); ++operand)
            builder_.read(at(vectors_, draw(std::max(0, available - 6), available - 1)), reader);
    }

    int take_accumulator() {
        const int index = draw(0, static_cast<int>(accumulators_.size()) - 1);
        const int node = at(accumulators_, index);
        accumulators_.erase(accumulators_.begin() + index);
        return node;
    }

    /// Random integer from `min` to `max`. The numbers of std::uniform_int_distribution would
    /// depend on the standard library.
    int draw(int min, int max) {
        return min + static_cast<int>(random_() % static_cast<unsigned>(max - min + 1));
    }
    [[nodiscard]] int count() const { return static_cast<int>(builder_.graph().nodes.size()); }
    [[nodiscard]] std::string label(const char* kind) const {
        return kind + std::to_string(count());
    }

    GraphBuilder builder_;
    std::mt19937 random_;
    std::vector<int> vectors_;
    std::vector<int> accumulators_;  ///< results that no node reads yet
};

}  // namespace

OperationGraph random_code(const arch::SlotModel& model, std::uint32_t seed) {
    return RandomGraph{model, seed}.code();
}

OperationGraph random_loop(const arch::SlotModel& model, std::uint32_t seed) {
    return RandomGraph{model, seed}.loop();
}

}  // namespace xdnasim::vliw
