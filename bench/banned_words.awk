# Finds the words that the glossary bans: awk -v rows=ROWS -v mode=MODE -f banned_words.awk, with lines "file:line:text"
# as input. ROWS is a file with one line "WORD|SAY INSTEAD|ONLY IN|EXCEPT" for each row of the table in
# docs/reference/glossary.md, which says what the columns mean. MODE: `count` prints a row of a Markdown table for each
# word, `list` a line for each use.

# Reads the parts of `text` that stand between backquotes.
function read_quoted(text, quoted,   parts, count, i) {
  count = split(text, parts, "`")
  for (i = 2; i <= count; i += 2) quoted[i / 2] = parts[i]
  return int(count / 2)
}

# A regular expression of a phrase that also takes it as part of an identifier: "one-way" as one_way and OneWay.
function pattern_of(phrase,   words, count, i, result) {
  count = split(phrase, words, /[ -]/)
  for (i = 1; i <= count; ++i) {
    result = result (i > 1 ? "[ _-]?" : "") "[" toupper(substr(words[i], 1, 1)) substr(words[i], 1, 1) "]" substr(words[i], 2)
  }
  return result
}

function read_row(line,   cells, quoted, count, i) {
  split(line, cells, "|")
  ++row_count
  title[row_count] = "| " cells[1] " | " cells[2] " |"
  advice[row_count] = cells[1] ": say " cells[2]
  if (cells[1] ~ /`/) {
    read_quoted(cells[1], quoted)
    row_of_name[quoted[1]] = row_of_name[quoted[1] "s"] = row_count
  } else {
    row_of_word[cells[1]] = row_of_word[cells[1] "s"] = row_count
  }
  count = read_quoted(cells[3], quoted)
  for (i = 1; i <= count; ++i) only[row_count, ++only_count[row_count]] = quoted[i]
  count = read_quoted(cells[4], quoted)
  for (i = 1; i <= count; ++i) {
    if (quoted[i] ~ /[ -]/) phrase[++phrase_count] = pattern_of(quoted[i])
    else except[row_count, ++except_count[row_count]] = quoted[i]
  }
}

# Whether the row counts words of the current file.
function is_counted(row,   i, result) {
  result = only_count[row] == 0
  for (i = 1; i <= only_count[row]; ++i) if (index(file, only[row, i])) result = 1
  for (i = 1; i <= except_count[row]; ++i) if (index(file, except[row, i])) result = 0
  return result
}

function add_to(row) {
  if (!is_counted(row)) return
  ++found[row, kind]
  if (mode == "list") print file ":" number ": " advice[row]
}

# Counts the words of an identifier's part without underscores, as "NoPlace".
function count_words(text,   word) {
  while (match(text, /^[a-z]+|^[A-Z][a-z]+|^[A-Z]+/)) {
    word = tolower(substr(text, 1, RLENGTH))
    text = substr(text, RLENGTH + 1)
    if (word in row_of_word) add_to(row_of_word[word])
  }
}

BEGIN { while ((getline line < rows) > 0) read_row(line) }

{
  file = substr($0, 1, index($0, ":") - 1)
  text = substr($0, index($0, ":") + 1)
  number = substr(text, 1, index(text, ":") - 1)
  text = substr(text, index(text, ":") + 1)
  kind = file ~ /pp$/ ? "C++" : file ~ /ts$/ ? "TypeScript" : "pages"
  for (i = 1; i <= phrase_count; ++i) gsub(phrase[i], "", text)
  name_count = split(text, names, /[^A-Za-z0-9_]+/)
  for (i = 1; i <= name_count; ++i) {
    if (names[i] in row_of_name) {
      if (kind == "C++") add_to(row_of_name[names[i]])
      continue
    }
    part_count = split(names[i], parts, /[^A-Za-z]+/)
    for (j = 1; j <= part_count; ++j) count_words(parts[j])
  }
}

END {
  if (mode == "list") exit
  for (row = 1; row <= row_count; ++row)
    printf "%s %d | %d | %d |\n", title[row], found[row, "C++"], found[row, "TypeScript"], found[row, "pages"]
}
