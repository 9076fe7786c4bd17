import { isSecretFile } from '../../../core/path/sensitive-paths.ts';
import { type Finding, finding } from '../finding.ts';
import { known, type Value } from '../parse/words.ts';
import { reach } from '../paths/reach.ts';
import type { Judge } from '../programs/judge.ts';
import { isPlainCode } from './plain-code.ts';

// Words by which a program reaches files, other programs or the network, in the languages people use for one-liners.
const REACHES_OUT =
  /\b(os\.(system|popen|exec|spawn|remove|unlink|rmdir|rename|chmod|environ)|subprocess|pty\.spawn|shutil|pathlib|write_text|write_bytes|child_process|execSync|spawnSync|exec(File)?\s*\(|spawn\s*\(|fork\s*\(|unlink|rmSync|rmdir|writeFile|appendFile|createWriteStream|fs\.|require\s*\(\s*['"](node:)?(fs|net|http|https|child_process|dgram|tls|vm)|import\s*\(|process\.(kill|env|binding)|Deno\.|Bun\.|socket|urllib|requests\.|http\.client|httpx|urlopen|fetch\s*\(|XMLHttpRequest|Net::|LWP::|IO::Socket|Socket\.|TCPSocket|Kernel\.|system\s*\(|popen|proc_open|shell_exec|passthru|eval\s*\(|exec\s*["'(]|compile\s*\(|__import__|__builtins__|__subclasses__|getattr\s*\(|globals\s*\(|importlib|ctypes|marshal|pickle|base64|fromCharCode|atob|(File|Dir|IO(?!\.(puts|inspect|write)\b)|Open3|Path|Files|Paths)\.\w|FileUtils|open\s*\(|qx\b|syscall|os\.(execute|remove|rename)|io\.(open|popen|lines)|install\.packages|Pkg\.|from\s+os\s+import\s[^;\n]*\b(system|popen|exec\w*|spawn\w*|remove|unlink|rmdir|rename|kill)|from\s+(subprocess|shutil|socket|pty)\s+import|rm\s*\(|file\.remove|os:cmd|sys\.process|ProcessBuilder|getRuntime|java\.io|java\.shell|run-program|\w*\.execute\s*\(|\w*\.delete\s*\(\s*\))|`|%x/;

const TALKS =
  /\b(socket|urllib|requests|http\.client|httpx|urlopen|fetch\s*\(|XMLHttpRequest|Net::|LWP::|IO::Socket|TCPSocket|https?:\/\/|node:(net|http|https|dgram|tls)|curl_exec|fsockopen|smtplib|ftplib|paramiko)/;

const WIPES = /\brmtree\s*\(|\brm_rf?\b|\bremove_tree\b|delete_tree|rimraf/;

const wipes = (text: string): boolean =>
  WIPES.test(text) ||
  text.split(')').some((part) => {
    const at = part.search(/(\brm(Sync)?|removeSync)\s*\(/);
    return at !== -1 && part.includes('recursive', at);
  });

// Beside an address: what comes from there, or what is typed there, is run.
const RUNS_TEXT =
  /\b(eval|exec\w*|system|spawn\w*|popen|dup2|pty|child_process|subprocess|compile|Function|runInThisContext)\b/;

/** Inline program text: short sums are common, and anything that reaches out is not ours to read. */
export function judgeCode(name: string, value: Value, judge: Judge): Finding[] {
  if (!value.isKnown) return [finding('CRITICAL', `What ${name} runs is only known at run time`)];
  const { text } = value;
  const { paths, rest } = plainReads(text);
  if (isPlainCode(rest, name))
    return [
      finding('LOW', `${name} only reads, computes and prints`),
      ...paths.flatMap((path) => reach(known(path), 'read', judge.place)),
    ];
  const isNetwork = TALKS.test(text);
  if (!REACHES_OUT.test(rest) && !isNetwork)
    return [
      finding('MEDIUM', `${name} runs inline code`),
      ...paths.flatMap((path) => reach(known(path), 'read', judge.place)),
    ];
  const isSecret = literalsOf(text).some(isSecretFile) || /\/\.(ssh|aws|gnupg|kube)\/|\benviron\b/.test(text);
  return [
    finding('HIGH', `${name} runs inline code that uses files, programs or the network`, {
      ...(isNetwork && { isNetwork }),
      ...(isSecret && { isSecret }),
    }),
    ...(isNetwork && RUNS_TEXT.test(text)
      ? [finding('CRITICAL', `${name} runs what another machine tells it to`)]
      : []),
    ...(wipes(text) ? [finding('CRITICAL', `${name} deletes whole directories`)] : []),
    ...linesOf(text).flatMap((line) =>
      judge.shell(known(line)).filter(({ risk }) => risk === 'HIGH' || risk === 'CRITICAL'),
    ),
  ];
}

// The characters of an ordinary path: no call could stand between two quotes that only seem to belong together.
const PATH = String.raw`(['"])([\w ./@~-]{1,200})\1`;

// `open('a.json')`, `fs.readFileSync('a.json', 'utf8')`, `Path('a').read_text()`: a file by its name, only read.
const PLAIN_READS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      String.raw`\bopen\(\s*${PATH}\s*(?:,\s*(?:mode\s*=\s*)?(?:'r[bt]?'|"r[bt]?"))?\s*(?:,\s*encoding\s*=\s*(?:'[\w-]+'|"[\w-]+"))?\s*\)`,
      'g',
    ),
    '0',
  ],
  [
    new RegExp(
      String.raw`\b(?:require\(['"](?:node:)?fs['"]\)|fs)\.readFileSync\(\s*${PATH}\s*(?:,\s*(?:'[\w-]+'|"[\w-]+"))?\s*\)`,
      'g',
    ),
    '0',
  ],
  [new RegExp(String.raw`\bPath\(\s*${PATH}\s*\)\.read_text\(\s*\)`, 'g'), '0'],
  // Data is parsed, and nothing else is done with it.
  [/\brequire\(\s*(['"])(\.{0,2}[\w@./-]{1,200}\.json)\1\s*\)/g, 'JSON.parse(0)'],
];
const DECLARATION =
  /\b(?:const|let|var)\s+fs\s*=\s*require\(['"](?:node:)?fs['"]\)|\bimport\s+(?:\*\s+as\s+)?fs\s+from\s+['"](?:node:)?fs['"]|\bfrom\s+pathlib\s+import\s+Path\b/g;

/** The files a program text only reads, by their names, and what is left of it without that. */
function plainReads(text: string): { paths: string[]; rest: string } {
  const paths: string[] = [];
  const left = PLAIN_READS.reduce(
    (before, [pattern, instead]) =>
      before.replace(pattern, (_all, _quote, path: string) => {
        paths.push(path);
        return instead;
      }),
    text,
  );
  const without = left.replace(DECLARATION, '');
  // Whatever else is done with the module is not reading by name.
  return { paths, rest: /\b(fs|Path)\b/.test(without) ? left : without };
}

const LITERAL = /"((?:[^"\\\n]|\\.){1,400})"|'((?:[^'\\\n]|\\.){1,400})'|`((?:[^`\\]|\\.){1,400})`/g;

const literalsOf = (text: string): string[] =>
  [...text.matchAll(LITERAL)].slice(0, 20).map(([, double, single, back]) => double ?? single ?? back ?? '');

/** What a shell might be given: every text that is more than a word, and words in a row as one line. */
const linesOf = (text: string): string[] => {
  const words = literalsOf(text);
  const row = words.filter((word) => !/[\s;&|]/.test(word)).join(' ');
  return [...words.filter((word) => /\s/.test(word)), ...(words.length > 1 ? [row] : [])].filter((line) =>
    /^\s*[\w./-]+(\s|$)/.test(line),
  );
};
