import { execFile } from 'node:child_process';
import { existsSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { environmentFor } from '../../process/child/environment.ts';
import { type ConfigEntry, type ConfigFacts, type ConfigReader, scanConfig } from './config-scan.ts';
import { realPath } from './git-files.ts';
import { lastValue } from './hardening.ts';
import { isExecutable } from './hooks.ts';
import { isInert } from './inert-keys.ts';
import { findRepository, type Repository } from './repository.ts';
import { mayHoldLinks } from './submodules.ts';

/**
 * Whether a plain git that only looks around in this directory starts and reads nothing that the repository itself names.
 * An agent's own shell takes none of our precautions, and the author of the repository chose what it names. What cannot
 * be told is no.
 */
export async function isInertRepository(directory: string, roots: readonly string[]): Promise<boolean> {
  try {
    const repository = findRepository(directory, roots);
    if (!(await isWhatGitFinds(repository))) return false;
    const facts = await scanConfig(repository, READER);
    const isKnown = (entry: ConfigEntry) => isInert(entry) || isUsualRevsFile(entry, repository);
    if (facts.trusted.some(namesRelatively)) return false;
    if (!facts.own.every(isKnown) || startsHook(repository, facts) || showsPassword(facts)) return false;
    // git asks each submodule with the configuration of that.
    return !(await mayHoldLinks(repository.gitDir));
  } catch (error) {
    if (error instanceof ToolError && error.code === 'NOT_FOUND') return !isInRepository(directory);
    return false;
  }
}

/** Whether its configuration names nothing that git starts or reaches in its turn, but for the usual hooks. */
export async function namesNoPrograms(directory: string, roots: readonly string[]): Promise<boolean> {
  try {
    const repository = findRepository(directory, roots);
    const { own } = await scanConfig(repository, READER);
    return (
      (await isWhatGitFinds(repository)) &&
      own.every((entry) => isInert(entry) && !/^(core\.hookspath|url\..*)$/s.test(entry.key)) &&
      // git goes into submodules, with the configuration of each.
      !(await mayHoldLinks(repository.gitDir))
    );
  } catch (error) {
    return error instanceof ToolError && error.code === 'NOT_FOUND' && !isInRepository(directory);
  }
}

/** A difference in where we look would be a way around all of this; to ask starts nothing. */
async function isWhatGitFinds({ base, gitDir, commonDir }: Repository): Promise<boolean> {
  const { exitCode, stdout } = await READER.run({
    argv: ['git', 'rev-parse', '--absolute-git-dir', '--git-common-dir'],
    cwd: base,
  });
  const found = stdout.text.split('\n').slice(0, 2);
  return (
    exitCode === 0 &&
    [gitDir, commonDir].every((path, i) => realPath(resolve(base, found[i] ?? '')) === realPath(path))
  );
}

/** The user's own configuration may name what a repository then brings: `core.hooksPath = .githooks`. */
const namesRelatively = ({ key, value }: ConfigEntry): boolean =>
  key === 'core.hookspath'
    ? !/^[/~]/.test(value)
    : NAMES_PROGRAM.test(key) && /(^|[\s"'])(?![/~])[\w.-]+\//.test(value);

const NAMES_PROGRAM = /^(core\.fsmonitor|diff\.(external|.*\.(command|textconv))|filter\..*)$/s;

/** Many projects keep this file, and have people name it; under any other name git would show what is in it. */
const isUsualRevsFile = ({ key, value }: ConfigEntry, { top }: Repository): boolean =>
  key === 'blame.ignorerevsfile' &&
  value === '.git-blame-ignore-revs' &&
  top !== undefined &&
  !lstatSync(join(top, value), { throwIfNoEntry: false })?.isSymbolicLink();

/** Looking at a repository may refresh its index, and there is a hook for that. */
function startsHook({ top, gitDir, commonDir }: Repository, { own }: ConfigFacts): boolean {
  const named = lastValue(own, 'core.hookspath');
  const places = [join(commonDir, 'hooks'), ...(named === undefined ? [] : [resolve(top ?? gitDir, named)])];
  return places.some((place) => isExecutable(join(place, 'post-index-change')));
}

/** `git remote -v` and `git config` print addresses as they are. */
const showsPassword = ({ own, trusted }: ConfigFacts): boolean =>
  [...own, ...trusted].some(({ key, value }) => PASSWORD.test(key) || PASSWORD.test(value));

const PASSWORD = /:\/\/[^/\s]+@|extraheader|token|password/i;

/** Whether git would find one; above the open directories it looks on, and we do not. */
export function isInRepository(directory: string): boolean {
  for (let at = directory; ; at = dirname(at)) {
    const has = (name: string) => existsSync(join(at, name));
    if (has('.git') || (has('HEAD') && (has('objects') || has('commondir')))) return true;
    if (dirname(at) === at) return false;
  }
}

/** Listing configuration starts nothing, so it needs no sandbox. */
const READER: ConfigReader = {
  home: homedir(),
  needsLogin: false,
  signal: new AbortController().signal,
  run: async (spec) => {
    const { argv, cwd } = spec;
    const [program, ...args] = argv;
    const env = await environmentFor(spec);
    return new Promise((done) =>
      execFile(program, args, { cwd, env, maxBuffer: 4_194_304 }, (error, stdout, stderr) =>
        done({
          exitCode: error === null ? 0 : 1,
          stdout: { text: stdout, truncated: false },
          stderr: { text: stderr },
        }),
      ),
    );
  },
};
