// What the tool provides for builds: METIS where it was built with it.
#pragma once

#include "thalweg/papers/descriptor.hpp"
#ifdef THALWEG_HAS_METIS
#include "thalweg/metis/metis.hpp"
#endif

namespace thalweg::tool {

inline BuildTools build_tools(Progress progress = {}) {
#ifdef THALWEG_HAS_METIS
  return {.progress = std::move(progress), .partitioner = metis_kway};
#else
  return {.progress = std::move(progress), .partitioner = {}};
#endif
}

}  // namespace thalweg::tool
