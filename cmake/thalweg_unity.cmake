# thalweg_unity(TARGET): compiles the source files of the target in batches, each as one file,
# if THALWEG_UNITY is ON. Headers are then read, and templates instantiated, once for each batch, which
# takes about a third of the time. A batch has at most n files, by default 16; the batches of a target
# are of the same size, so that they take similar times. Call it when the target has all its sources.
#
# Names in anonymous namespaces must be unique in the whole target: the batches change with every file
# that is added. What may not be compiled with other files is a target of its own, without unity.
option(THALWEG_UNITY "Compile several source files as one" OFF)

function(thalweg_unity target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(LENGTH sources count)
  math(EXPR batches "(${count} + 47) / 48")
  if(batches EQUAL 0)
    return()
  endif()
  math(EXPR size "(${count} + ${batches} - 1) / ${batches}")
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${THALWEG_UNITY} UNITY_BUILD_BATCH_SIZE ${size})
endfunction()
