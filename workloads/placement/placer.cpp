#include "workloads/placement/placer.hpp"

#include "workloads/placement/annealing/annealer.hpp"

namespace xdnasim::placement {

std::string to_string(Method method) {
    switch (method) {
        case Method::Naive:
            return "naive";
        case Method::Snake:
            return "snake";
        case Method::Annealing:
            return "sa-bb";
        case Method::AnnealingPath:
            return "sa";
        case Method::AnnealingChannel:
            break;
    }
    return "sa-channel";
}

std::unique_ptr<Placer> make_placer(Method method) {
    switch (method) {
        case Method::Naive:
            return make_in_order(ColumnOrder::FromTheSouth);
        case Method::Snake:
            return make_in_order(ColumnOrder::Alternating);
        case Method::Annealing:
            return make_annealer(CongestionModel::None);
        case Method::AnnealingPath:
            return make_annealer(CongestionModel::PathUniform);
        case Method::AnnealingChannel:
            break;
    }
    return make_annealer(CongestionModel::ChannelUniform);
}

}  // namespace xdnasim::placement
