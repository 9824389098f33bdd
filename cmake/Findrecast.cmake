# Recast as Debian ships it: a library and headers, no package file. Gives Recast::Recast.
find_path(RECAST_INCLUDE_DIR Recast.h PATH_SUFFIXES recastnavigation recast)
find_library(RECAST_LIBRARY Recast)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(recast REQUIRED_VARS RECAST_LIBRARY RECAST_INCLUDE_DIR)
if(recast_FOUND AND NOT TARGET Recast::Recast)
  add_library(Recast::Recast UNKNOWN IMPORTED)
  set_target_properties(Recast::Recast PROPERTIES
    IMPORTED_LOCATION ${RECAST_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${RECAST_INCLUDE_DIR})
endif()
