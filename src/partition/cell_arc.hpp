// CellArc: a passable arc of the graph, by the cells of one level that its ends lie in.
#pragma once

#include "thalweg/core/ids.hpp"

namespace thalweg {

struct CellArc {
  CellId from;
  CellId to;
};

}  // namespace thalweg
