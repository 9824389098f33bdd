"""Builds this tree: conan create packaging/conan"""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class ThalwegConan(ConanFile):
    name = "thalweg"
    description = "Finds paths over navigation meshes and terrain"
    license = "MIT"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "with_import": [True, False]}
    default_options = {"shared": False, "fPIC": True, "with_import": False}

    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self._root(), "include", "thalweg", "core", "version.hpp"))
        self.version = ".".join(re.search(r"kVersion\{(\d+), (\d+), (\d+)\}", header).groups())

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "*.md", "cmake/*", "include/*", "src/*", "docs/*",
                        "examples/*"):
            copy(self, pattern, self._root(), self.export_sources_folder)

    def requirements(self):
        self.requires("xxhash/[>=0.8]", visible=False)
        self.requires("boost/[>=1.74]", visible=False, headers=True, libs=False)
        if self.options.with_import:
            for needed in ("libpng/[>=1.6]", "libtiff/[>=4.5]", "zlib/[>=1.2]", "recastnavigation/[>=1.6]"):
                self.requires(needed)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update({
            "THALWEG_IMPORT": bool(self.options.with_import),
            "THALWEG_CGAL": False, "THALWEG_METIS": False, "THALWEG_TOOL": False,
            "THALWEG_TESTS": False, "THALWEG_EXAMPLES": False, "THALWEG_WERROR": False,
        })
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "thalweg")
        runtime = self.cpp_info.components["thalweg"]
        runtime.libs = ["thalweg"]
        runtime.set_property("cmake_target_name", "thalweg::thalweg")
        if self.settings.os in ("Linux", "FreeBSD"):
            runtime.system_libs = ["m", "pthread"]
        if not self.options.with_import:
            return
        for name, needs in (("image", ["thalweg", "libpng::libpng"]),
                            ("import", ["image", "libtiff::libtiff", "zlib::zlib", "recastnavigation::Recast"]),
                            ("draw", ["image"])):
            part = self.cpp_info.components[name]
            part.libs = ["thalweg_" + name]
            part.requires = needs
            part.set_property("cmake_target_name", "thalweg::" + name)
