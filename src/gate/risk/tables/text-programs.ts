import type { ProgramRule } from '../programs/program-rule.ts';

// In awk a single | outside a string is a pipe, and > behind print writes; strings and || are stepped over.
const AWK_STRING = String.raw`"(?:[^"\\]|\\[\s\S])*"`;
const AWK_REACHES_OUT = new RegExp(
  [
    String.raw`\bsystem\s*\(|\|&|\|\s*getline|getline\s*[\w$[\]]*\s*<|@\s*(?:load|include|\w+\s*\()|\/inet[46]?\/`,
    String.raw`\bARG[VC]\b\s*(?:\[|\+\+|=)`,
    String.raw`\bprintf?\b(?:[^;}\n"|>\\]|\\[\s\S]|\|\||${AWK_STRING})*(?:\|(?!\|)|>)`,
    String.raw`^(?:[^"|]|\|\||\|(?!\||\s*")|${AWK_STRING})*(?<!\|)\|\s*"|\|\s*"\s*\/|[)\]/]\s*\|\s*"[^"]`,
  ].join('|'),
);

// What a sed script may hold: addresses, labels, text, s and y, and every command but e, r, R, w and W.
const sedDelimited = (command: string, name: string, parts: number): string =>
  String.raw`${command}(?<${name}>[^\n\\])` +
  String.raw`(?:\\[\s\S]|(?!\k<${name}>)[^\\])*\k<${name}>`.repeat(parts);
const SED_SCRIPT = [
  String.raw`[\s;{}!,+~$]|\d+(?!\d)|[=dDgGhHnNpPxFzqQlLIM]|#[^\n]*|[aic](?:\\[\s\S]|[^\n\\])*(?=\n|$)`,
  String.raw`[btT:](?:[ \t]*[\w.-]+(?![\w.-])|(?=[ \t]*(?:[;}\n]|$)))|\/(?:\\[\s\S]|[^/\\\n])*\/`,
  sedDelimited(String.raw`\\`, 'address', 1),
  String.raw`${sedDelimited('s', 's', 2)}[gpiImM\d]*(?!\w)`,
  sedDelimited('y', 'y', 2),
].join('|');
const SED_GIVEN = '(?:--expression=|-[a-zA-Z]*e)';
const SED_NUMBER = String.raw`(?:\d+(?:~\d+)?|\$)(?:\s*,\s*(?:[+~]?\d+|\$|\/(?:\\.|[^/\\\n])*\/[IM]*))?`;
const SED_TO = String.raw`(?:\s*,\s*(?:[+~]?\d+|\$|\/(?:\\.|[^/\\\n])*\/[IM]*))?`;
const SED_SLASHED = String.raw`\/(?:\\.|[^/\\\n])*\/`;
const SED_REACHES_OUT = new RegExp(
  [
    // Several commands: each of them must be known.
    String.raw`^(?=[\s\S]*[;{}\n])(?!${SED_GIVEN}?(?:${SED_SCRIPT})*$)`,
    // One command. A file to be read may look like one, so that some forms need a blank.
    String.raw`^${SED_GIVEN}?\s*${SED_NUMBER}\s*!*\s*(?:e|[rRwW]\s*\S)`,
    String.raw`^${SED_GIVEN}?\s*${SED_SLASHED}${SED_TO}\s*!*\s*(?:e(?:\s|$)|[rRwW](?:\s|\/|\.))`,
    String.raw`^(?:\s+${SED_SLASHED}${SED_TO}\s*|${SED_SLASHED}${SED_TO}\s+)!*\s*[erRwW]|^${SED_SLASHED}${SED_TO}\s*!*\s*[erRwW]\S*\s`,
    String.raw`^(?:${SED_GIVEN}\s*${SED_SLASHED}[IM]*|\s*${SED_SLASHED}[IM]+|${SED_GIVEN}?\s*${sedDelimited(String.raw`\\`, 'other', 1)}[IM]*)${SED_TO}\s*!*\s*(?:e|[rRwW]\s*\S)`,
    String.raw`^${SED_GIVEN}\s*!*[erRwW]|^\s*!*[erRwW](?:\s|\/|\.|$)|^[erRwW][^./\s]*(?:\s|$)(?<!^README)(?<!^readme)`,
    String.raw`^${SED_GIVEN}?\s*[\d$,+~\s!]*(?:(?:${SED_SLASHED}|${sedDelimited(String.raw`\\`, 'before', 1)})[IM]*[\d$,+~\s!]*)*${sedDelimited('s', 'once', 2)}[gpiImM\d\s]*[ew]`,
    // A label ends at a blank, and what stands in brackets ends nothing.
    String.raw`^${SED_GIVEN}?[\d$,\s]*:[^\n;]*\s[erRwW]|\[\^?\]?[^\]\n]*\/[^\n]*\][\s\S]*\/[gpiImM\d\s]*[erRwW](?:\s|$)`,
  ].join('|'),
);

