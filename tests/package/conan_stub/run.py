"""Runs the steps of the Conan recipe: run.py ROOT BUILD WORK VERSION"""
import collections
import glob
import importlib.util
import os
import sys
import types

root, build, work, version = sys.argv[1:]
recipe_folder = os.path.join(root, "packaging", "conan")
spec = importlib.util.spec_from_file_location("conanfile", os.path.join(recipe_folder, "conanfile.py"))
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)


class Part:
    def __init__(self):
        self.libs, self.requires, self.system_libs, self.properties = [], [], [], {}
        self.components = None

    def set_property(self, name, value):
        self.properties[name] = value


recipe = module.ThalwegConan()
recipe.recipe_folder = recipe_folder
recipe.export_sources_folder = os.path.join(work, "sources")
recipe.source_folder = recipe.export_sources_folder
recipe.build_folder, recipe.package_folder = build, os.path.join(work, "package")
recipe.settings = types.SimpleNamespace(os="Linux")
recipe.options = types.SimpleNamespace(with_import=True, shared=False)
recipe.cpp_info = Part()
recipe.cpp_info.components = collections.defaultdict(Part)
needed = []
recipe.requires = lambda name, **_: needed.append(name.split("/")[0])

recipe.set_version()
assert recipe.version == version, recipe.version
recipe.export_sources()
for name in ("CMakeLists.txt", "LICENSE", "README.md", "src/CMakeLists.txt", "include/thalweg/thalweg.hpp",
             "cmake/thalweg_install.cmake"):
    assert os.path.exists(os.path.join(recipe.source_folder, name)), "not exported: " + name
recipe.requirements()
recipe.layout()
recipe.generate()
with open(os.path.join(root, "CMakeLists.txt"), encoding="utf-8") as file:
    project = file.read()
for option in recipe.toolchain.cache_variables:
    assert "option(" + option + " " in project, "the project has no option " + option
recipe.build()
recipe.package()
recipe.package_info()
for name, part in recipe.cpp_info.components.items():
    for library in part.libs:
        pattern = os.path.join(recipe.package_folder, "lib*", "**", "lib" + library + ".*")
        assert glob.glob(pattern, recursive=True), "not installed: " + library
    for required in part.requires:
        assert required in recipe.cpp_info.components or required.split("::")[0] in needed, required
print("Conan: the recipe's steps run, with import")
