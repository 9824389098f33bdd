# thalweg_unity(TARGET): compiles up to ten source files of the target as one, if THALWEG_UNITY is ON.
# Headers are then read, and templates instantiated, once for all ten, which takes about a third of
# the time.
option(THALWEG_UNITY "Compile several source files as one" OFF)

# Names in anonymous namespaces must be unique among files that are compiled as one. These files use
# a name that another file of their target also uses, so they are compiled alone; file_windows.cpp
# and memory.cpp because of the macros of windows.h, new_operators.cpp because calls of operator new
# must not be inlined next to it, the fold's fast lane because it is tuned and compiled often. Tests
# use no name twice.
set(thalweg_compiled_alone
  src/core/file_windows.cpp
  src/core/memory.cpp
  src/generate/heights.cpp
  src/graph/clearance.cpp
  src/graph/room.cpp
  src/hierarchy/update.cpp
  src/import/import.cpp
  src/import/obj.cpp
  src/import/polyanya.cpp
  src/import/soup.cpp
  src/import/trace.cpp
  src/import/triangles.cpp
  src/planners/fold_lane.cpp
  src/planners/fold_lane_detours.cpp
  src/planners/fold_lane_path.cpp
  src/planners/fold_lane_runs.cpp
  src/planners/fold_lane_short.cpp
  src/planners/fold_lane_string.cpp
  src/store/metric_sections.cpp
  src/store/partition_sections.cpp
  src/store/world_sections.cpp
  src/world/mesh_builder.cpp
  src/world/ray.cpp
  tests/new_operators.cpp
  tools/thalweg/serve/server.cpp
)

function(thalweg_unity target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    if(name IN_LIST thalweg_compiled_alone)
      set_source_files_properties(${source} TARGET_DIRECTORY ${target}
        PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${THALWEG_UNITY} UNITY_BUILD_BATCH_SIZE 10)
endfunction()
