// The memory limit: how much memory the work on one input may take.
//
// A small file can stand for a large world. Readers, generators and builders therefore estimate
// what they will need before they allocate it, and refuse the input with a sentence if the estimate
// exceeds the limit. The estimates are upper bounds for usual inputs, not measurements.
#pragma once

#include <cstdint>
#include <string>

#include "thalweg/core/result.hpp"

namespace thalweg {

// Limits the memory of all work in this process, in bytes. 0: half of the machine's memory, which
// is the default. Like the number of threads, the limit belongs to the process.
void set_memory_limit(std::uint64_t bytes);
std::uint64_t memory_limit();

// The memory of this machine (or of the control group that the process runs in), in bytes.
std::uint64_t machine_memory();

// An error if `bytes` exceed the limit: "this would take about 11.5 GB of memory, more than the
// limit of 6.0 GB (--max-memory)".
Result<void> check_memory(std::uint64_t bytes);
// The same for `count` items of `bytes_each`. The product may exceed 64 bits.
Result<void> check_memory(std::uint64_t count, std::uint64_t bytes_each);

// The error of an allocation that failed. Makes no allocation itself.
Error out_of_memory();

// "11.5 GB", "640 MB", "12 KB": decimal units.
std::string memory_text(std::uint64_t bytes);

}  // namespace thalweg
