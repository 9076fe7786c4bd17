import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './program.ts';
import { type Ended, runProgram } from './run-program.ts';
import { SHORT_LIVED } from './stdio-agent.ts';

/** A user without any settings of their own, standing in a project. */
export interface Home {
  readonly directory: string;
  readonly project: string;
  readonly dataDir: string;
  readonly configPath: string;
  readonly env: Record<string, string>;
  writeConfig(content: unknown): void;
  writeProjectFile(content: unknown): void;
  /** Runs a command as this user in this project, on this user's data directory. */
  run(args: readonly string[], options?: { env?: Record<string, string>; input?: string }): Promise<Ended>;
}

export function makeHome(): Home {
  const directory = temporaryDirectory();
  const [project, dataDir] = [join(directory, 'project'), join(directory, '.toolgate')];
  const configPath = join(dataDir, 'config.json');
  for (const path of [project, dataDir]) mkdirSync(path, { mode: 0o700 });
  const env = { ...SHORT_LIVED, HOME: directory };
  const text = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content));
  return {
    directory,
    project,
    dataDir,
    configPath,
    env,
    writeConfig: (content) => writeFileSync(configPath, text(content)),
    writeProjectFile: (content) => writeFileSync(join(project, 'toolgate.json'), text(content)),
    run: (args, options = {}) =>
      runProgram(args, { ...options, cwd: project, env: { ...env, ...options.env } }),
  };
}
