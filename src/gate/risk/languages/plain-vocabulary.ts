/** What is known of a language whose one-liners can be told to only reckon and print. */
export interface Vocabulary {
  readonly words: ReadonlySet<string>;
  /** What is known to be harmless only as a whole. */
  readonly facts: RegExp;
  /** Where the text gives names of its own, in groups. */
  readonly binds?: RegExp;
  /** `a["b"]` is the member b of a, and may be any of them. */
  readonly hasMembersByName: boolean;
  /** `"f"(1)` calls f. */
  readonly callsTexts: boolean;
  /** Writes what is known to be an entry of plain data as something simpler. */
  readonly prepare: (text: string) => string;
}

const setOf = (words: string): ReadonlySet<string> =>
  new Set(words.split(/\s+/).filter((word) => word !== ''));

// Words a sum, a conversion or a look at a version needs, in the languages people use for one-liners. None of them
// reaches a file, a program or the network, also not by way of another.
const SHARED = `print printf puts p pp echo say console log error table if else elif for in of let const var my return and or
  not is true false null undefined None True False nil NaN Infinity len str int float bool list dict set tuple range sum
  min max abs round sorted reversed enumerate zip map filter divmod pow ord chr hex oct bin repr type isinstance any all
  join split strip upper lower replace startswith endswith title count index keys values items length slice repeat trim
  padStart padEnd toFixed toString toUpperCase toLowerCase includes indexOf concat reverse sort push flat flatMap fill
  every some reduce find at Array Object String Number Boolean Math JSON Date BigInt Set Map stringify parse from isArray
  entries now toISOString getTime floor ceil sqrt random PI E log10 log2 sin cos tan parseInt parseFloat isNaN math json
  datetime statistics mean median utcnow today isoformat strftime dumps loads indent i j k n x y a b c t lambda new each
  times upto`;

const PYTHON = `get rstrip lstrip splitlines isdigit isalpha ljust rjust center zfill encode decode append extend insert copy
  setdefault add union difference intersection issubset read readline readlines with as while break continue pass try
  except finally Exception KeyError ValueError bytes fromhex total_seconds timedelta timezone utc fromtimestamp
  fromisoformat ensure_ascii sort_keys separators default end sep key re findall finditer sub search match fullmatch group
  groups groupdict escape IGNORECASE MULTILINE Counter most_common defaultdict itertools chain product combinations
  permutations accumulate string ascii_letters digits textwrap dedent fill uuid uuid4 hashlib sha256 sha1 md5 hexdigest
  base64 b64encode b64decode time platform python_version machine gcd factorial prod stdev variance hypot radians degrees
  exp inf pi e tau collections`;
const PYTHON_MODULES =
  'sys|math|json|datetime|statistics|re|itertools|string|textwrap|uuid|hashlib|base64|time|platform|collections';
const PYTHON_FACTS = new RegExp(
  [
    String.raw`(?:^|[;\n])\s*import (?:${PYTHON_MODULES})(?:, ?(?:${PYTHON_MODULES}))*\s*(?=;|\n|$)`,
    String.raw`(?:^|[;\n])\s*from (?:collections|math|datetime|itertools|statistics) import [\w, ]+(?=;|\n|$)`,
    String.raw`(?:^|[;\n])\s*import urllib\.parse\s*(?=;|\n|$)`,
    String.raw`\burllib\.parse\.(?:quote|unquote|quote_plus|unquote_plus|urlencode|urlparse|parse_qs)\b`,
    String.raw`\bsys\.(?:version(?:_info)?|platform|executable|maxsize|byteorder|path|argv|stdin(?:\.read)?|stdout\.write)\b`,
    String.raw`\bjson\.load\b|\bre\.compile\b`,
  ].join('|'),
  'g',
);

