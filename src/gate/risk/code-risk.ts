import { type Finding, finding } from './finding.ts';
import type { Value } from './words.ts';

// Words by which a program reaches files, other programs or the network, in the languages people use for one-liners.
const REACHES_OUT =
  /\b(os\.(system|popen|exec|spawn|remove|unlink|rmdir|rename|chmod|environ)|subprocess|pty\.spawn|shutil|child_process|execSync|spawnSync|exec(File)?\s*\(|spawn\s*\(|fork\s*\(|unlink|rmSync|rmdir|writeFile|appendFile|createWriteStream|fs\.|require\s*\(\s*['"](node:)?(fs|net|http|https|child_process|dgram|tls|vm)|import\s*\(|process\.(kill|env|binding)|socket|urllib|requests\.|http\.client|httpx|urlopen|fetch\s*\(|XMLHttpRequest|Net::|LWP::|IO::Socket|Socket\.|TCPSocket|Kernel\.|`|%x|system\s*\(|popen|proc_open|shell_exec|passthru|eval\s*\(|exec\s*["'(]|compile\s*\(|__import__|importlib|ctypes|marshal|pickle|base64|fromCharCode|atob|File\.(write|delete|open)|FileUtils|open\s*\(|qx\b|syscall)/;

/** Inline program text: short sums are common, and anything that reaches out is not ours to read. */
export function judgeCode(name: string, value: Value): Finding[] {
  if (!value.isKnown) return [finding('CRITICAL', `What ${name} runs is decided only when it runs`)];
  if (REACHES_OUT.test(value.text))
    return [finding('HIGH', `${name} runs a program text that reaches files, programs or the network`)];
  return [finding('MEDIUM', `${name} runs a program text`)];
}
