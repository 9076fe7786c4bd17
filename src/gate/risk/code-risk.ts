import { isSecretFile } from '../../core/sensitive-paths.ts';
import { type Finding, finding } from './finding.ts';
import type { Judge } from './judge-rule.ts';
import { known, type Value } from './words.ts';

// Words by which a program reaches files, other programs or the network, in the languages people use for one-liners.
const REACHES_OUT =
  /\b(os\.(system|popen|exec|spawn|remove|unlink|rmdir|rename|chmod|environ)|subprocess|pty\.spawn|shutil|pathlib|write_text|write_bytes|child_process|execSync|spawnSync|exec(File)?\s*\(|spawn\s*\(|fork\s*\(|unlink|rmSync|rmdir|writeFile|appendFile|createWriteStream|fs\.|require\s*\(\s*['"](node:)?(fs|net|http|https|child_process|dgram|tls|vm)|import\s*\(|process\.(kill|env|binding)|Deno\.|Bun\.|socket|urllib|requests\.|http\.client|httpx|urlopen|fetch\s*\(|XMLHttpRequest|Net::|LWP::|IO::Socket|Socket\.|TCPSocket|Kernel\.|system\s*\(|popen|proc_open|shell_exec|passthru|eval\s*\(|exec\s*["'(]|compile\s*\(|__import__|__builtins__|__subclasses__|getattr\s*\(|globals\s*\(|importlib|ctypes|marshal|pickle|base64|fromCharCode|atob|(File|Dir|IO(?!\.(puts|inspect|write)\b)|Open3|Path|Files|Paths)\.\w|FileUtils|open\s*\(|qx\b|syscall|os\.(execute|remove|rename)|io\.(open|popen|lines)|install\.packages|Pkg\.)|`|%x/;

const TALKS =
  /\b(socket|urllib|requests|http\.client|httpx|urlopen|fetch\s*\(|XMLHttpRequest|Net::|LWP::|IO::Socket|TCPSocket|https?:\/\/|node:(net|http|https|dgram|tls)|curl_exec|fsockopen|smtplib|ftplib|paramiko)/;

const WIPES =
  /\brmtree\s*\(|\brm_rf?\b|\bremove_tree\b|\brm(Sync)?\s*\([^)]*recursive|removeSync\s*\([^)]*recursive|delete_tree|rimraf/;

/** Inline program text: short sums are common, and anything that reaches out is not ours to read. */
export function judgeCode(name: string, value: Value, judge: Judge): Finding[] {
  if (!value.isKnown) return [finding('CRITICAL', `What ${name} runs is decided only when it runs`)];
  const { text } = value;
  const isNetwork = TALKS.test(text);
  if (!REACHES_OUT.test(text) && !isNetwork) return [finding('MEDIUM', `${name} runs a program text`)];
  const isSecret = literalsOf(text).some(isSecretFile) || /\/\.(ssh|aws|gnupg|kube)\/|\benviron\b/.test(text);
  return [
    finding('HIGH', `${name} runs a program text that reaches files, programs or the network`, {
      ...(isNetwork && { isNetwork }),
      ...(isSecret && { isSecret }),
    }),
    ...(WIPES.test(text) ? [finding('CRITICAL', `${name} deletes whole directories`)] : []),
    ...linesOf(text).flatMap((line) =>
      judge.shell(known(line)).filter(({ risk }) => risk === 'HIGH' || risk === 'CRITICAL'),
    ),
  ];
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
