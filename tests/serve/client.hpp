// A server process and a plain HTTP client over POSIX sockets, for tests of thalweg serve.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thalweg::serve_test {

// thalweg serve in a process of its own, on a free port. Ends with SIGTERM.
class ServerProcess {
 public:
  ServerProcess(const std::string& tool, std::vector<std::string> arguments) {
    int out[2] = {};
    if (::pipe(out) != 0) std::abort();
    pid_ = ::fork();
    if (pid_ == 0) run_child(tool, std::move(arguments), out[1]);
    ::close(out[1]);
    std::string line;
    for (char c = 0; ::read(out[0], &c, 1) == 1 && c != '\n';) line += c;
    out_ = out[0];
    const std::size_t colon = line.rfind(':');
    if (colon != std::string::npos) port_ = std::atoi(line.c_str() + colon + 1);
    address_ = line;
  }
  ~ServerProcess() { stop(); }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  int port() const { return port_; }
  pid_t pid() const { return pid_; }
  const std::string& address() const { return address_; }
  bool is_running() const { return ::waitpid(pid_, nullptr, WNOHANG) == 0; }
  // The exit code; -1 where it did not end by itself within 10 seconds, or was killed.
  int stop(int signal = SIGTERM) {
    if (pid_ <= 0) return code_;
    ::kill(pid_, signal);
    int status = 0;
    for (int i = 0; i < 1000 && ::waitpid(pid_, &status, WNOHANG) == 0; ++i) ::usleep(10000);
    if (::kill(pid_, 0) == 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, &status, 0);
    }
    pid_ = -1;
    ::close(out_);
    return code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  // Bytes of memory in use.
  std::uint64_t resident_bytes() const {
    const std::string path = "/proc/" + std::to_string(pid_) + "/statm";
    std::FILE* file = std::fopen(path.c_str(), "re");
    unsigned long long pages = 0;
    if (file == nullptr) return 0;
    if (std::fscanf(file, "%*u %llu", &pages) != 1) pages = 0;
    std::fclose(file);
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  }
  // The most that it had at any time.
  std::uint64_t peak_bytes() const {
    const std::string path = "/proc/" + std::to_string(pid_) + "/status";
    std::FILE* file = std::fopen(path.c_str(), "re");
    char line[256];
    unsigned long long kilobytes = 0;
    while (file != nullptr && std::fgets(line, sizeof(line), file) != nullptr) {
      if (std::sscanf(line, "VmHWM: %llu", &kilobytes) == 1) break;
    }
    if (file != nullptr) std::fclose(file);
    return kilobytes * 1024;
  }

 private:
  [[noreturn]] static void run_child(const std::string& tool, std::vector<std::string> arguments,
                                     int out) {
    ::dup2(out, STDOUT_FILENO);
    arguments.insert(arguments.begin(), {tool, "serve", "--port", "0", "--quiet"});
    std::vector<char*> raw;
    for (std::string& argument : arguments) raw.push_back(argument.data());
    raw.push_back(nullptr);
    ::execv(tool.c_str(), raw.data());
    ::_exit(127);
  }

  pid_t pid_ = -1;
  int out_ = -1;
  int port_ = 0;
  int code_ = -1;
  std::string address_;
};

struct Response {
  int status = 0;
  std::string header;
  std::string body;
};

// One connection. Reads give up after `seconds`.
class Connection {
 public:
  explicit Connection(int port, double seconds = 20)
      : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
        milliseconds_(static_cast<int>(seconds * 1000)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_open_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0;
    const int on = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  }
  ~Connection() { ::close(fd_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  bool is_open() const { return is_open_; }
  int fd() const { return fd_; }
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void end_sending() { ::shutdown(fd_, SHUT_WR); }
  // What is received until `word` is part of it, or nothing more comes.
  std::string receive_until(std::string_view word) {
    std::size_t at = 0;
    while ((at = buffer_.find(word)) == std::string::npos) {
      if (!fill()) return std::exchange(buffer_, {});
    }
    std::string got = buffer_.substr(0, at + word.size());
    buffer_.erase(0, at + word.size());
    return got;
  }
  // True where there is something to read, or the server has closed the connection.
  bool is_answered(int milliseconds = 0) const {
    pollfd wait{fd_, POLLIN, 0};
    return ::poll(&wait, 1, milliseconds) > 0;
  }

  // The next response; nothing where the server closed the connection or said nothing in time.
  std::optional<Response> receive() {
    std::size_t end = 0;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
      if (!fill()) return std::nullopt;
    }
    Response response;
    response.header = buffer_.substr(0, end + 4);
    buffer_.erase(0, end + 4);
    if (response.header.size() > 12) response.status = std::atoi(response.header.c_str() + 9);
    if (response.status == 100) return receive();
    const std::size_t length = content_length(response.header);
    while (buffer_.size() < length) {
      if (!fill()) return std::nullopt;
    }
    response.body = buffer_.substr(0, length);
    buffer_.erase(0, length);
    return response;
  }

 private:
  static std::size_t content_length(const std::string& header) {
    const std::size_t at = header.find("Content-Length: ");
    return at == std::string::npos ? 0
                                   : static_cast<std::size_t>(std::atoll(header.c_str() + at + 16));
  }
  bool fill() {
    pollfd wait{fd_, POLLIN, 0};
    if (::poll(&wait, 1, milliseconds_) <= 0) return false;
    char bytes[65536];
    const ssize_t got = ::recv(fd_, bytes, sizeof(bytes), 0);
    if (got <= 0) return false;
    buffer_.append(bytes, static_cast<std::size_t>(got));
    return true;
  }

  int fd_;
  int milliseconds_;
  bool is_open_ = false;
  std::string buffer_;
};

inline std::string request_text(const std::string& method, const std::string& target,
                                const std::string& body = {}, const std::string& more = {}) {
  std::string text = method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + more;
  if (method == "POST") {
    if (more.find("Content-Type") == std::string::npos)
      text += "Content-Type: application/json\r\n";
    text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  }
  return text + "\r\n" + body;
}

inline std::string upgrade_text() {
  return "GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
         "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
}
// A text message as a client sends it: with a mask of zeros.
inline std::string masked_frame(const std::string& text) {
  std::string frame = "\x81";
  if (text.size() < 126) {
    frame += static_cast<char>(0x80 | text.size());
  } else {
    frame += static_cast<char>(0x80 | 126);
    frame += static_cast<char>(text.size() >> 8);
    frame += static_cast<char>(text.size() & 0xFF);
  }
  return frame + std::string(4, '\0') + text;
}

// One request on a connection of its own.
inline Response ask(int port, const std::string& method, const std::string& target,
                    const std::string& body = {}, const std::string& more = {}) {
  Connection connection(port, 60);
  if (!connection.is_open()) return {};
  connection.send(request_text(method, target, body, more));  // may be refused before its end
  return connection.receive().value_or(Response{});
}

}  // namespace thalweg::serve_test
