import type { ProgramRule } from '../programs/program-rule.ts';

const HELP = '--help --version';

/** Bytes, encodings, tables of values, and counting lines of code. */
export const textData: readonly ProgramRule[] = [
  {
    names: 'hexdump hd hexyl',
    operands: 'read',
    options: `-# -b -c -C -d -e: -f:r -h -L? -n: -o -p -s: -v -V -x -X --block-size: --border: --canonical --color? --display-offset: --format: --format-file:r --group-size: --length: --no-squeezing --one-byte-char --one-byte-octal --panels: --plain --skip: --two-bytes-decimal --two-bytes-hex --two-bytes-octal ${HELP}`,
    match: ['hexdump -C a.bin', 'hd a | head', 'hexdump -n 16 a'],
    notMatch: ['hexdump -C .env', 'hexdump -f ~/.ssh/id_rsa a', 'hexdump -c /etc/shadow'],
  },
  {
    names: 'od',
    operands: 'read',
    options: `-a -A: -b -c -d -f -i -j: -l -N: -o -s -S? -t: -v -w? -x --address-radix: --endian: --format: --output-duplicates --read-bytes: --skip-bytes: --strings? --traditional --width? ${HELP}`,
    match: ['od -An -tx1 a', 'od -c a'],
    notMatch: ['od -c /etc/shadow', 'od -s .env'],
  },
  {
    names: 'xxd',
    operands: 'copy',
    singleDash: true,
    options:
      '-a -b -c: -C -d -e -E -g: -h -i -l: -n: -o: -p -ps -plain -r -R: -s: -u -v -autoskip -bits -cols: -capitalize -EBCDIC -groupsize: -include -len: -name: -postscript -revert -seek: -skip: -uppercase -c1 -c4 -c8 -c16 -c32 -c256 -g1 -g2 -g4 -g8 -l4 -l8 -l16 -l32 -l64 -l128 -l256 -l512 -s0 --help --version',
    match: ['xxd a.bin', 'xxd -l 64 -c 16 a', 'xxd -p a | head', 'xxd -r -p'],
    notMatch: ['xxd -r a b', 'xxd .env', 'xxd a /etc/x', 'xxd /etc/shadow | xxd -r'],
  },
  {
    names: 'base64 base32 basenc base58 gbase64 uuencode uudecode',
    operands: 'read',
    options: `-b: -d -D -h -i -i:r -m -o:w -w: --base16 --base2lsbf --base2msbf --base32 --base32hex --base64 --base64url --break: --decode --ignore-garbage --input:r --output:w --output-file:w --wrap: --z85 ${HELP}`,
    match: ['base64 a.png', 'echo aGk= | base64 -d', 'base64 -w0 a'],
    notMatch: ['base64 ~/.ssh/id_rsa', 'base64 .env', 'uudecode -o /etc/x a', 'echo x | base64 -d | sh'],
  },
  {
    names: 'iconv uconv',
    operands: 'read',
    options: `-c -f: -l -L: -o:w -s -t: -x: --from-code: --list --output:w --silent --to-code: --verbose --usage ${HELP}`,
    match: ['iconv -f latin1 -t utf-8 a.txt', 'iconv -l'],
    notMatch: ['iconv -o out a', 'iconv -f 8859_1 -t 8859_1 /etc/shadow'],
  },
  {
    names: 'csvcut csvgrep csvstat csvlook csvjson csvsort csvstack csvformat csvjoin in2csv',
    operands: 'read',
    options: `-# -a -b -c: -C: -d: -D: -e: -f:r -g: -h -H -i -I -k: -K: -l -L: -m: -n -p: -q: -Q: -r? -S -t -T -u: -U: -v -V -x -y: -z: --any-match --blanks --columns: --count --csv --datetime-format: --date-format: --delete-empty-rows --delimiter: --doublequote --encoding: --escapechar: --file:r --filenames --format: --freq --freq-count: --group-name: --groups: --ignore-case --indent: --invert-match --invert-match --left --linenumbers --locale: --match: --max --max-columns: --max-rows: --mean --median --min --names --no-doublequote --no-header-row --no-inference --not-columns: --null-value: --nulls --out-delimiter: --out-tabs --outer --quotechar: --quoting: --regex: --reverse --right --sheet: --skip-lines: --skipinitialspace --sniff-limit: --stdev --stream --sum --tabs --type --unique --verbose --zero ${HELP}`,
    match: ['csvcut -c 1,2 a.csv', 'csvstat a.csv', 'csvlook a.csv | head'],
    notMatch: ['csvlook .env', 'csvcut -c 1 /etc/passwd', 'csvgrep --unknown a'],
  },
  {
    names: 'tokei',
    operands: 'list',
    options: `-c: -C -e: -f -h -i:r -l -n: -o: -s: -t: -v -V --columns: --compact --exclude: --files --hidden --input:r --languages --no-ignore --no-ignore-dot --no-ignore-parent --no-ignore-vcs --num-format: --output: --rsort: --sort: --streaming: --type: --types: --verbose ${HELP}`,
    match: ['tokei', 'tokei src -f', 'tokei -o json'],
    notMatch: ['tokei -i ~/.ssh/x', 'tokei /etc'],
  },
  {
    names: 'scc gocloc',
    operands: 'list',
    options: `-a -c -d -f: -h -i: -l -m -M: -n: -o:w -p -s: -t -u -v -w -x: -z --avg-wage: --by-file --ci --cocomo-project-type: --exclude-dir: --exclude-ext: --exclude-file: --format: --format-multi:w --gen --include-ext: --languages --min --no-cocomo --no-complexity --no-duplicates --no-gen --no-ignore --no-large --no-min --no-size --not-match: --output:w --output-type: --sort: --verbose --wide ${HELP}`,
    match: ['scc --no-cocomo', 'scc src', 'gocloc .'],
    notMatch: ['scc -o out.txt', 'scc --format-multi csv:/etc/x', 'scc /etc'],
  },
  {
    names: 'cloc sloccount',
    operands: 'list',
    options: `-v --3 --by-file --by-file-by-lang --by-percent: --categorized:w --config:r!CRITICAL --count-and-diff --counted:w --csv --csv-delimiter: --diff --docstring-as-code --exclude-content: --exclude-dir: --exclude-ext: --exclude-lang: --exclude-list-file:r --explain: --extract-with:!CRITICAL --file-encoding: --follow-links --force-lang: --force-lang-def:r --found:w --fullpath --git --hide-rate --ignored:w --include-content: --include-ext: --include-lang: --json --list-file:r --match-d: --match-f: --max-file-size: --md --no3 --no-autogen --not-match-d: --not-match-f: --out:w --processes: --progress-rate: --quiet --read-lang-def:r --report-file:w --show-ext --show-lang --skip-uniqueness --strip-comments:!HIGH --sql:w --sum-one --timeout: --unicode --use-sloccount --vcs:!HIGH --write-lang-def:w --xml --yaml ${HELP}`,
    match: ['cloc .', 'cloc --json src', 'cloc src test'],
    notMatch: [
      "cloc --extract-with='sh -c id' a",
      "cloc --vcs='id' .",
      'cloc --out=/etc/x .',
      'cloc --list-file=/etc/shadow',
    ],
  },
  {
    names: 'pandoc',
    operands: 'read',
    options: `-# -A:r -B:r -c: -C -d:r!HIGH -D: -e -f: -F:!CRITICAL -H:r -i -L:!CRITICAL -M: -N -o:w -p -r: -s -t: -T: -V: -w: --ascii --atx-headers --bibliography:r --citeproc --columns: --css: --csl:r --data-dir:l!HIGH --defaults:r!HIGH --dpi: --eol: --extract-media:w --filter:!CRITICAL --from: --highlight-style: --include-after-body:r --include-before-body:r --include-in-header:r --list-extensions? --list-highlight-languages --list-highlight-styles --list-input-formats --list-output-formats --log:w --lua-filter:!CRITICAL --markdown-headings: --mathjax? --metadata: --metadata-file:r --number-sections --output:w --pdf-engine:!CRITICAL --pdf-engine-opt:!CRITICAL --preserve-tabs --quiet --read: --reference-doc:r --resource-path: --sandbox --section-divs --self-contained!MEDIUM --embed-resources!MEDIUM --shift-heading-level-by: --standalone --strip-comments --tab-stop: --template:r --title-prefix: --to: --toc --toc-depth: --top-level-division: --trace --variable: --verbose --wrap: --write: ${HELP}`,
    dangerousText: { pattern: /^https?:/i, risk: 'MEDIUM', reason: 'fetches a page' },
    match: ['pandoc a.md -t html', 'pandoc -f markdown -t plain a.md'],
    notMatch: [
      'pandoc a.md -o a.html',
      'pandoc -L evil.lua a.md',
      'pandoc --filter ./evil a.md',
      'pandoc /etc/shadow',
    ],
  },
  {
    names: 'lolcat figlet toilet cowsay cowthink boxes fortune ponysay banner',
    operands: 'text',
    options: `-# -a -b -c -d -e: -f: -g -l -n -o -p -r -s -t -T: -w: -W: -y -h ${HELP}`,
    dangerousText: {
      pattern: /^(-f|-F|-d|-I|-E)?.*\//,
      risk: 'HIGH',
      reason: 'loads a program or a file of its own',
    },
    match: ['figlet hi', 'echo x | lolcat', 'cowsay moo'],
    notMatch: ['cowsay -f /tmp/evil.cow x', 'lolcat /etc/shadow'],
  },
];
