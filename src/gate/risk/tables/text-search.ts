import type { ProgramRule } from '../programs/program-rule.ts';

/** Searching in text. */
export const textSearch: readonly ProgramRule[] = [
  {
    names: 'grep egrep fgrep ggrep zgrep zegrep zfgrep bzgrep xzgrep zstdgrep',
    operands: 'pattern-read',
    options:
      '-# -a -A: -b -B: -c -C: -d: -D: -e:p -E -f:f -F -G -h -H -i -I -J -l -L -m: -n -o -O -p -P -q -r -R -s -S -T -u -U -v -V -w -x -y -z -Z --after-context: --basic-regexp --before-context: --binary --binary-files: --byte-offset --color? --colour? --context: --count --dereference-recursive --devices: --directories: --exclude: --exclude-dir: --exclude-from:r --extended-regexp --file:f --files-with-matches --files-without-match --fixed-strings --group-separator: --ignore-case --include:g --include-dir: --initial-tab --invert-match --label: --line-buffered --line-number --line-regexp --max-count: --no-filename --no-group-separator --no-ignore-case --no-messages --null --null-data --only-matching --perl-regexp --quiet --recursive --regexp:p --silent --text --unix-byte-offsets --with-filename --word-regexp --help --version',
    match: [
      'grep -rn foo src',
      'grep -i "a b" a.txt | head -5',
      'grep -5 foo a',
      'ps aux | grep node',
      "grep -rnE 'a|b' --include='*.ts' .",
      'grep -c x a.txt 2>/dev/null',
    ],
    notMatch: [
      'grep KEY .env',
      'grep -r x /etc',
      'grep -e x ~/.ssh/config',
      'grep -rn --unknown x',
      'grep x .npmrc',
      'grep -f .env a.txt',
      "grep -rh SECRET --include='.env*' .",
    ],
  },
  {
    names: 'rg ripgrep',
    operands: 'pattern-read',
    options:
      '-. -0 -a -A: -b -B: -c -C: -d: -e:p -E: -f:f -F -g:g -h -H -i -I -j: -l -L -m: -M: -n -N -o -p -P -q -r: -s -S -t: -T: -u -U -v -V -w -x -z --after-context: --auto-hybrid-regex --no-auto-hybrid-regex --before-context: --binary --no-binary --block-buffered --no-block-buffered --byte-offset --no-byte-offset --case-sensitive --color: --colors: --column --no-column --context: --context-separator: --no-context-separator --count --count-matches --crlf --no-crlf --debug --dfa-size-limit: --encoding: --no-encoding --engine: --field-context-separator: --field-match-separator: --file:f --files?p --files-with-matches --files-without-match --fixed-strings --no-fixed-strings --follow --no-follow --generate: --glob:g --glob-case-insensitive --no-glob-case-insensitive --heading --no-heading --hidden --no-hidden --hostname-bin:!CRITICAL --hyperlink-format: --iglob:g --ignore --ignore-case --ignore-dot --ignore-exclude --ignore-file:r --ignore-file-case-insensitive --no-ignore-file-case-insensitive --ignore-files --ignore-global --ignore-messages --ignore-parent --ignore-vcs --include-zero --no-include-zero --invert-match --no-invert-match --json --no-json --line-buffered --no-line-buffered --line-number --no-line-number --line-regexp --max-columns: --max-columns-preview --no-max-columns-preview --max-count: --max-depth: --maxdepth: --max-filesize: --messages --mmap --no-mmap --multiline --no-multiline --multiline-dotall --no-multiline-dotall --no-config --no-filename --no-ignore --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent --no-ignore-vcs --no-messages --no-pcre2 --no-pcre2-unicode --no-pre --no-require-git --require-git --no-search-zip --no-sort-files --no-stats --no-text --no-trim --no-unicode --null --null-data --one-file-system --no-one-file-system --only-matching --passthru --passthrough --path-separator: --pcre2 --pcre2-unicode --pcre2-version --pre:!CRITICAL --pre-glob: --pretty --quiet --regex-size-limit: --regexp:p --replace: --search-zip --smart-case --sort: --sortr: --sort-files --stats --stop-on-nonmatch --text --threads: --trace --trim --type: --type-add: --type-clear: --type-list?p --type-not: --unicode --unrestricted --vimgrep --with-filename --word-regexp --help --version',
    match: [
      'rg foo',
      'rg -n --hidden "a|b" src',
      "rg -g '*.ts' -l x",
      'rg --files',
      'rg --files src | head',
      'rg -tpy -C2 def',
      'rg -e a -e b src',
    ],
    notMatch: [
      'rg --pre sh x',
      'rg --pre=./evil x',
      'rg x /etc',
      'rg --files /root',
      'rg --hostname-bin=x y',
      'rg x .env',
      'rg -f .env a.txt',
      'rg --hidden -g .env KEY',
    ],
  },
  {
    names: 'ag',
    operands: 'pattern-read',
    options:
      '-0 -a -A? -B? -c -C? -D -f -F -g:p -G: -h -H -i -l -L -m: -n -o -p:r -Q -r -R -s -S -t -u -U -v -V -w -W: -z --ackmate --after? --before? --all-text --all-types --color --no-color --nocolor --color-line-number: --color-match: --color-path: --column --context? --count --debug --depth: --filename --no-filename --nofilename --files-with-matches --files-without-matches --file-search-regex: --fixed-strings --follow --nofollow --group --nogroup --heading --noheading --hidden --ignore: --ignore-case --ignore-dir: --invert-match --line-numbers --list-file-types?p --literal --max-count: --multiline --nomultiline --norecurse --no-recurse --null --numbers --nonumbers --one-device --only-matching --pager:!CRITICAL --nopager --parallel --passthrough --passthru --path-to-ignore:r --print-all-files --print-long-lines --recurse --search-binary --search-files --search-zip --silent --skip-vcs-ignores --smart-case --case-sensitive --stats --stats-only --unrestricted --vimgrep --width: --word-regexp --workers: --js --ts --py --python --ruby --go --rust --java --html --css --json --yaml --markdown --shell --cpp --cc --help --version',
    match: ['ag foo', 'ag -l foo src', 'ag --ts x', 'ag -g x'],
    notMatch: ['ag --pager ./evil x', 'ag x ~/.ssh'],
  },
  {
    names: 'ack ack-grep',
    operands: 'pattern-read',
    options:
      '-0 -1 -A: -B: -c -C? -f?p -g?p -h -H -i -I -k -l -L -m: -n -o -p? -P -Q -r -R -s -S -t: -T: -v -w -x --ackrc:r!CRITICAL --noackrc --ignore-ack-defaults --dump?p --after-context: --before-context: --context? --bar --break --nobreak --color --colour --nocolor --color-filename: --color-match: --color-lineno: --column --nocolumn --count --create-ackrc --files-from:i --files-with-matches --files-without-matches --filter --nofilter --follow --nofollow --group --nogroup --heading --noheading --help-types?p --ignore-case --no-ignore-case --ignore-dir: --noignore-dir: --ignore-file: --invert-match --known-types --lines: --literal --match:p --max-count: --no-filename --not: --and: --or: --output: --pager?!CRITICAL --nopager --passthru --print0 --proximate? --no-recurse --recurse --range-start: --range-end: --show-types --smart-case --no-smart-case --sort-files --type: --type-add: --type-del: --type-set: --underline --with-filename --word-regexp --js --ts --python --ruby --perl --go --rust --java --html --css --json --yaml --shell --cpp --cc --help --version --man',
    match: ['ack foo', 'ack -l --js foo src', 'ack -f src'],
    notMatch: ['ack --pager=./evil x', 'ack foo /etc', 'ack --ackrc=x y', 'ack -f /etc'],
  },
  {
    names: 'strings',
    operands: 'read',
    options:
      '-# -a -d -e: -f -h -n: -o -s: -t: -T: -U: -v -V -w --all --bytes: --data --encoding: --include-all-whitespace --output-separator: --print-file-name --radix: --target: --unicode: --help --version',
    match: ['strings a.bin', 'strings -n 8 a.bin | head'],
    notMatch: ['strings /etc/shadow', 'strings .env'],
  },
  {
    names: 'look',
    operands: 'pattern-read',
    options: '-a -b -d -f -t: --alternative --alphanum --ignore-case --terminate: --help --version',
    match: ['look test'],
    notMatch: ["look '' /etc/shadow"],
  },
  {
    names: 'ast-grep',
    risk: 'LOW',
    operands: 'text',
    options:
      '-p: -l: -r: -i!MEDIUM -U!HIGH -A: -B: -C: --pattern: --lang: --rewrite: --selector: --strictness: --debug-query? --json? --color: --heading: --no-ignore: --globs: --context: --threads: --stdin --follow --inspect: --interactive!MEDIUM --update-all!HIGH --config:r!HIGH -c:r!HIGH --help --version',
    match: ["ast-grep -p 'foo($A)' -l ts src", "ast-grep run -p 'x' --json"],
    notMatch: ['ast-grep -p a -r b -U src', 'ast-grep --config evil.yml x'],
  },
];