const JAVASCRIPT_FACTS =
  /\b(?:require\(["'](?:node:)?os["']\)|os)\.(?:cpus|platform|arch|release|version|type|totalmem|freemem|hostname|uptime|loadavg|EOL|tmpdir|homedir|endianness)\b|\bprocess\.(?:version|versions(?:\.\w+)?|platform|arch)\b|\bJSON\.parse\(0\)(?:\??\.(?!constructor\b|prototype\b|__)[A-Za-z]\w*)*/g;

const PHP = `echo print true false null PHP_VERSION PHP_OS PHP_OS_FAMILY PHP_EOL PHP_INT_MAX PHP_INT_SIZE phpversion date time
  var_dump var_export print_r strlen strtoupper strtolower str_repeat str_replace number_format implode explode json_encode
  json_decode md5 sha1 crc32 base64_encode base64_decode urlencode urldecode php_uname sqrt intval gettype array_sum
  array_keys array_values array array_merge count max min range ucfirst trim substr strpos round floor ceil strrev if else
  and or not extension_loaded function_exists`;
const LUA = `print tostring tonumber type math floor ceil sqrt max min pi huge string rep upper lower len sub reverse format table
  concat local for in do end then if else and or not true false nil _VERSION i j k n x y a b c s t`;
const JULIA = `print println sqrt sum maximum minimum length range collect VERSION Int Float64 round string uppercase lowercase abs
  for in end if else true false rand sort reverse join pi i j k n x y`;
const NEVER = /(?!)/g;
// Of a text in brackets nothing is left but that it was an entry; words in it are no calls.
const ENTRY = /\[\s*(?:"([\w ./@-]+)"|'([\w ./@-]+)')\s*\]/g;
const DANGEROUS_MEMBER = /^(constructor|prototype|__.*)$/;

const asEntries = (text: string): string =>
  text.replace(ENTRY, (all, double?: string, single?: string) =>
    DANGEROUS_MEMBER.test(double ?? single ?? '') ? all : ' .length ',
  );

// From left to right, so that no quote inside of a text is taken for the beginning of one.
const PYTHON_TEXT = /(\b[a-zA-Z]{1,2})?(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')/g;

/** Texts of Python in the form they have everywhere; what stands in braces is reckoned, and judged like the rest. */
const withPlainTexts = (text: string): string =>
  text.replace(PYTHON_TEXT, (all, prefix?: string, double?: string, single?: string) => {
    const body = double ?? single ?? '';
    if (/^(r|b|u|rb|br)$/i.test(prefix ?? '')) return ' 0 ';
    if (prefix === undefined) return all;
    if (prefix !== 'f' || body.includes('\\') || /\{\{|\}\}|\{[^}]*\{/.test(body)) return ' __text__ ';
    const parts = [...body.matchAll(/\{([^{}]*)\}/g)].map(([, part = '']) =>
      part.replace(/(![rsa])?(:[\w .,<>^+%-]*)?=?$/, ''),
    );
    return ` (${['0', ...parts].join(',')}) `;
  });

const asIs = (text: string): string => text;

const VOCABULARIES: readonly (readonly [RegExp, Vocabulary])[] = [
  [
    /^python[\d.]*$/,
    {
      words: setOf(`${SHARED} ${PYTHON}`),
      facts: PYTHON_FACTS,
      binds:
        /\bfor\s+([\w\s,()]+?)\s+in\b|(?:^|[;\n:(])\s*([A-Za-z]\w*(?:\s*,\s*[A-Za-z]\w*)*)\s*=(?!=)|\blambda\s+([\w\s,]*):|\bas\s+([A-Za-z]\w*)/g,
      hasMembersByName: false,
      callsTexts: false,
      prepare: (text) => asEntries(withPlainTexts(text)),
    },
  ],
  [
    /^(node|nodejs|bun|deno)$/,
    {
      words: setOf(SHARED),
      facts: JAVASCRIPT_FACTS,
      binds: /\b(?:const|let|var)\s+([A-Za-z]\w*)\s*=|\(([\w\s,]*)\)\s*=>|\b([A-Za-z]\w*)\s*=>/g,
      hasMembersByName: true,
      callsTexts: false,
      prepare: asEntries,
    },
  ],
  [
    /^ruby$/,
    {
      words: setOf(`${SHARED} RUBY_VERSION RUBY_PLATFORM`),
      facts: NEVER,
      hasMembersByName: true,
      callsTexts: false,
      prepare: asIs,
    },
  ],
  [/^php$/, { words: setOf(PHP), facts: NEVER, hasMembersByName: true, callsTexts: true, prepare: asIs }],
  [
    /^(lua|luajit)[\d.]*$/,
    { words: setOf(LUA), facts: NEVER, hasMembersByName: true, callsTexts: true, prepare: asIs },
  ],
  [/^julia$/, { words: setOf(JULIA), facts: /@/g, hasMembersByName: true, callsTexts: true, prepare: asIs }],
];

export const vocabularyOf = (program: string): Vocabulary | undefined =>
  VOCABULARIES.find(([names]) => names.test(program))?.[1];
