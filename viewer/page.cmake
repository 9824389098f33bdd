# The page of thalweg serve, built by npm and put into a source file: THALWEG_PAGE_SOURCE. Where npm is
# missing, or THALWEG_PAGE is OFF, the source file holds no page: serve then offers the API alone.
option(THALWEG_PAGE "Build the viewer's page into the tool (needs npm)" ON)

set(page_folder ${CMAKE_BINARY_DIR}/page)
set(THALWEG_PAGE_SOURCE ${page_folder}/page_data.cpp)
set(viewer ${PROJECT_SOURCE_DIR}/viewer)
find_program(THALWEG_NPM npm)
if(THALWEG_PAGE AND THALWEG_NPM)
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${viewer}/src/* ${viewer}/index.html)
  add_custom_command(OUTPUT ${THALWEG_PAGE_SOURCE}
    COMMAND ${viewer}/build ${page_folder}
    DEPENDS ${page_sources} ${viewer}/build ${viewer}/embed.mjs ${viewer}/package.json
            ${viewer}/package-lock.json ${viewer}/vite.config.ts ${viewer}/tsconfig.json
    COMMENT "Building the viewer's page" VERBATIM)
else()
  message(STATUS "No page for thalweg serve: npm was not found or THALWEG_PAGE is OFF")
  file(MAKE_DIRECTORY ${page_folder})
  file(CONFIGURE OUTPUT ${THALWEG_PAGE_SOURCE} CONTENT
"// Made without npm: there is no page.
#include \"serve/page.hpp\"
namespace thalweg::tool::serve {
std::span<const PageFile> page_files() { return {}; }
}  // namespace thalweg::tool::serve
")
endif()
