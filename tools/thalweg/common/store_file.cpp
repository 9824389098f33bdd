// Writing .thal files in turn with other programs.
#include "common/store_file.hpp"

#include <cstdio>

#include "common/common.hpp"
#include "common/output.hpp"

namespace thalweg::tool {

StoreFile::StoreFile(std::filesystem::path path, const std::vector<std::filesystem::path>& inputs)
    : path_(std::move(path)) {
  check_output(path_, FileKind::thal, inputs);
  target_ = need_output(link_target(path_));
  before_ = file_version(target_);
}

StoreFile::Turn StoreFile::take_turn() const {
  Turn turn;
  // What is open already, as /dev/stdout, is written as it comes.
  if (open_file_number(target_) >= 0) return turn;
  turn.lock_ = need_output(lock_folder_of(target_));
  turn.is_changed_ = file_version(target_) != before_;
  return turn;
}

void StoreFile::save(const Store& store, const Turn&) const {
  std::fflush(stdout);  // the file may be stdout
  need_output(save_store(store, path_));
}

void StoreFile::replace(const Store& store) const {
  const Turn turn = take_turn();
  if (turn.is_changed()) refuse_changed();
  save(store, turn);
}

void StoreFile::refuse_changed() const {
  throw Failure("'" + path_.string() +
                    "' was changed by another program while this one ran: nothing was written",
                Exit::failed);
}

}  // namespace thalweg::tool
