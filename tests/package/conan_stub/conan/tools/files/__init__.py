import fnmatch
import os
import shutil


def load(recipe, path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def copy(recipe, pattern, src, dst):
    """A pattern of Conan also matches below a folder."""
    found = []
    for folder, folders, names in os.walk(src):
        relative = os.path.relpath(folder, src)
        folders[:] = [name for name in folders if name not in (".git", "build")]
        for name in names:
            path = os.path.normpath(os.path.join(relative, name))
            if fnmatch.fnmatch(path, pattern):
                target = os.path.join(dst, path)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy(os.path.join(folder, name), target)
                found.append(path)
    return found
