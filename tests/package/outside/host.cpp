// Loads the plug-in, calls it and unloads it, twice: host PLUGIN
#include <dlfcn.h>
#include <cstdio>

int main(int, char** arguments) {
  for (int round = 0; round < 2; ++round) {
    void* plugin = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (plugin == nullptr) return std::puts(dlerror()), 1;
    const auto plan = reinterpret_cast<int (*)()>(dlsym(plugin, "plan"));
    if (plan == nullptr || plan() != 0) return std::puts("the plug-in found no path"), 1;
    dlclose(plugin);
  }
  std::puts("plug-in: loaded, planned, unloaded");
}
