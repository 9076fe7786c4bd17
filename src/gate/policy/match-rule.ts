import type { Rule, RulePattern } from '../../core/approval/rule.ts';
import { compileGlob, type PathTest } from '../../core/path/glob.ts';
import { isInside } from '../../core/path/paths.ts';
import { leadsOutside } from './leads-outside.ts';
import { isSameWork } from './other-work.ts';
import type { RuleSubject } from './rule-subject.ts';
import { areAlike, doesTheSame, EDITS } from './same-tools.ts';
import { isWithin, runsNoOther } from './within-terms.ts';

/** A deny rule fits if any part of the call fits it; the others only if all of it does. */
export function fits(rule: Rule, subject: RuleSubject): boolean {
  if (rule.tool !== '*' && rule.tool !== subject.tool && !isForSameWork(rule, subject)) return false;
  if (!isForCaller(rule, subject)) return false;
  if (rule.pattern.place !== undefined && !isAt(subject, rule.pattern.place)) return false;
  if (rule.verdict === 'allow' && !isWithin(rule.pattern, subject)) return false;
  if (rule.verdict === 'allow' && seesSecrets(subject) && !isForSecrets(rule.pattern, subject)) return false;
  if (rule.verdict === 'allow' && !isSameWork([rule.pattern], subject)) return false;
  if (rule.verdict === 'allow' && !isForServers(rule.pattern, subject)) return false;
  if (rule.verdict === 'allow' && (subject.linked ?? []).length > 0) return false;
  if (rule.verdict === 'allow' && !isSameScript(rule.pattern, subject)) return false;
  // The answer was for these files as they are; now they may change while they run.
  if (rule.verdict === 'allow' && rule.pattern.runs && (subject.meanwhile ?? []).length > 0) return false;
  if (rule.verdict === 'allow' && hasUnknown(subject) && isForPaths(rule.pattern)) return false;
  if (rule.verdict === 'deny') return fitsAny(rule.pattern, subject);
  // Where a command runs says nothing of what it does there.
  if (rule.verdict === 'allow' && subject.commands.length > 0 && isForPaths(rule.pattern)) return false;
  return fitsAll(rule.pattern, subject);
}

/**
 * What is allowed for one of several tools that do the same is allowed for the others; what is refused or asked about for
 * ours is so for an agent's own, and what is allowed in our sandbox is not.
 */
const isForSameWork = ({ tool, verdict }: Rule, subject: RuleSubject): boolean =>
  verdict === 'allow' ? areAlike(tool, subject.tool) : doesTheSame(subject.tool, tool);

const seesSecrets = ({ isSecret, access }: RuleSubject): boolean =>
  isSecret === true || access.includes('secrets');

/** An allowance covers no secret by its kind or place: it names the very call, the very file, or says so. */
const isForSecrets = ({ args, access = [], paths = [] }: RulePattern, subject: RuleSubject): boolean =>
  args !== undefined ||
  access.some((one) => one === 'secrets' || one === 'host') ||
  (paths.length > 0 && pathsOf(subject).every((path) => paths.includes(path)));

/** What a server tells may be a secret: an allowance names it, or the very call. A rule for servers is for nothing else. */
const isForServers = (
  { args, servers = [] }: RulePattern,
  { servers: wanted = [], access }: RuleSubject,
): boolean =>
  args !== undefined ||
  (wanted.length === 0
    ? servers.length === 0
    : access.length === 0 && wanted.every((port) => servers.includes(port)));

const isForCaller = (
  { session, pattern }: Rule,
  subject: Pick<RuleSubject, 'session' | 'principals'>,
): boolean =>
  (session === null || session === subject.session) &&
  (pattern.principal === undefined || subject.principals.includes(pattern.principal));

const isAt = ({ place }: RuleSubject, wanted: string): boolean =>
  place !== undefined && isInside(place, [wanted]);

/** What a script runs was allowed as part of that script: nothing more of the kind stands beside it. */
const isSameScript = ({ scripts, commands }: RulePattern, { weighty }: RuleSubject): boolean =>
  !scripts || commands === undefined || weighty.length === commands.length;

/** A part of an agent's own call that nobody here knows: what is said of its files is not said of that. */
const hasUnknown = ({ touches }: RuleSubject): boolean =>
  touches.some((touch) => touch.kind === 'url' && touch.url.startsWith('tool:'));

/**
 * Whether several allowances, each for some of its commands, cover a call together. What an allowed program could
 * write by itself may also be written beside it, where edits of it are allowed.
 */
