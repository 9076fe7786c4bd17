import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { environmentFor } from '../../process/child/environment.ts';
import { type ConfigFacts, type ConfigReader, scanConfig } from './config-scan.ts';
import { isArmed, lastValue } from './hardening.ts';
import { findRepository, type Repository } from './repository.ts';
import { mayHoldLinks } from './submodules.ts';

/**
 * Whether a plain git that only looks around in this directory starts nothing that the repository itself names. An
 * agent's own shell takes none of our precautions, and the author of the repository chose what it names. What cannot be
 * told is no.
 */
export async function isInertRepository(directory: string, roots: readonly string[]): Promise<boolean> {
  try {
    const repository = findRepository(directory, roots);
    const facts = await scanConfig(repository, READER);
    if (isArmed(facts) || facts.own.some(({ key }) => NAMES_MORE.test(key))) return false;
    if (startsHook(repository, facts) || showsPassword(facts)) return false;
    // git asks each submodule with the configuration of that.
    return !(await mayHoldLinks(repository.gitDir));
  } catch (error) {
    if (error instanceof ToolError && error.code === 'NOT_FOUND') return !hasRepositoryAbove(directory);
    return false;
  }
}

/** Programs that git starts in a terminal only, which some agents have; and another place than the one looked at. */
const NAMES_MORE =
  /^(core\.(pager|editor|worktree|askpass)|pager\..*|sequence\.editor|interactive\.difffilter)$/s;

/** Looking at a repository may refresh its index, and there is a hook for that. */
function startsHook({ top, gitDir, commonDir }: Repository, { own }: ConfigFacts): boolean {
  const named = lastValue(own, 'core.hookspath');
  const places = [join(commonDir, 'hooks'), ...(named === undefined ? [] : [resolve(top ?? gitDir, named)])];
  return places.some((place) => isExecutable(join(place, 'post-index-change')));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** `git remote -v` and `git config` print addresses as they are. */
const showsPassword = ({ own, trusted }: ConfigFacts): boolean =>
  [...own, ...trusted].some(({ key, value }) => PASSWORD.test(key) || PASSWORD.test(value));

const PASSWORD = /:\/\/[^/\s]+@|extraheader|token|password/i;

/** Above the open directories git looks on, and we do not. */
function hasRepositoryAbove(directory: string): boolean {
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, '.git')) || (existsSync(join(at, 'HEAD')) && existsSync(join(at, 'objects'))))
      return true;
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
    const [program = 'git', ...args] = argv;
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
