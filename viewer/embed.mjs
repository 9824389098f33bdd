// Writes the files of a folder, gzipped, into a C++ source file. Usage: node embed.mjs FOLDER OUT.cpp
// An empty FOLDER makes a source file without a page.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

function filesIn(folder, prefix = '') {
  if (!folder) return [];
  return readdirSync(join(folder, prefix)).sort().flatMap((name) => {
    const path = join(prefix, name);
    return statSync(join(folder, path)).isDirectory() ? filesIn(folder, path) : [path];
  });
}

// Bytes as a C++ string literal: octal escapes of three digits cannot run into what follows.
function literal(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 64) {
    let line = '';
    for (const byte of bytes.subarray(at, at + 64)) line += '\\' + byte.toString(8).padStart(3, '0');
    lines.push(`    "${line}"`);
  }
  return lines.join('\n');
}

const [folder, out] = process.argv.slice(2);
const entries = filesIn(folder).map((path) => {
  const bytes = gzipSync(readFileSync(join(folder, path)), { level: 9 });
  const address = path === 'index.html' ? '/' : '/' + path.replaceAll('\\', '/');
  const type = types[extname(path)] ?? 'application/octet-stream';
  return `  {"${address}", "${type}", std::string_view(\n${literal(bytes)}, ${bytes.length})},\n`;
});
const table = entries.length === 0
  ? 'std::span<const PageFile> page_files() { return {}; }\n'
  : `static const PageFile kFiles[] = {\n${entries.join('')}};\n` +
    'std::span<const PageFile> page_files() { return kFiles; }\n';
writeFileSync(out, '// Made by viewer/embed.mjs.\n#include "serve/page.hpp"\n\nnamespace thalweg::tool::serve {\n' +
  table + '}  // namespace thalweg::tool::serve\n');