export function fitTogether(rules: readonly Rule[], subject: RuleSubject): readonly Rule[] {
  const allowances = rules.filter(({ verdict, pattern }) => verdict === 'allow' && isForCommands(pattern));
  const forCommands = subject.weighty.map((words) =>
    // Which file or option belongs to which command is not known: all of them are compared with all rules below.
    allowances.find((rule) =>
      fits(rule, { ...subject, weighty: [words], runs: [], told: [], options: [], otherWork: [] }),
    ),
  );
  const used = forCommands.map((rule, i) => rule ?? editAllowance(rules, subject, subject.writes[i]));
  const areCovered = used.length > 1 && used.every((rule) => rule !== undefined);
  const isAnyCommand = forCommands.some((rule) => rule !== undefined);
  return areCovered && isAnyCommand && isTogetherTheSame(used, subject) ? used : [];
}

const isTogetherTheSame = (used: readonly Rule[], subject: RuleSubject): boolean =>
  runsNoOther(used, subject) &&
  isSameWork(
    used.map(({ pattern }) => pattern),
    subject,
  );

const isForCommands = ({ args, paths, hosts, remote, actions, commands }: RulePattern): boolean =>
  commands !== undefined && args === undefined && !paths && !hosts && !remote && !actions;

const isForPaths = ({ args, paths, hosts, remote, actions, commands }: RulePattern): boolean =>
  paths !== undefined && args === undefined && !commands && !hosts && !remote && !actions;

/** The allowance to edit all of these files. */
function editAllowance(
  rules: readonly Rule[],
  subject: RuleSubject,
  files: readonly string[] = [],
): Rule | undefined {
  const allowances = rules.filter(
    (rule) =>
      rule.verdict === 'allow' &&
      (rule.tool === '*' || EDITS.includes(rule.tool)) &&
      isForCaller(rule, subject) &&
      isForPaths(rule.pattern),
  );
  const used = files.map((path) =>
    allowances.find(({ pattern }) => pattern.paths?.some((glob) => fitsPath(path, glob))),
  );
  return used.every((rule) => rule !== undefined) ? used[0] : undefined;
}

/** The allowance to edit, for a call whose commands do nothing else than write files it covers. */
export function writeAllowance(rules: readonly Rule[], subject: RuleSubject): Rule | undefined {
  if ((subject.linked ?? []).length > 0) return undefined;
  const used = subject.writes.map((files) => editAllowance(rules, subject, files));
  return used.every((rule) => rule !== undefined) ? used[0] : undefined;
}

function fitsAll(
  { args, paths, commands, hosts, remote, actions }: RulePattern,
  subject: RuleSubject,
): boolean {
  const touched = pathsOf(subject);
  const contacted = hostsOf(subject);
  const started = actionsOf(subject);
  const changed = changedThere(subject);
  return (
    (args === undefined || args === subject.argsDigest()) &&
    (!paths || (touched.length > 0 && touched.every((path) => paths.some((glob) => fitsPath(path, glob))))) &&
    (!commands ||
      (subject.weighty.length > 0 &&
        subject.weighty.every((words) => commands.some((start) => isCovered(words, start, subject))))) &&
    (!hosts || (contacted.length > 0 && contacted.every((host) => hosts.includes(host)))) &&
    (!remote ||
      (changed.length > 0 && changed.every((path) => remote.some((place) => isBelow(path, place))))) &&
    (!actions ||
      (started.length > 0 && started.every((action) => actions.some((one) => fitsAction(action, one)))))
  );
}

function fitsAny(pattern: RulePattern, subject: RuleSubject): boolean {
  const { args, paths, commands, hosts, remote, actions } = pattern;
  if (args === undefined && !paths && !commands && !hosts && !remote && !actions) return true;
  return (
    args === subject.argsDigest() ||
    [...pathsOf(subject), ...(subject.reaches ?? [])].some((path) =>
      paths?.some((glob) => fitsPath(path, glob)),
    ) ||
    subject.commands.some((words) => commands?.some((start) => begins(words, start))) ||
    hostsOf(subject).some((host) => hosts?.includes(host)) ||
    changedThere(subject).some((path) => remote?.some((place) => isBelow(path, place))) ||
    actionsOf(subject).some((action) => actions?.some((one) => fitsAction(action, one)))
  );
}

/** By their names, and where these lead. */
function pathsOf({ touches, leads = [] }: RuleSubject): string[] {
  const paths = touches.flatMap((touch) => (touch.kind === 'path' ? [touch.path] : []));
  return [...paths, ...leads.flatMap(({ path, to }) => (paths.includes(path) ? [to] : []))];
}

export const hostsOf = ({ touches }: Pick<RuleSubject, 'touches'>): string[] =>
  touches.flatMap((touch) => {
    if (touch.kind === 'host') return [touch.host];
    return touch.kind === 'url' && URL.canParse(touch.url) ? [new URL(touch.url).hostname] : [];
  });

