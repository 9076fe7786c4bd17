import type { AgentChoice } from '../core/call/agent-choice.ts';
import type { Caller } from '../core/call/caller.ts';
import { MODES } from '../core/call/caller.ts';
import { UsageError } from '../core/errors.ts';
import { oneOf } from './line/flag.ts';
import { PROFILES, packsIn, type SharedFlags } from './line/shared-flags.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Flags before environment; what is not given is left to the configuration. */
export function agentChoice(
  { roots, mode, packs, profile }: Pick<SharedFlags, 'roots' | 'mode' | 'packs' | 'profile'>,
  env: Environment,
): AgentChoice {
  return {
    ...fromEnvironment(env),
    ...(roots.length > 0 && { roots }),
    ...(mode !== undefined && { mode }),
    ...(packs !== undefined && { packs }),
    ...(profile !== undefined && { profile }),
  };
}

function fromEnvironment(env: Environment): AgentChoice {
  const roots = env.TOOLGATE_ROOTS === undefined ? undefined : namesIn(env.TOOLGATE_ROOTS);
  const {
    TOOLGATE_PERMISSION_LEVEL: mode,
    TOOLGATE_PACKS: packs,
    TOOLGATE_PROFILE: profile,
    TOOLGATE_TOOL_PERMISSIONS: permissions,
    TOOLGATE_AUTO_APPROVE_ENABLED: enabled,
    TOOLGATE_AUTO_APPROVE_TOOLS: tools,
  } = env;
  return {
    ...(roots && roots.length > 0 && { roots }),
    ...(mode && { mode: oneOf('TOOLGATE_PERMISSION_LEVEL', mode, MODES) }),
    ...(packs && { packs: packsIn('TOOLGATE_PACKS', [packs]) }),
    ...(profile && { profile: oneOf('TOOLGATE_PROFILE', profile, PROFILES) }),
    ...(permissions && { toolPermissions: permissionsIn(permissions) }),
    ...((enabled || tools) && {
      autoApprove: {
        ...(enabled && {
          enabled: oneOf('TOOLGATE_AUTO_APPROVE_ENABLED', enabled, ['true', 'false']) === 'true',
        }),
        ...(tools && { tools: namesIn(tools) }),
      },
    }),
  };
}

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

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
