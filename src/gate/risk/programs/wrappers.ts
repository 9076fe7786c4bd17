import { type Finding, finding } from '../finding.ts';
import { compileOptions } from '../parse/option-spec.ts';
import { parseArgv } from '../parse/parse-argv.ts';
import { known, UNKNOWN, type Value } from '../parse/words.ts';
import { judgeAddress } from '../paths/judge-address.ts';
import { handedOn, reach } from '../paths/reach.ts';
import { isSecretVariable } from '../walk/secret-variables.ts';
import { env } from './env.ts';
import { judgeFind } from './judge-find.ts';
import { isStream, judgeProgramFile } from './judge-option.ts';
import { judgeParallel } from './judge-parallel.ts';
import { judgeXargs } from './judge-xargs.ts';
import { noteRun, noteUnfound } from './note-runs.ts';
import { notKnown, splitWords, type Wrapper } from './wrapper.ts';

/** Another user, usually root: whatever follows is out of our hands. */
const asAnother: Wrapper = (args, judge, name) => {
  const { operands } = splitWords(
    args,
    '-E -H -n -k -b -i -s -S -A -P -u: --user: -g: --group: -p: -C: -h: -T: -t: -r: -l --login -m -c:c --command:c',
  );
  return [
    finding('CRITICAL', `${name} runs as another user`, { needs: ['host'] }),
    ...judge.command(operands, name),
  ];
};

/** A shell: a line with -c, a file, or whatever comes through stdin. */
const shell: Wrapper = (args, judge, name) => {
  const { operands, options, unknown } = splitWords(
    args,
    '-c -l -i -e -u -x -v -n -f -s -p -r -B -h -m -o: -O: --norc --noprofile --posix --login --rcfile: --init-file: --version!SAFE --help!SAFE',
  );
  const has = (option: string) => options.some(({ spec }) => spec.name === option);
  const own = [
    ...notKnown(name, unknown),
    ...(has('--rcfile') || has('--init-file') || has('-i')
      ? [finding('HIGH', `${name} reads a start-up file`)]
      : []),
  ];
  const [first] = operands;
  if (unknown.length === 0 && (has('--version') || has('--help'))) return own;
  // It is read and not run, unless a later +n takes that back.
  if (has('-n') && first && !has('-c') && !first.text.startsWith('+') && !isStream(first))
    return [...own, finding('LOW', `${name} checks a script`), ...judgeProgramFile(name, {}, first, judge)];
  if (first && !has('-c') && isStream(first))
    return [...own, finding('CRITICAL', `${name} runs code from stdin`)];
  if (has('-c'))
    return [
      ...own,
      ...(/^(zsh|fish)$/.test(name) ? [finding('MEDIUM', `${name} reads commands in its own way`)] : []),
      ...judge.shell(first ?? UNKNOWN, undefined, operands.slice(1)),
      ...handedOn(operands.slice(1), judge.place),
    ];
  if (first && !has('-s')) {
    noteRun(first, judge.place, name);
    return [...own, finding('MEDIUM', `${name} runs a script`), ...judgeProgramFile(name, {}, first, judge)];
  }
  if (judge.stdin !== 'nothing') noteUnfound(`what ${name} reads from its input`, judge.place);
  return [
    ...own,
    finding(
      judge.stdin === 'nothing' ? 'MEDIUM' : 'CRITICAL',
      judge.stdin === 'nothing' ? `${name} waits for commands` : `${name} runs code from stdin`,
    ),
  ];
};

const evaluate: Wrapper = (args, judge) =>
  args.every(({ isKnown }) => isKnown)
    ? judge.shell(known(args.map(({ text }) => text).join(' ')))
    : judge.shell(UNKNOWN);

/** Runs a file inside this shell. */
const source: Wrapper = ([file], judge, name) => {
  if (!file) return [];
  if (isStream(file)) return [finding('CRITICAL', `${name} runs code from stdin`)];
  noteRun(file, judge.place, name);
  return [finding('MEDIUM', `${name} runs a script`), ...judgeProgramFile(name, {}, file, judge)];
};

/** `command`, `builtin`, `exec`: the rest is a command, but for the questions that can be asked of it. */
const passOn: Wrapper = (args, judge, name) => {
  const { operands, options } = splitWords(args, '-v -V -p -c -l -a:');
  const isQuestion =
    name === 'command' && options.some(({ spec }) => spec.name === '-v' || spec.name === '-V');
  return isQuestion ? [] : judge.command(operands, name);
};

/** Given to `sh -c` as one line, again and again. */
const repeated: Wrapper = (args, judge, name) => {
  const { operands, unknown } = splitWords(
    args,
    '-n: --interval: -d --differences? -t --no-title -b -e -g -c --color -x -p -q: -r -w',
  );
  const line = operands.every(({ isKnown }) => isKnown)
    ? known(operands.map(({ text }) => text).join(' '))
    : UNKNOWN;
  return [...notKnown(name, unknown), ...judge.shell(line)];
};

const SSH_OPTIONS =
  '-1 -2 -4 -6 -A!HIGH -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V!SAFE -v -X -x -Y -y -B: -b: -c: -D: -E:w -e: -F:r -I: -i:r -J: -L: -l: -m: -O: -o:!HIGH -p: -Q: -R: -S: -W: -w:';

