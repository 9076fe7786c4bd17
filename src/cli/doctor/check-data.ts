import { basename } from 'node:path';
import type { Config } from '../../core/config.ts';
import { openRoots } from '../../host/agent.ts';
import { checkDatabases, recordInWords, tryToWrite } from '../../host/check-data.ts';
import { dataDirOf } from '../../host/load-config.ts';
import { howToFollow, isChangedSince, runningHost } from '../running-host.ts';
import { type Finding, fine, missing, reasonOf, wrong } from './finding.ts';

/** The data directory, what is in it, who works with it, and what an agent that starts here can reach. */
export function checkData(config: Config, configFile: string): Finding[] {
  const dataDir = dataDirOf(config);
  const owner = runningHost(config);
  const roots = openRoots(config, { cwd: process.cwd() });
  return [
    writable(dataDir),
    ...checkDatabases(dataDir).map(({ path, problem }) =>
      problem === undefined ? fine(`${basename(path)} is undamaged`) : wrong(problem),
    ),
    fine(
      owner
        ? `host ${owner.version} runs (${owner.kind}, pid ${owner.pid})`
        : 'no host runs; the first agent starts one',
    ),
    ...(owner && isChangedSince(config, configFile)
      ? [
          missing(
            `${configFile} was changed since; the host keeps the settings it was started with, but for what toolgate settings changed`,
            howToFollow(owner),
          ),
        ]
      : []),
    ...sizeOfRecord(dataDir),
    roots.length > 0
      ? fine(`an agent started here can use ${roots.join(', ')}`)
      : missing(
          'an agent started here could use no directory',
          'start it in a project, give --root DIR, or run toolgate projects add DIR',
        ),
  ];
}

/** Damage is told by the check of the file. */
function sizeOfRecord(dataDir: string): Finding[] {
  try {
    const what = recordInWords(dataDir);
    return what === undefined ? [] : [fine(what)];
  } catch {
    return [];
  }
}

function writable(dataDir: string): Finding {
  try {
    tryToWrite(dataDir);
    return fine(`data directory ${dataDir}`);
  } catch (error) {
    return wrong(
      `data directory ${dataDir} is not writable: ${reasonOf(error)}`,
      isFull(error)
        ? 'make room on its disk, or choose another with --data-dir; a call that cannot be recorded is refused'
        : 'choose another with --data-dir',
    );
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