/** What it changes on other machines, as `host:path`. */
export const changedThere = ({ touches }: Pick<RuleSubject, 'touches'>): string[] =>
  touches.flatMap((touch) =>
    touch.kind === 'host' ? (touch.changes ?? []).map((path) => `${touch.host}:${path}`) : [],
  );

const isBelow = (path: string, place: string): boolean =>
  path === place || path.startsWith(place.endsWith('/') ? place : `${place}/`);

const actionsOf = ({ touches }: RuleSubject): string[] =>
  touches.flatMap((touch) => (touch.kind === 'action' ? [`${touch.type}:${touch.id}`] : []));

const fitsAction = (action: string, pattern: string): boolean =>
  pattern.includes(':') ? action === pattern : action.startsWith(`${pattern}:`);

const MOST_COMPILED = 500;
const compiled = new Map<string, readonly PathTest[]>();

// A directory named as such stands for what lies in it, hidden files included.
export function fitsPath(path: string, glob: string): boolean {
  const tests = compiled.get(glob) ?? [glob, `${glob.replace(/\/$/, '')}/**`].map(compileGlob);
  if (compiled.size > MOST_COMPILED) compiled.clear();
  compiled.set(glob, tests);
  return tests.some((test) => test(path));
}

/**
 * A program alone does not stand for any text it may be given to run, nor for a file from elsewhere:
 * `npm test` is not `npm test -- --require /tmp/x.js`. With other variables it is another command.
 */
const isCovered = (
  words: readonly string[],
  start: readonly string[],
  { place = '/', roots }: Pick<RuleSubject, 'place' | 'roots'>,
): boolean => {
  const [given, wanted] = [withVariables(words), withVariables(start)];
  const rest = given.words.slice(wanted.words.length);
  const places = withoutMessage(given.words).slice(wanted.words.length);
  return (
    JSON.stringify(given.variables) === JSON.stringify(wanted.variables) &&
    begins(given.words, wanted.words) &&
    (wanted.words.length !== 1 || !startsWithCode(given.words)) &&
    !(INTERPRETER.test(given.words[0] ?? '') && rest.some(isInline)) &&
    // Where options tell the work, one more makes it another: `node --test` is not `node --test --test-reporter=x`.
    !(isOption(wanted.words[1]) && rest.some(isOption)) &&
    !(roots && places.some((word) => leadsOutside(word, place, roots)))
  );
};

/** `A=1 npm test` in two: what is set, and what runs with it. */
export function withVariables(words: readonly string[]): {
  readonly variables: readonly string[];
  readonly words: readonly string[];
} {
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/.test(word));
  const end = at === -1 ? words.length : at;
  return { variables: words.slice(0, end), words: words.slice(end) };
}

/** What a commit says is read by people, whatever paths and addresses stand in it. */
const withoutMessage = (words: readonly string[]): readonly string[] =>
  words[0] === 'git' && words[1] === 'commit'
    ? words.filter((word, i) => !/^(-a?m|--message)$/.test(words[i - 1] ?? '') && !/^--message=/.test(word))
    : words;

/** Many a script hands a program text on: `python3 manage.py shell -c 'import os'`. */
const INTERPRETER = /(^|\/)(python[\d.]*|node|php|ruby|perl|deno|bun|tsx|ts-node)$/;

const isOption = (word: string | undefined): boolean => word?.startsWith('-') === true;

const begins = (words: readonly string[], start: readonly string[]): boolean =>
  start.every((word, i) => words[i] === word);

/** An option behind which stands a program text. */
const isInline = (word: string | undefined): boolean =>
  word !== undefined && /^(-[a-z]*[cep]|-r|--eval|--print|--exec|--execute|--command)$/.test(word);

/** These only make what they name: `-p` is no program text to them. */
const NEVER_CODE = /^(\/(usr\/)?bin\/)?(mkdir|touch)$/;

/** Whether the first word behind the program says that a program text follows. */
export const startsWithCode = ([program = '', first]: readonly string[]): boolean =>
  isInline(first) && !NEVER_CODE.test(program);

/** How much a rule says: of two that fit, the one that says more decides. */
export const specificity = ({ tool, pattern, session }: Rule): number =>
  (tool === '*' ? 0 : 1) +
  (session === null ? 0 : 1) +
  (pattern.args === undefined ? 0 : 8) +
  (pattern.paths ? 4 : 0) +
  (pattern.hosts ? 4 : 0) +
  (pattern.remote ? 4 : 0) +
  (pattern.servers ? 4 : 0) +
  (pattern.place === undefined ? 0 : 1) +
  (pattern.actions ? 4 + (pattern.actions.every((action) => action.includes(':')) ? 1 : 0) : 0) +
  (pattern.commands ? 3 + Math.max(...pattern.commands.map((words) => words.length)) : 0);
