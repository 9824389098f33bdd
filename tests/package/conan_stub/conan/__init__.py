"""Stand-ins for what the recipe uses of Conan."""


class ConanFile:
    pass
