// The kinds of structures that this version knows; each is one file in src/structures.
#pragma once

#include "thalweg/hierarchy/coarse_ground.hpp"
#include "thalweg/hierarchy/fold.hpp"
#include "thalweg/hierarchy/hierarchy.hpp"
#include "thalweg/hierarchy/pyramid.hpp"
#include "thalweg/partition/grown_tree.hpp"
#include "thalweg/store/structure_kind.hpp"

namespace thalweg {

const KindOf<GrownTree>& natural_tree_kind();
const KindOf<Hierarchy>& hierarchy_kind();
const KindOf<Pyramid>& pyramid_kind();
const KindOf<CoarseGround>& coarse_kind();
const KindOf<Fold>& fold_kind();

}  // namespace thalweg
