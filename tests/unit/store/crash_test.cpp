// A process that is killed while saving leaves the old file or the new one.
#include <gtest/gtest.h>

#if !defined(_WIN32)
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <chrono>
#include <csignal>
#include <thread>

#include "core/file_system.hpp"
#include "scope.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/store/store.hpp"
#include "unit/store/scratch_folder.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

TEST(Crash, leftover_temporary_files_do_not_matter) {
  const ScratchFolder folder;
  const auto path = folder / "world.thal";
  const World world = samples::every_world()[1];
  for (int i = 0; i < 4; ++i) {
    const std::string name =
        "thalweg-" + std::to_string(process_number()) + "-" + std::to_string(i) + "-0.tmp";
    ASSERT_TRUE(save_world(samples::every_world()[2], folder / name).ok());
  }
  ASSERT_TRUE(save_world(world, path).ok());
  EXPECT_EQ(load_world(path).value().fingerprint(), world.fingerprint());
}

#if defined(_WIN32)

constexpr const char* kNoFork = "needs a process that forks, which Windows has not";
TEST(Crash, a_killed_save_leaves_the_old_file_or_the_new_one) { GTEST_SKIP() << kNoFork; }
TEST(Crash, a_save_that_does_not_fit_keeps_the_old_file) { GTEST_SKIP() << kNoFork; }

#else

// Saves two worlds alternately until killed, and says so on the pipe after each save. Runs in a
// child process without threads.
[[noreturn]] void save_for_ever(const World& a, const World& b, const std::filesystem::path& path,
                                int pipe) {
  set_thread_count(1);
  for (bool second = true;; second = !second) {
    if (!save_world(second ? b : a, path).ok() || ::write(pipe, "s", 1) != 1) ::_exit(1);
  }
}

// A process that saves for ever. It is killed at a random moment within two of its saves, however
// slow the machine makes them.
void kill_while_saving(const World& a, const World& b, const std::filesystem::path& path,
                       Random& random) {
  using Clock = std::chrono::steady_clock;
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const auto begin = Clock::now();
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) save_for_ever(a, b, path, ends[1]);
  ::close(ends[1]);
  char saved = 0;
  EXPECT_EQ(::read(ends[0], &saved, 1), 1) << "the child could not save";
  const auto two_saves = 2 * (Clock::now() - begin) / std::chrono::microseconds(1);
  std::this_thread::sleep_for(
      std::chrono::microseconds(random.below(static_cast<std::uint32_t>(two_saves) + 1)));
  ::kill(child, SIGKILL);
  int state = 0;
  ASSERT_EQ(::waitpid(child, &state, 0), child);
  ::close(ends[0]);
  ASSERT_TRUE(WIFSIGNALED(state)) << "the child could not save";
}

TEST(Crash, a_killed_save_leaves_the_old_file_or_the_new_one) {
  const ScratchFolder folder;
  const auto path = folder / "world.thal";
  const World a = samples::world_of(samples::mesh_of(samples::triangles(150)));
  const World b = samples::world_of(samples::mesh_of(samples::triangles(170)));
  ASSERT_TRUE(save_world(a, path).ok());
  Random random(seed_of(3));
  int times_new = 0;
  int times_halfway = 0;
  const int rounds = is_check() ? 200 : 60;
  for (int round = 0; round < rounds; ++round) {
    ASSERT_NO_FATAL_FAILURE(kill_while_saving(a, b, path, random));
    const auto loaded = load_world(path);
    ASSERT_TRUE(loaded.ok()) << "round " << round << ": " << loaded.error();
    const auto found = loaded->fingerprint();
    ASSERT_TRUE(found == a.fingerprint() || found == b.fingerprint());
    times_new += found == b.fingerprint();
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      if (entry.path() == path) continue;
      ++times_halfway;
      std::filesystem::remove(entry.path());
    }
  }
  std::printf("killed %d times: %d found the second world, %d died halfway through a file\n",
              rounds, times_new, times_halfway);
  EXPECT_GT(times_new, 0);
  EXPECT_GT(times_halfway, 0);
}

// A file system without enough space.
TEST(Crash, a_save_that_does_not_fit_keeps_the_old_file) {
  const ScratchFolder folder;
  const auto path = folder / "world.thal";
  const World small = samples::every_world()[1];
  const World large = samples::world_of(samples::mesh_of(samples::triangles(60)));
  ASSERT_TRUE(save_world(small, path).ok());
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    set_thread_count(1);
    const rlimit limit{20000, 20000};
    ::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const Result<void> saved = save_world(large, path);
    ::_exit(!saved.ok() && saved.error().find("cannot write") == 0 ? 0 : 1);
  }
  int state = 0;
  ASSERT_EQ(::waitpid(child, &state, 0), child);
  EXPECT_TRUE(WIFEXITED(state) && WEXITSTATUS(state) == 0);
  EXPECT_EQ(load_world(path).value().fingerprint(), small.fingerprint());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

#endif

}  // namespace
}  // namespace thalweg
