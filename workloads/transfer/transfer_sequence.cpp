#include <algorithm>
#include <set>

#include "workloads/transfer/transfer_parts.hpp"

namespace xdnasim::transfer {

using arch::Direction;
using schedule::SequenceLoop;
using schedule::SequenceOp;

namespace {

/// A stream and the columns whose shims move it.
struct Traffic {
    const MatrixStream& matrix;
    int number;
    int columns;  ///< number of columns that share it
    HostPattern pattern;
};

/// A loop over tasks; the task number is `first` + the loop's index.
class TaskLoop {
 public:
    TaskLoop(std::vector<SequenceOp>& body, const arch::Device& device, std::int64_t first,
             std::int64_t in_flight)
        : body_{body}, device_{device}, first_{first}, in_flight_{in_flight} {}

    /// Adds a task of a stream: input and output; the output's token shows that all of it has
    /// arrived.
    void add(const Traffic& traffic, int column) {
        add_half(traffic, column, Direction::S2MM, destination(traffic.number));
        add_half(traffic, column, Direction::MM2S, source(traffic.number));
    }

    void await(const Traffic& traffic, int column) {
        body_.push_back(
            {schedule::AwaitToken{device_.shim_at(column), Direction::S2MM, traffic.number}});
    }

 private:
    void add_half(const Traffic& traffic, int column, Direction direction,
                  schedule::HostBufferRef buffer) {
        const HostPattern& pattern = traffic.pattern;
        const bool writes = direction == Direction::S2MM;
        schedule::Bd bd;
        bd.buffer = buffer;
        bd.length = pattern.length;
        bd.dimensions = pattern.dimensions;
        if (pattern.iteration.size > 1) bd.iteration = pattern.iteration;
        const schedule::SemiAffine id = bd_in_turn(buffer);
        const arch::Bytes start = start_of_share(traffic.matrix, column, traffic.columns);
        const arch::TileId shim = device_.shim_at(column);
        body_.push_back(
            {schedule::WriteBd{shim, std::move(bd), id, pattern.offset(start, first_)}});
        body_.push_back({schedule::PushTask{shim, direction, traffic.number, id,
                                            pattern.iteration.size - 1, writes}});
    }

    /// The BD of a task, in turn among those that are reserved for a host buffer.
    [[nodiscard]] schedule::SemiAffine bd_in_turn(schedule::HostBufferRef buffer) const {
        return {buffer.index * in_flight_,
                {{.loop = 0, .stride = 1, .divisor = 1, .modulus = in_flight_, .shift = first_}}};
    }

    std::vector<SequenceOp>& body_;
    const arch::Device& device_;
    std::int64_t first_;
    std::int64_t in_flight_;
};

/// A loop of rounds, each with the next task of every stream that has one. The same streams have
/// tasks in all rounds from `begin` to `end`.
SequenceLoop rounds(const std::vector<Traffic>& streams, const arch::Device& device, int columns,
                    std::int64_t begin, std::int64_t end, std::int64_t in_flight) {
    SequenceLoop loop{end - begin, {}};
    TaskLoop tasks{loop.body, device, begin, in_flight};
    for (int column = 0; column < columns; ++column) {
        for (const Traffic& traffic : streams) {
            if (traffic.pattern.tasks() <= begin) continue;
            if (begin >= in_flight) tasks.await(traffic, column);
            tasks.add(traffic, column);
        }
    }
    return loop;
}

SequenceLoop drain(const Traffic& traffic, const arch::Device& device, int columns,
                   std::int64_t in_flight) {
    SequenceLoop loop{std::min(traffic.pattern.tasks(), in_flight), {}};
    TaskLoop tasks{loop.body, device, 0, in_flight};
    for (int column = 0; column < columns; ++column)
        tasks.await(traffic, column);
    return loop;
}

/// Number of tasks in flight: those that a task queue holds in addition to the running one, as far
/// as the shim has BDs.
std::int64_t max_in_flight(const TransferDesign& design, const arch::DmaModel& dma) {
    const int buffers = kDirections * static_cast<int>(design.streams.size());
    return std::min(dma.task_queue_depth + 1, dma.bds / buffers);
}

}  // namespace

std::vector<SequenceOp> runtime_sequence(const TransferDesign& design, const arch::Device& device) {
    const arch::DmaModel& dma = device.shim_tile.dma;
    const std::int64_t in_flight = max_in_flight(design, dma);
    std::vector<Traffic> streams;
    for (const MatrixStream& matrix : design.streams)
        streams.push_back({matrix, static_cast<int>(streams.size()), design.columns,
                           host_pattern(matrix, design.columns, dma)});

    std::set<std::int64_t> ends;
    for (const Traffic& traffic : streams) {
        ends.insert(traffic.pattern.tasks());
        ends.insert(std::min(traffic.pattern.tasks(), in_flight));
    }
    std::vector<SequenceOp> sequence;
    std::int64_t begin = 0;
    for (const std::int64_t end : ends) {
        sequence.push_back({rounds(streams, device, design.columns, begin, end, in_flight)});
        begin = end;
    }
    for (const Traffic& traffic : streams)
        sequence.push_back({drain(traffic, device, design.columns, in_flight)});
    return sequence;
}

}  // namespace xdnasim::transfer
