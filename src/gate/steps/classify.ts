import { basename } from 'node:path';
import { hostOwner } from '../../core/address/host-owner.ts';
import { refuseUrl } from '../../core/address/url-policy.ts';
import type { Assessment } from '../../core/call/assessment.ts';
import { type Call, resolved, type Step } from '../../core/call/call.ts';
import type { Caller } from '../../core/call/caller.ts';
import type { Touch } from '../../core/call/touch.ts';
import { ToolError } from '../../core/errors.ts';
import { allFrom, isInside, resolveFrom } from '../../core/path/paths.ts';
import { fromHome } from '../../core/path/remote-path.ts';
import { ACCESS_WORDS, ACCESSES, type Access } from '../../core/process/sandbox.ts';
import { impureVariables } from '../../core/process/variable-name.ts';
import { highestRisk } from '../../core/risk.ts';
import { namedFiles } from '../approvals/executed-files.ts';
import { isNative } from '../native.ts';
import { canRunClosed } from '../policy/confinement.ts';
import { secretLinks, secretRead } from '../policy/followed-links.ts';
import { isGit, isGitAlone } from '../policy/history-readers.ts';
import { noteLeads } from '../policy/leads.ts';
import { noteLinks, noteNamedByGit, noteSteered, placeIn } from '../policy/note-beside.ts';
import { bindExecuted, noteExecuted } from '../policy/note-executed.ts';
import { noteOwnServer } from '../policy/note-own-server.ts';
import { noteOtherShells, noteUnplain } from '../policy/note-unplain.ts';
import { assessmentFor } from '../risk/assessment-for.ts';
import type { Spent } from '../risk/budget.ts';
import { assessPath } from '../risk/paths/assess-path.ts';
import { findLedPlaces } from '../risk/paths/find-led-places.ts';
import { SCRATCH } from '../risk/paths/judge-path.ts';
import { judgeSearch } from '../risk/paths/judge-search.ts';
import { judgeTree } from '../risk/paths/judge-tree.ts';
import { placeOf, type Surroundings } from '../risk/place.ts';
import { remoteJudge, UNKNOWN_HOME } from '../risk/remote.ts';
import { watchReads } from '../risk/withheld-reads.ts';

/** Risk, why, and what the call touches, with paths made absolute. */
export const classify =
  (surroundings: Surroundings): Step =>
  (call, next) => {
    const judging = classifyCall(call, surroundings);
    return judging instanceof Promise ? judging.then(() => next(call)) : next(call);
  };

/** At once where the tool always has the same risk, and changes nothing. */
export function classifyCall(call: Call, surroundings: Surroundings): Promise<void> | undefined {
  assertPossiblePaths(call);
  const looking = findLedPlaces(call, surroundings);
  if (looking === undefined) return classifyKnown(call, surroundings);
  return looking.then(() => classifyKnown(call, surroundings));
}

/** Before the tool itself judges them: it may look at each directory on the way. */
function assertPossiblePaths(call: Call): void {
  const { tool, args } = resolved(call);
  for (const touch of tool.touches?.(args) ?? []) if (touch.kind === 'path') possible(touch.path);
}

function classifyKnown(call: Call, surroundings: Surroundings): Promise<void> | undefined {
  const { risk, isSandboxed } = resolved(call).tool;
  if (typeof risk === 'function' || isSandboxed) return classifyByArguments(call, surroundings);
  note(call, surroundings, { risk, reasons: [] });
  noteLeads(call, surroundings);
  return undefined;
}

async function classifyByArguments(call: Call, surroundings: Surroundings): Promise<void> {
  note(call, surroundings, await assessmentOf(call, surroundings));
  noteLinks(call, surroundings);
  noteLeads(call, surroundings);
  const { isSandboxed, pack } = resolved(call).tool;
  if (!isSandboxed) {
    if (pack === 'remote') noteOtherShells(call);
    bindExecuted(call, surroundings);
    return;
  }
  await noteSteered(call, surroundings);
  call.facts.hasSandbox = await hasSandbox(call, surroundings);
  await noteHistory(call, surroundings);
  await noteOwnServer(call, surroundings);
  noteExecuted(call, surroundings);
  await noteNamedByGit(call, surroundings);
  // Without one, what a program reads is all that counts, and a name can be a link.
  if (call.facts.hasSandbox) return;
  if (!isNative(call)) noteUnplain(call);
  const links = secretLinks(call, surroundings);
  if (links.length > 0) call.facts.linked = [...(call.facts.linked ?? []), ...links];
  if (!call.facts.isPure) return;
  const reason = givenVariable(call) ?? secretRead(call, surroundings);
  if (reason === undefined) return;
  call.facts.isPure = false;
  call.facts.reasons = [...(call.facts.reasons ?? []), reason];
}

