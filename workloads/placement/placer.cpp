#include "workloads/placement/placer.hpp"

#include "workloads/placement/annealing/annealer.hpp"
#include "workloads/placement/exact/exact_placers.hpp"

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
            return "sa-channel";
        case Method::AnnealingRoutes:
            return "sa-router";
        case Method::LocalSearch:
            return "lsmo";
        case Method::Joint:
            break;
    }
    return "joint";
}

bool is_random(Method method) {
    switch (method) {
        case Method::Naive:
        case Method::Snake:
        case Method::Joint:
            return false;
        case Method::Annealing:
        case Method::AnnealingPath:
        case Method::AnnealingChannel:
        case Method::AnnealingRoutes:
        case Method::LocalSearch:
            break;
    }
    return true;
}

bool takes_time(Method method) {
    return is_random(method) || solves_programs(method);
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
            return make_annealer(CongestionModel::ChannelUniform);
        case Method::AnnealingRoutes:
            return make_routed_annealer();
        case Method::LocalSearch:
            return make_local_search();
        case Method::Joint:
            break;
    }
    return make_joint_placer();
}

}  // namespace xdnasim::placement
