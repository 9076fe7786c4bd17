import type { Caller } from './caller.ts';
import { UsageError } from './errors.ts';
import { type Flags, parseCommandLine } from './flags.ts';

/** What the person who started an agent chose for it: on its command line, or in its environment. */
export type AgentChoice = Partial<Pick<Caller, 'roots' | 'mode' | 'packs' | 'profile' | 'toolPermissions'>>;

type Environment = Readonly<Record<string, string | undefined>>;

/** These hold for the agent they were given to; the host it may start serves other agents as well. */
export const AGENT_VARIABLES = [
  'TOOLGATE_ROOTS',
  'TOOLGATE_PERMISSION_LEVEL',
  'TOOLGATE_PACKS',
  'TOOLGATE_PROFILE',
  'TOOLGATE_TOOL_PERMISSIONS',
  'TOOLGATE_AUTO_APPROVE_ENABLED',
  'TOOLGATE_AUTO_APPROVE_TOOLS',
] as const;

/** Flags before environment; what is not given is left to the configuration. */
export function agentChoice(flags: Flags, env: Environment): AgentChoice {
  const { roots, mode, packs, profile } = flags;
  const given = fromEnvironment(env);
  return {
    ...given,
    ...(roots.length > 0 && { roots }),
    ...(mode !== undefined && { mode }),
    ...(packs !== undefined && { packs }),
    ...(profile !== undefined && { profile }),
  };
}

function fromEnvironment(env: Environment): AgentChoice {
  const flag = (name: string, variable: (typeof AGENT_VARIABLES)[number]): string[] =>
    env[variable] ? [`${name}=${env[variable]}`] : [];
  const { flags } = inWordsOfEnvironment(() =>
    parseCommandLine([
      ...flag('--mode', 'TOOLGATE_PERMISSION_LEVEL'),
      ...flag('--pack', 'TOOLGATE_PACKS'),
      ...flag('--profile', 'TOOLGATE_PROFILE'),
    ]),
  );
  const roots = env.TOOLGATE_ROOTS?.split(',')
    .map((root) => root.trim())
    .filter((root) => root !== '');
  return {
    ...(roots && roots.length > 0 && { roots }),
    ...(flags.mode !== undefined && { mode: flags.mode }),
    ...(flags.packs !== undefined && { packs: flags.packs }),
    ...(flags.profile !== undefined && { profile: flags.profile }),
    ...(env.TOOLGATE_TOOL_PERMISSIONS && { toolPermissions: permissionsIn(env.TOOLGATE_TOOL_PERMISSIONS) }),
  };
}

const NAMES: Readonly<Record<string, string>> = {
  '--mode': 'TOOLGATE_PERMISSION_LEVEL',
  '--pack': 'TOOLGATE_PACKS',
  '--profile': 'TOOLGATE_PROFILE',
};

function inWordsOfEnvironment<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message.replace(/^--\w+/, (name) => NAMES[name] ?? name));
  }
}

function permissionsIn(text: string): Caller['toolPermissions'] {
  const words = ['allowed', 'confirm', 'blocked'];
  try {
    const value = JSON.parse(text) as Caller['toolPermissions'];
    if (Object.values(value).every((word) => words.includes(word))) return value;
  } catch {
    // The words below say what is expected.
  }
  throw new UsageError(
    `TOOLGATE_TOOL_PERMISSIONS is ${text}; it must be a JSON object like {"read_file": "confirm"}.`,
  );
}
