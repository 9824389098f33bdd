// The memory that the tool may take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace thalweg::tool {

// "512M", "8G", "1.5 GB" or a number of bytes. Nothing for anything else.
std::optional<std::uint64_t> parse_memory(const std::string& text);

// Sets the library's memory limit, and has the system refuse allocations that exceed it by more
// than the stacks of threads: what no estimate foresaw ends with a sentence too.
void limit_memory(std::uint64_t bytes);

}  // namespace thalweg::tool
