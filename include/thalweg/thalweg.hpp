// All public headers of the library.
#pragma once

#include "thalweg/core/array.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/geometry/axes.hpp"
#include "thalweg/graph/graph.hpp"
#include "thalweg/graph/metric.hpp"
#include "thalweg/graph/profile.hpp"
#include "thalweg/graph/profile_file.hpp"
#include "thalweg/path/path.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/query.hpp"
#include "thalweg/search/best_first.hpp"
#include "thalweg/store/store.hpp"
#include "thalweg/world/mesh_builder.hpp"
#include "thalweg/world/world.hpp"
