import type { Call } from '../../core/call/call.ts';
import { isSecretFile } from '../../core/path/sensitive-paths.ts';
import { isAtLeast } from '../../core/risk.ts';
import { namedFiles, placeOutside, unreadInWords } from '../approvals/executed-files.ts';
import type { Surroundings } from '../risk/place.ts';
import { wantedAccess } from './confinement.ts';
import { withVariables } from './match-rule.ts';
import { runsSources } from './runs-unknown.ts';

/**
 * For what may connect, see keys or use the machine: the files it executes count with what is in them, since a command that
 * may only write could turn them into anything. What runs at the same time could even do so between two of their lines.
 */
export function noteExecuted(call: Call, surroundings: Known & Pick<Surroundings, 'writersIn'>): void {
  const { facts } = call;
  // What has no commands runs hooks, which nobody changes in the course of the work.
  if (facts.commands !== undefined && onlyWrites(facts)) return;
  bindTold(call, surroundings);
  noteBuilt(call);
  const { runs = [], scripts = [], told = [] } = facts;
  if (runs.length + scripts.length + told.filter(({ sha256 }) => sha256).length === 0) return;
  bindExecuted(call, surroundings);
  const { caller, laterStart } = call.request;
  const meanwhile = [...new Set(surroundings.writersIn?.(caller.roots, laterStart?.processId))].sort();
  if (meanwhile.length > 0) facts.meanwhile = meanwhile;
}

/**
 * With what is in them, so that an answer that lasts covers no other text: hooks of a commit, scripts of a workflow. What
 * cannot be read now may be anything when it runs.
 */
export function bindExecuted(call: Call, { hashFile, outsidePath }: Known): void {
  const { facts } = call;
  const { runs = [], told = [], unfound = [] } = facts;
  if (runs.length === 0) return;
  const placed = (path: string) => placeOutside(path, call, { outsidePath });
  const files = namedFiles(
    runs.map((path) => ({ path, isByContent: true })),
    { hashFile: (path) => hashFile(placed(path)) },
  );
  facts.told = [...told.filter(({ path }) => !runs.includes(path)), ...files];
  const unread = files.filter(({ sha256 }) => sha256 === undefined);
  if (unread.length > 0)
    facts.unfound = [...new Set([...unfound, ...unread.map(({ path }) => unreadInWords(path))])];
}

type Known = Pick<Surroundings, 'hashFile' | 'outsidePath'>;

/** The text of whatever tells its programs what to do, but for secrets, which change by themselves. */
function bindTold({ facts }: Call, { hashFile }: Known): void {
  const { told } = facts;
  if (!told) return;
  const all = told.map(({ path, sha256 }) => ({
    path,
    isByContent: sha256 !== undefined || !isSecretFile(path),
  }));
  facts.told = namedFiles(all, { hashFile });
}

/** `go run .`: it is built from sources that nobody looked at. */
function noteBuilt(call: Call): void {
  const { unfound = [], commands = [], weighty = commands } = call.facts;
  const built = weighty.map((one) => withVariables(one).words).filter(runsSources);
  if (built.length > 0)
    call.facts.unfound = [...unfound, ...built.map((words) => `what "${words.join(' ')}" runs`)];
}

function onlyWrites(facts: Call['facts']): boolean {
  const wanted = wantedAccess(facts);
  return wanted.length > 0
    ? wanted.every((one) => one === 'write')
    : !isAtLeast(facts.risk ?? 'CRITICAL', 'MEDIUM');
}