/** Another machine: the command there is judged as if it ran here, and it is never less than that. */
const ssh: Wrapper = (args, judge, name) => {
  const { operands, unknown, options } = parseArgv(args, compileOptions(SSH_OPTIONS), {
    singleDash: false,
    stopAtOperand: true,
  });
  const [host, ...rest] = operands;
  const line = rest.every(({ isKnown }) => isKnown) ? known(rest.map(({ text }) => text).join(' ')) : UNKNOWN;
  const isAsking = options.some(({ spec }) => spec.name === '-V' || spec.name === '-G' || spec.name === '-Q');
  // A configuration of one's own may run a command to see whether it applies.
  const setUp = options.filter(({ spec }) => spec.name === '-F' || spec.name === '-o');
  if (isAsking || !host) return [finding(setUp.length > 0 ? 'MEDIUM' : 'LOW', name)];
  return [
    ...notKnown(name, unknown),
    finding('HIGH', `runs on ${host.text || 'another machine'}`, {
      isNetwork: true,
      needs: ['network', 'secrets'],
    }),
    ...(rest.length > 0 ? judge.shell(line) : [finding('CRITICAL', 'opens a shell on another machine')]),
  ];
};

/** dd writes its own way: `of=` is where. */
const dd: Wrapper = (args, judge) =>
  args.flatMap((value) => {
    const [, key, path] = /^(if|of)=(.*)$/s.exec(value.text) ?? [];
    if (!value.isKnown) return [finding('CRITICAL', 'What dd copies is only known at run time')];
    if (key === 'if') return reach(known(path ?? ''), 'read', judge.place);
    return key === 'of' ? reach(known(path ?? ''), 'write', judge.place) : [];
  });

/** A trap is a line that runs later; behind `--` it is one whatever it looks like. */
const trap: Wrapper = ([first, second], judge) => {
  const line = first?.text === '--' ? second : first;
  return line && !/^-[lpP]*$/.test(line.text) ? judge.shell(line) : [];
};

/** The environment is where secrets are handed to programs. */
const environment: Wrapper = (args, _judge, name) => {
  const names = args.filter(({ text }) => !text.startsWith('-'));
  const isNamed = names.some(({ text, isKnown }) => !isKnown || isSecretVariable(text));
  return [
    finding(isNamed ? 'MEDIUM' : 'LOW', 'shows the environment', { isSecret: isNamed || names.length === 0 }),
    ...notKnown(
      name,
      args
        .filter(({ text }) => /^-/.test(text) && !/^(-0|--null|--help|--version)$/.test(text))
        .map(({ text }) => text),
    ),
  ];
};

/** A word that stands for a command, which is judged as if it ran. */
const alias: Wrapper = (args, judge, name) =>
  args.flatMap((value) => {
    const at = value.text.indexOf('=');
    if (at === -1) return [];
    return [
      finding('MEDIUM', `${name} makes a word run a command`),
      ...judge.shell({ ...value, text: value.text.slice(at + 1) }),
    ];
  });

/** Options of the shell that switch its own safety off, or make text run that did not before. */
const shellOptions: Wrapper = (args, judge, name) => [
  ...handedOn(args, judge.place),
  ...(args.length === 0
    ? [finding('LOW', 'shows all variables', { isSecret: true })]
    : args.some(({ text }) => text === 'history')
      ? [finding('HIGH', 'changes the history of commands')]
      : args.some(({ text, isKnown }) => !isKnown || /expand_aliases|sourcepath|^-[a-zA-Z]*k/.test(text))
        ? [finding('CRITICAL', `${name} changes how the shell reads commands`)]
        : []),
];

const changeDirectory: Wrapper = (args, judge) => {
  const target = args.find(({ text }) => !text.startsWith('-') || text === '-');
  return target && target.text !== '-' ? reach(target, 'list', judge.place) : [];
};

const find: Wrapper = (args, judge) => judgeFind(args, judge);

// `nc -z localhost 5432` only asks whether somebody listens.
const isKnock = (args: readonly Value[]): boolean =>
  args.some(({ text }) => /^-[vnu46]*z/.test(text)) &&
  args.every(
    ({ text, isKnown }) =>
      isKnown && /^(-[zvnu46]+|-[wG]\d*|\d+(-\d+)?|localhost|127\.0\.0\.1|::1)$/.test(text),
  );

const NETCAT: Wrapper = (args, _judge, name) =>
  isKnock(args) ? [finding('LOW', `${name} asks whether a port is open`)] : rawConnection(args, name);

const rawConnection = (args: readonly Value[], name: string): Finding[] => [
  finding('HIGH', `${name} opens a raw connection`, { isNetwork: true }),
  ...(args.some(({ text }) => /^-[a-zA-Z]*[ec]/.test(text) || /exec:|system:|shell:|exec$/i.test(text))
    ? [finding('CRITICAL', `${name} connects a program to the network`)]
    : []),
  ...args.filter(({ text }) => /^[\w.-]+\.[a-z]{2,}$/i.test(text)).flatMap(judgeAddress),
];

/** Programs that run another one, and the built-ins whose words are more than words. */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env,
  sudo: asAnother,
  doas: asAnother,
  su: asAnother,
  pkexec: asAnother,
  runuser: asAnother,
  gosu: asAnother,
  bash: shell,
  sh: shell,
  dash: shell,
  zsh: shell,
  ksh: shell,
  ash: shell,
  rbash: shell,
  fish: shell,
  eval: evaluate,
  source,
  '.': source,
  command: passOn,
  builtin: passOn,
  exec: passOn,
  xargs: judgeXargs,
  parallel: judgeParallel,
  watch: repeated,
  ssh,
  dd,
  trap,
  alias,
  printenv: environment,
  set: shellOptions,
  shopt: shellOptions,
  cd: changeDirectory,
  pushd: changeDirectory,
  find,
  nc: NETCAT,
  ncat: NETCAT,
  netcat: NETCAT,
  socat: NETCAT,
};