const HELP = '--help!SAFE --version!SAFE';

/** Small programs of their own, given as an argument: sed, awk, jq and the like. */
export const textPrograms: readonly ProgramRule[] = [
  {
    names: 'sed gsed',
    operands: 'pattern-read',
    operandsWrittenWith: '-i -I --in-place',
    options: `-a -b -e:p -E -f:e!MEDIUM -i? -I? -l: -n -r -s -u -z --binary --debug --expression:p --file:e!MEDIUM --follow-symlinks --in-place? --line-length: --null-data --posix --quiet --regexp-extended --sandbox --separate --silent --unbuffered --zero-terminated ${HELP}`,
    dangerousText: {
      pattern: SED_REACHES_OUT,
      longest: 1000,
      risk: 'CRITICAL',
      reason: 'a sed script that runs a command, or reads or writes other files',
    },
    match: [
      "sed -n '1,20p' src/a.ts",
      "sed 's/a/b/g' a.txt",
      "sed -e 's/x/y/' -e '/foo/d' a",
      "sed ':a;N;$!ba;s/\\n/ /g' a",
      "sed -n '/start/,/end/p' /work/project/readme.md",
      "sed 's|/usr/bin|/opt/web/e|' a",
      "sed '$d' README",
      "sed -E 's/(a)(b)/\\2\\1/' a",
      "sed '/^$/d;s/^ *//' a",
    ],
    notMatch: [
      "sed '1e id' a",
      "sed 's/a/b/e' a",
      "sed -n '1w /etc/x' a",
      "sed '/x/w out' a",
      "sed 'r .env' a",
      "sed '1r/etc/shadow' a",
      "sed 's/a/b/w /tmp/x' a",
      "sed 's,x,id,ge' a",
      "sed -n 'p;e id' a",
      "sed -i 's/a/b/' a",
      'sed -f x.sed a',
      "sed 's/a/b/' .env",
      "sed 'eid' a",
    ],
  },
  {
    names: 'awk gawk mawk nawk original-awk goawk frawk',
    operands: 'pattern-read',
    options: `-b -c -C -d?w!MEDIUM -D?!HIGH -e:p -E:e!HIGH -f:e!MEDIUM -F: -g -h -i:!HIGH -I -k -l:!CRITICAL -L? -M -n -N -o?w!MEDIUM -O -p?w!MEDIUM -P -r -s -S -t -v: -V -W:!HIGH --assign: --bignum --characters-as-bytes --copyright --csv --debug?!HIGH --dump-variables?w!MEDIUM --exec:e!HIGH --field-separator: --file:e!MEDIUM --gen-pot --include:!HIGH --lint? --load:!CRITICAL --no-optimize --non-decimal-data --optimize --posix --pretty-print?w!MEDIUM --profile?w!MEDIUM --re-interval --sandbox --source:p --traditional --use-lc-numeric ${HELP}`,
    dangerousText: [
      {
        pattern: AWK_REACHES_OUT,
        longest: 4000,
        risk: 'CRITICAL',
        reason: 'an awk program that runs a command, or reads or writes other files',
      },
      {
        pattern: /\bENVIRON\s*\[\s*"\w*(SECRET|TOKEN|PASSW|API_?KEY|ACCESS_?KEY|CREDENTIAL)/i,
        risk: 'MEDIUM',
        reason: 'shows a secret of the environment',
      },
      { pattern: /\bENVIRON\b/, risk: 'LOW', reason: 'shows the environment' },
    ],
    match: [
      "awk '{print $1}' a.txt",
      "awk -F'|' '{print $1 \"|\" $2}' a",
      "awk '/foo|bar/ {n++} END {print n}' a",
      "awk -F: 'NR>1 && $3 > 10 {print $1}' a",
      'awk \'BEGIN{FS="|"} {print $2}\' a',
      "ps aux | awk '$3 > 1.0 || $4 > 1 {print $2, $11}'",
      "awk '!seen[$0]++' a",
      'awk \'{s+=$1} END {printf "%d\\n", s}\' a',
      "awk -v n=3 'NR==n{getline; print}' a",
    ],
    notMatch: [
      'awk \'BEGIN {system("/bin/sh")}\'',
      'awk \'BEGIN {"id" | getline x; print x}\'',
      'awk \'{print | "sh"}\' a',
      'awk \'{print "id"|"sh"}\' a',
      'awk \'{print > "/etc/x"}\' a',
      'awk \'{c="sh"; print $0 | c}\' a',
      'awk \'BEGIN{while((getline l < "/etc/shadow")>0) print l}\'',
      'awk \'BEGIN{s="/inet/tcp/0/h/1"; print 1 |& s}\'',
      'awk -f x.awk a',
      "awk -i inplace '{print}' a",
      "awk '{print}' .env",
      "awk -l ./evil '{print}'",
    ],
  },
  {
    names: 'jq gojq jaq',
    operands: 'pattern-read',
    options: `-# -a -b -c -C -e -f:f!LOW -g -h -i!HIGH -j -L:l -M -n -r -R -s -S -V --arg:: --argfile::r --argjson:: --args --ascii-output --binary --build-configuration --color-output --compact-output --debug-dump-disasm --debug-trace? --exit-status --from-file:f!LOW --indent: --join-output --jsonargs --library-path:l --monochrome-output --null-input --raw-input --raw-output --raw-output0 --rawfile::r --seq --slurp --slurpfile::r --sort-keys --stream --stream-errors --strip-comments --tab --unbuffered --yaml-input --yaml-output ${HELP}`,
    dangerousText: [
      {
        pattern: /(\$ENV|(^|[\s|(])env)\b[.["\s]*\w*(SECRET|TOKEN|PASSW|API_?KEY|ACCESS_?KEY|CREDENTIAL)/i,
        risk: 'MEDIUM',
        reason: 'shows a secret of the environment',
      },
      { pattern: /\$ENV\b|(^|[\s|(])env\b/, risk: 'LOW', reason: 'shows the environment' },
    ],
    match: [
      'jq . package.json',
      "jq -r '.scripts | keys[]' package.json",
      "cat a.json | jq '.[] | select(.x > 1)'",
      "jq -n '{a: 1}'",
      `jq --arg v "$V" '.version == $v' package.json`,
    ],
    notMatch: [
      'jq . ~/.docker/config.json',
      'jq -n --rawfile x /etc/shadow $x',
      'jq -Rr . .env',
      'jq -n env',
    ],
  },
  {
    names: 'yq',
    operands: 'pattern-read',
    operandsWrittenWith: '-i --in-place --inplace',
    options: `-# -0 -c -C -e -h -i -I: -j -M -n -N -o: -p: -P -r -R -s:!HIGH -S -v -V -w: -x -X -y -Y -z --arg:: --argjson:: --colors --compact-output --csv-auto-parse --exit-status --expression:p --explicit-start --explicit-end --from-file:f!LOW --front-matter: --header-preprocess --in-place --indent: --indentless --indentless-lists --inplace --input-format: --join-output --lua-prefix: --no-colors --no-doc --nul-output --null-input --output-format: --prettyPrint --properties-separator: --raw-output --rawfile::r --security-disable-env-ops --security-disable-file-ops --slurp --slurpfile::r --sort-keys --split-exp:!HIGH --split-exp-file:r!HIGH --string-interpolation? --tab --toml-output --tojson --tsv-auto-parse --unwrapScalar? --verbose --width: --xml-attribute-prefix: --xml-content-name: --xml-output --yaml-output --yaml-output-grammar-version: --yaml-roundtrip --yml-output --yml-roundtrip --yaml-fix-merge-anchor-to-spec ${HELP}`,
    dangerousText: [
      {
        pattern: /\bload(_\w+)?\s*\(|\beval\s*\(/,
        risk: 'HIGH',
        reason: 'a yq expression that reads other files',
      },
      {
        pattern: /\b(str)?env\s*\(|\benvsubst\b|\$ENV\b/,
        risk: 'MEDIUM',
        reason: 'shows something of the environment',
      },
    ],
    match: ["yq '.a.b' a.yaml", "yq e '.x' a.yml", 'yq -r .name a.yaml', 'cat a.yaml | yq -o json .'],
    notMatch: [
      "yq -i '.a = 1' a.yaml",
      'yq -n \'load("/etc/passwd")\'',
      'yq . .env',
      'yq . ~/.kube/config',
      "yq -n 'strenv(X)'",
    ],
  },
  {
    names: 'gron dasel fx htmlq pup mlr xsv qsv',
    operands: 'read',
    options: `-c -d? -e -f? -h -i? -I!HIGH -j -k -m -n -o?w -p -q? -r? -s -u -v -w? -x? --colorize --monochrome --stream --ungron --json --icsv --ojson --ijson --ocsv --itsv --otsv --c2j --c2p --j2c --ixtab --oxtab --opprint --from:r --ifs: --ofs: --text --attribute: --pretty --number --charset: --color --plain --indent: --write: --read: --file:r --output:w ${HELP}`,
    dangerousText: {
      pattern:
        /\b(system|exec)\s*\(|\b(tee|dump|print\w*|emit\w*)\s*[|>]|^(tee|split|delete|put|--in-place)$|\brequire\b|\bprocess\b|\bimport\b/,
      risk: 'HIGH',
      reason: 'writes, runs a command or reads a file of its own choice',
    },
    match: ['gron a.json', 'mlr --icsv --ojson cat a.csv'],
    notMatch: [
      'mlr -n put \'end { print system("id") }\'',
      'mlr -I --csv sort -f x a.csv',
      'gron /etc/shadow',
      'dasel put -f a.json -v 1 .x',
      "fx a.json 'require(1)'",
    ],
  },
  {
    names: 'xmllint xmlstarlet xml',
    operands: 'read',
    options: `-o:w --auto --c14n --c14n11 --catalogs --copy --debug --dropdtd --dtdattr!MEDIUM --dtdvalid:r --dtdvalidfpi: --encode: --exc-c14n --format --html --htmlout --huge --insert --load-trace --loaddtd!MEDIUM --maxmem: --memory --nocatalogs --nocdata --nocompact --nodefdtd --nodict --noenc --noent!MEDIUM --noout --noblanks --nofixup-base-uris --nonet --nowarning --nowrap --nsclean --oldxml10 --output:w --path:l --pattern: --postvalid --pretty: --push --quiet --recover --relaxng:r --repeat --sax --sax1 --schema:r --schematron:r --shell!HIGH --stream --testIO --timing --valid!MEDIUM --walker --xinclude!MEDIUM --xmlout --xpath: -noout -format -t -m: -v: -n -c: -N: -B -T ${HELP}`,
    dangerousText: {
      pattern: /^(ed|-L|--inplace)$|^(https?|ftp):/i,
      risk: 'MEDIUM',
      reason: 'may change the file in place, or fetch it',
    },
    match: ['xmllint --noout a.xml', "xmllint --xpath '//a' pom.xml", 'xmllint --format a.xml'],
    notMatch: [
      'xmllint --output /etc/x a.xml',
      'xmllint --noent a.xml',
      'xmllint .env',
      'xmllint --shell a.xml',
    ],
  },
];
