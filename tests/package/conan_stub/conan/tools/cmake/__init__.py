import subprocess


class CMakeToolchain:
    def __init__(self, recipe):
        self.cache_variables = {}
        recipe.toolchain = self

    def generate(self):
        pass


class CMakeDeps:
    def __init__(self, recipe):
        pass

    def generate(self):
        pass


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def configure(self):
        pass

    def build(self):
        pass

    def install(self):
        subprocess.run(["cmake", "--install", self.recipe.build_folder, "--prefix", self.recipe.package_folder],
                       check=True, stdout=subprocess.DEVNULL)


def cmake_layout(recipe):
    pass
