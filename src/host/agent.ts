import { randomUUID } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Hello } from '../core/address/hello.ts';
import type { AgentChoice } from '../core/call/agent-choice.ts';
import type { Caller } from '../core/call/caller.ts';
import type { Config } from '../core/config.ts';
import { ToolError, UsageError } from '../core/errors.ts';
import { nameRoot, resolveFrom } from '../core/path/paths.ts';
import { isTooWide } from '../core/path/wide-places.ts';
import { userId } from '../core/process/user-id.ts';
import type { SettingTimes } from '../store/setting-times.ts';
import { lowerMode, narrowingOf } from './load-config.ts';
import { placesOf } from './project-files.ts';
import { approvedByBoth, namedPermissions, strictest } from './tool-permissions.ts';

/** Where an agent was started, and with what. */
export type LocalAgent = AgentChoice & Partial<Pick<Hello, 'cwd' | 'env'>>;

type LocalTransport = 'stdio' | 'cli' | 'hook';

/**
 * The caller behind a local connection. The client's own name is known only once it introduces itself. Mode and
 * permissions follow `user`, which a person can change while the agent is connected.
 */
export async function localAgent(
  user: Config,
  transport: LocalTransport,
  choice: LocalAgent,
  session?: string,
  times: Pick<SettingTimes, 'at'> = { at: () => 0 },
): Promise<Caller> {
  const chosen = await namedPermissions(
    choice.toolPermissions ?? {},
    'TOOLGATE_TOOL_PERMISSIONS',
    user.toolModules,
  );
  // What lies in the directories narrows even what was chosen on the command line.
  const places = placesOf({ cwd: choice.cwd, roots: openRoots(user, choice) });
  const narrowings = await Promise.all(places.map(narrowingOf));
  const narrow = (config: Config) => narrowings.reduce((inside, one) => one(inside), config);
  const atStart = { ...user };
  const startedAt = startOf(session);
  const isSetSince = (key: keyof Narrowed): boolean => times.at(key) >= startedAt;
  const inForce = (): Config => {
    const { permissionLevel, toolPermissions, autoApprove } = user;
    const approved = { ...atStart.autoApprove, ...choice.autoApprove };
    return narrow({
      ...user,
      packs: [...(choice.packs ?? user.packs)],
      profile: choice.profile ?? user.profile,
      // A flag goes before the configuration it was started with. What a person has set since then is the later word.
      permissionLevel:
        permissionLevel === atStart.permissionLevel && !isSetSince('permissionLevel')
          ? (choice.mode ?? permissionLevel)
          : lowerMode(choice.mode ?? permissionLevel, permissionLevel),
      toolPermissions:
        toolPermissions === atStart.toolPermissions && !isSetSince('toolPermissions')
          ? { ...toolPermissions, ...chosen }
          : strictest(toolPermissions, chosen),
      autoApprove:
        isSame(autoApprove, atStart.autoApprove) && !isSetSince('autoApprove')
          ? approved
          : approvedByBoth(approved, autoApprove),
    });
  };
  const config = inForce();
  return {
    ...callerWith(config, transport, choice, session),
    ...(choice.autoApprove && { autoApprove: config.autoApprove }),
    settings: settingsOf(user, inForce, choice),
  };
}

type Narrowed = Pick<Config, 'permissionLevel' | 'toolPermissions' | 'autoApprove'>;

/** A connection keeps its id when the host is another one, and a UUID of version 7 begins with its time. */
function startOf(session = ''): number {
  const time = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(session);
  return time ? Number.parseInt(`${time[1]}${time[2]}`, 16) : Date.now();
}

const isSame = (one: Config['autoApprove'], other: Config['autoApprove']): boolean =>
  one.enabled === other.enabled && one.tools.join() === other.tools.join();

/** Made anew when the configuration was changed, so that what has not changed is the same object. */
function settingsOf(
  user: Config,
  inForce: () => Config,
  choice: AgentChoice,
): NonNullable<Caller['settings']> {
  let seen: Pick<Config, 'permissionLevel' | 'toolPermissions' | 'autoApprove'> = user;
  let now: ReturnType<NonNullable<Caller['settings']>> | undefined;
  return () => {
    const { permissionLevel, toolPermissions, autoApprove } = user;
    const isKnown =
      seen.permissionLevel === permissionLevel &&
      seen.toolPermissions === toolPermissions &&
      seen.autoApprove === autoApprove;
    if (now && isKnown) return now;
    seen = { permissionLevel, toolPermissions, autoApprove };
    const config = inForce();
    now = {
      mode: config.permissionLevel,
      toolPermissions: config.toolPermissions,
      ...(choice.autoApprove && { autoApprove: config.autoApprove }),
    };
    return now;
  };
}

/** The caller that a configuration as it stands makes. */
export function callerWith(
  config: Config,
  transport: LocalTransport,
  choice: LocalAgent,
  session: string = randomUUID(),
): Caller {
  return {
    principal: `local:${userId()}`,
    client: { name: 'unknown', version: '' },
    session,
    transport,
    cwd: choice.cwd,
    roots: openRoots(config, choice),
    mode: config.permissionLevel,
    packs: config.packs,
    profile: config.profile,
    toolPermissions: config.toolPermissions,
    env: choice.env ?? {},
  };
}

/** The chosen directories; without any, the agent's own one unless that would open too much. */
export function openRoots(
  config: { readonly roots: readonly string[] },
  { cwd, roots }: LocalAgent,
): string[] {
  const chosen = [...config.roots, ...(roots ?? [])];
  if (chosen.length > 0) return [...new Set(chosen.map((root) => realDirectory(cwd, root)))];
  if (cwd === undefined) return [];
  const here = realDirectory(undefined, cwd);
  return isTooWide(here, homedir()) ? [] : [here];
}

function realDirectory(cwd: string | undefined, root: string): string {
  try {
    const written = resolveFrom(cwd, root);
    const real = realpathSync(written);
    if (statSync(real).isDirectory()) {
      nameRoot(written, real);
      return real;
    }
  } catch (error) {
    if (error instanceof ToolError) throw new UsageError(`The root cannot be opened: ${error.message}.`);
    // Falls through to the same words: it is not a directory we can open.
  }
  throw new UsageError(`The root ${root} is not a directory.`);
}