/** What a call or the run around it sets reaches its programs, and stands in none of their words. */
function givenVariable(call: Call): string | undefined {
  const { caller } = call.request;
  const { env } = resolved(call).args;
  const around = caller.transport === 'run' ? caller.env : {};
  const [name] = impureVariables({ ...around, ...(typeof env === 'object' && env) });
  return name === undefined ? undefined : `${name} may change what its programs do`;
}

/**
 * A closed run sees the history of a repository without files that look like secrets; then it does not matter what git
 * prints. Where there is no sandbox, or no such copy can be had, git is judged by what it would print.
 */
async function assessmentOf(call: Call, surroundings: Surroundings): Promise<Assessment> {
  const { hasCommittedSecrets, ...others } = surroundings;
  if (!(await mayRunClosed(call, surroundings))) return ownAssessment(call, surroundings);
  const own = await ownAssessment(call, others);
  const { commands = [], runs = [], scripts = [] } = own;
  // A script may run git as well.
  if (!commands.some(isGit) && runs.length + scripts.length === 0) return own;
  const { tool, args } = resolved(call);
  const { caller } = call.request;
  const touches = (tool.touches?.(args) ?? []).map((touch) => named(touch, caller, surroundings));
  const cwd = placeIn({ touches }, caller);
  const words = commands.flat().join(' ');
  if (await surroundings.showsCleanHistory?.({ cwd, words, roots: caller.roots })) {
    call.facts.history = 'clean';
    return own;
  }
  return ownAssessment(call, surroundings);
}

const mayRunClosed = async (call: Call, { sandbox, findSandbox }: Surroundings): Promise<boolean> =>
  resolved(call).tool.isSandboxed === true && !isNative(call) && sandbox !== 'off' && findSandbox();

/** Without such a copy the objects are in sight of git alone, and only where it starts nothing else. */
async function noteHistory(
  { facts, request: { caller } }: Call,
  { isInertRepository }: Surroundings,
): Promise<void> {
  const { commands = [], risk = 'CRITICAL', args, history } = facts;
  if (history === 'clean' || !commands.some(isGit) || !canRunClosed(facts, risk)) return;
  const isAlone = isGitAlone(commands, args?.command);
  if (isAlone && (await isInertRepository?.(placeIn(facts, caller), caller.roots))) {
    facts.history = 'as it is';
    return;
  }
  facts.needs = ['secrets'];
  facts.risk = highestRisk([risk, 'MEDIUM']);
  facts.reasons = [...(facts.reasons ?? []), isAlone ? STARTS_PROGRAMS : RUN_ALONE];
}

const TOO_LARGE = 'this repository is too large for a copy without the secrets in its history';
const STARTS_PROGRAMS = `${TOO_LARGE}, and its configuration names programs that would see them`;
const RUN_ALONE = `${TOO_LARGE}, and not only git would see them; run git by itself`;

/** Puts down what the tool says of itself and what its paths add. */
function note(call: Call, surroundings: Surroundings, own: Assessment): void {
  const { tool, args } = resolved(call);
  const { caller } = call.request;
  const touches = (tool.touches?.(args) ?? []).map((touch) => named(touch, caller, surroundings));
  const paths = touches.flatMap((touch) =>
    touch.kind === 'path' ? [assessPath(touch, call, surroundings)] : [],
  );
  const requested = ACCESSES.filter((access) => isIn(args.access, access));
  const beyond = requested.filter((access) => !own.needs?.includes(access));
  const all = [own, ...paths, ...beyond.map(accessAssessment)];
  if (requested.length > 0) call.facts.requested = requested;
  call.facts.touches = touches;
  call.facts.risk = highestRisk(all.map(({ risk }) => risk));
  call.facts.reasons = all.flatMap(({ reasons }) => reasons);
  if (all.some(({ isSecret }) => isSecret)) call.facts.isSecret = true;
  const { commands, weighty, writes, reaches, forbidden, needs, isPure, runs, scripts, unfound } = own;
  Object.assign(call.facts, {
    segments: own.segments,
    searches: own.searches?.flatMap((path) => allFrom(caller.cwd, path, surroundings.realPathOf)),
    commands,
    weighty,
    writes,
    reaches,
    forbidden,
    needs,
    isPure,
    runs,
    scripts,
    unfound,
    told: namedFiles(own.told, surroundings),
    workplaces: own.workplaces,
    options: own.options,
    named: own.named,
    otherWork: own.otherWork,
    secrets: own.secrets,
  });
}

