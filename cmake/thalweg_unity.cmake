# thalweg_unity(TARGET KIND): compiles up to eight source files of one folder as one, if THALWEG_UNITY
# asks for it for this KIND of target (library or programs). Headers are then read, and templates
# instantiated, once for all eight, which takes about a third of the time.
set(THALWEG_UNITY OFF CACHE STRING "Compile several files as one: OFF, programs (tests and tool), all")
set_property(CACHE THALWEG_UNITY PROPERTY STRINGS OFF programs all)

# Names in anonymous namespaces must be unique among files that are compiled as one. These files use
# a name that another file of their folder also uses, so they are compiled alone.
set(thalweg_compiled_alone
  src/generate/heights.cpp
  src/graph/clearance.cpp
  src/graph/portal_graph.cpp
  src/graph/room.cpp
  src/graph/span.cpp
  src/graph/visibility_graph.cpp
  src/hierarchy/update.cpp
  src/import/import.cpp
  src/import/obj.cpp
  src/import/polyanya.cpp
  src/import/soup.cpp
  src/import/trace.cpp
  src/import/triangles.cpp
  src/store/metric_sections.cpp
  src/store/partition_sections.cpp
  src/store/world_sections.cpp
  src/world/mesh_builder.cpp
  src/world/ray.cpp
  tests/laws/planner_laws_test.cpp
  tests/laws/sight_laws_test.cpp
  tests/unit/crowd/journey_test.cpp
  tests/unit/crowd/requests_test.cpp
  tests/unit/draw/faces_test.cpp
  tests/unit/import/obj_test.cpp
  tests/unit/import/triangles_test.cpp
  tests/unit/partition/merge_test.cpp
  tests/unit/partition/triangle_sections_test.cpp
  tests/unit/path/funnel_test.cpp
  tests/unit/planners/abstract_test.cpp
  tests/unit/planners/every_planner_test.cpp
  tests/unit/planners/turning_test.cpp
  tests/unit/world/ray_test.cpp
  tests/unit/world/visible_test.cpp
  tools/thalweg/compare/wave.cpp
  tools/thalweg/compare/wave_run.cpp
  tools/thalweg/plan/plan.cpp
  tools/thalweg/watch/refine.cpp
  tools/thalweg/world/import.cpp
  tools/thalweg/world/render.cpp
  tools/thalweg/world/verify.cpp
)

function(thalweg_unity target kind)
  if(NOT THALWEG_UNITY STREQUAL all AND NOT THALWEG_UNITY STREQUAL kind)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(SORT sources)
  set(last_folder)
  foreach(source IN LISTS sources)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    if(name IN_LIST thalweg_compiled_alone)
      continue()
    endif()
    cmake_path(GET name PARENT_PATH folder)
    if(NOT "${folder}" STREQUAL "${last_folder}")
      set(last_folder ${folder})
      set(number 0)
    endif()
    math(EXPR batch "${number} / 8")
    math(EXPR number "${number} + 1")
    string(MAKE_C_IDENTIFIER ${folder} group)
    set_source_files_properties(${source} TARGET_DIRECTORY ${target}
      PROPERTIES UNITY_GROUP ${group}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