async function hasSandbox(call: Call, { sandbox, findSandbox }: Surroundings): Promise<boolean> {
  const runsOutside = isNative(call);
  if (!runsOutside && sandbox !== 'off' && (await findSandbox())) return true;
  if (sandbox !== 'required') return false;
  if (runsOutside)
    throw new ToolError(
      'BLOCKED_BY_POLICY',
      'Programs run in a sandbox only (sandbox = required), and this one would run outside of it',
      { hint: 'Use shell_execute of Toolgate; a person can switch on hooks.sandboxNative.' },
    );
  throw new ToolError(
    'UNAVAILABLE',
    'Programs run in a sandbox only (sandbox = required), and none works here',
    { hint: 'Install bubblewrap; toolgate doctor shows more.' },
  );
}

/** What a command asks for beyond its known needs is a risk of its own, whatever the command is. */
const accessAssessment = (access: Access): Assessment => ({
  risk: access === 'write' || access === 'network' ? 'MEDIUM' : 'HIGH',
  reasons: [`asks to ${ACCESS_WORDS[access]}`],
});

const isIn = (list: unknown, access: Access): boolean => Array.isArray(list) && list.includes(access);

/** What the tool itself says, with the gate's help where it depends on the arguments. */
async function ownAssessment(call: Call, installation: Surroundings): Promise<Assessment> {
  const { tool, args } = resolved(call);
  const { caller } = call.request;
  if (typeof tool.risk !== 'function') return assessmentFor(tool.risk, tool);
  const { surroundings, including } = watchReads(installation, caller);
  // The tables of programs are large; most calls need none of them.
  const { assessArgv, assessShell } = await import('../risk/assess.ts');
  const spent: Spent = { cpuMs: 0 };
  const placeAt = (cwd: string | undefined) => ({ ...placeOf(surroundings, caller, cwd), spent });
  const judged = await tool.risk(args, {
    ...remoteJudge(surroundings, caller, assessShell),
    shell: (command, cwd, start) => assessShell(command, { ...placeAt(cwd), ...start }),
    argv: (words, cwd) => assessArgv(words, placeAt(cwd)),
    readerOf: (processId) => trustedProgram(surroundings.readerOf(caller.principal, processId), caller.roots),
    isOwnProcess: (processId) => surroundings.isOwnProcess(caller.session, processId),
    readText: (path) => surroundings.readText(resolveFrom(caller.cwd, path), caller.roots),
    refuseUrl: (url) => refuseUrl(url, surroundings.allowedOrigins),
    isInertRepository: async (directory) =>
      (await surroundings.isInertRepository?.(resolveFrom(caller.cwd, directory), caller.roots)) ?? false,
    isInRepository: (directory) => surroundings.isInRepository?.(resolveFrom(caller.cwd, directory)) ?? false,
    isDirectory: (path) => surroundings.isDirectory?.(resolveFrom(caller.cwd, path)) ?? false,
    isPickedByProject: async (program, directory) =>
      (await surroundings.isPickedByProject?.(program, resolveFrom(caller.cwd, directory))) ?? true,
    secretsIn: (trees) => judgeSearch(trees, surroundings, caller),
    tree: (paths) => judgeTree(paths, surroundings, caller),
    meaningsOf: (path) => allFrom(caller.cwd, path, surroundings.realPathOf),
    isOpen: (path) => isInside(resolveFrom(caller.cwd, path), caller.roots),
    work: (request) => surroundings.work(request, caller, call.signal),
  });
  return including(typeof judged === 'string' ? assessmentFor(judged, tool) : judged);
}

/** By its name; a shell that was copied into the project under another one is no Python. */
const trustedProgram = (file: string | undefined, roots: readonly string[]): string | undefined =>
  file === undefined || isInside(file, [...roots, ...SCRATCH]) ? undefined : basename(file);

/** Far more than a system takes, which answers that there is none. To look at a longer one in all the ways below would hold up everybody else. */
function possible(path: string): string {
  if (path.length <= LONGEST_PATH) return path;
  throw new ToolError(
    'VALIDATION',
    `The path has ${path.length} characters; at most ${LONGEST_PATH} are looked at`,
    {
      hint: 'Name a file or a directory.',
    },
  );
}

const LONGEST_PATH = 16_384;

/** Under its whole name: an absolute path, or the host that is meant where a call names none. */
function named(touch: Touch, caller: Caller, { machines }: Surroundings): Touch {
  if (touch.kind === 'path') return { ...touch, path: possible(resolveFrom(caller.cwd, touch.path)) };
  if (touch.kind !== 'host') return touch;
  const host = machines?.nameOf(hostOwner(caller), touch.host) ?? touch.host;
  if (!touch.changes) return { ...touch, host };
  const { home = UNKNOWN_HOME, root } = machines?.placeOf(hostOwner(caller), host) ?? {};
  return { ...touch, host, changes: touch.changes.map((path) => fromHome(path, { home, root })) };
}
