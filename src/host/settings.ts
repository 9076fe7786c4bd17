import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mode } from '../core/call/caller.ts';
import type { Config } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import type { Events } from '../core/events.ts';
import type { SettingTimes } from '../store/setting-times.ts';
import { readSettingsFile } from './config-layers.ts';
import { namedPermissions, type Permissions } from './tool-permissions.ts';

type Live = Pick<Config, 'permissionLevel' | 'toolPermissions' | 'autoApprove'>;

/** Where a host's configuration came from, so that it can be changed there and read again. */
export interface SettingsSource {
  readonly file: string;
  /** Keys that flags or the environment of the host set, which go before the file. */
  readonly overridden: readonly string[];
  load(): Promise<Config>;
}

interface SettingsChange {
  readonly permissionLevel?: Mode | undefined;
  /** null goes back to the default. */
  readonly toolPermissions?: Readonly<Record<string, Permissions[string] | null>> | undefined;
  readonly autoApprove?: { enabled?: boolean | undefined; tools?: string[] | undefined } | undefined;
}

/** The settings a person changes while agents are connected. */
export interface Settings {
  get(): Live & { readonly file: string | null; readonly overridden: string[] };
  /** Writes the user's file; the next call of every agent obeys. */
  set(change: SettingsChange): Promise<ReturnType<Settings['get']>>;
}

export function createSettings(
  config: Config,
  source: SettingsSource | undefined,
  { events, times }: { readonly events: Pick<Events, 'emit'>; readonly times: SettingTimes },
): Settings {
  const get: Settings['get'] = () => ({
    ...liveOf(config),
    file: source?.file ?? null,
    overridden: [...(source?.overridden ?? [])],
  });
  const apply = async (change: SettingsChange) => {
    if (!source) throw new UsageError('This host has no configuration file to change.');
    await write(source.file, change, config.toolModules);
    times.note(Object.keys(change));
    Object.assign(config, liveOf(await source.load()));
    // In read_only mode fewer tools are offered.
    events.emit('mcp.changed', { change: 'tools' });
    events.emit('settings.changed', { keys: Object.keys(change) });
    return get();
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    get,
    set: (change) => {
      const done = last.then(() => apply(change));
      // One after the other: each reads what the one before it wrote.
      last = done.catch(() => {});
      return done;
    },
  };
}

const liveOf = ({ permissionLevel, toolPermissions, autoApprove }: Live): Live => ({
  permissionLevel,
  toolPermissions,
  autoApprove,
});

/** Everything else in the file stays as it is. */
async function write(file: string, change: SettingsChange, toolModules: readonly string[]): Promise<void> {
  const { toolPermissions = {}, autoApprove = {} } = change;
  await namedPermissions(allowedFor(autoApprove.tools ?? []), 'autoApprove.tools', toolModules);
  const asked = await namedChange(toolPermissions, toolModules);
  const values = readSettingsFile(file);
  const before = await namedPermissions((values.toolPermissions ?? {}) as Permissions, file, toolModules);
  const permissions = Object.entries({ ...before, ...asked }).filter(([, word]) => word !== null);
  replaceFile(file, {
    ...values,
    ...(change.permissionLevel !== undefined && { permissionLevel: change.permissionLevel }),
    ...(Object.keys(asked).length > 0 && { toolPermissions: Object.fromEntries(permissions) }),
    ...(change.autoApprove && { autoApprove: { ...(values.autoApprove ?? {}), ...autoApprove } }),
  });
}

const allowedFor = (tools: readonly string[]): Permissions =>
  Object.fromEntries(tools.map((tool) => [tool, 'allowed']));

/** By the one name of each tool, also those that go back to the default. */
async function namedChange(
  permissions: Readonly<Record<string, Permissions[string] | null>>,
  toolModules: readonly string[],
): Promise<Record<string, Permissions[string] | null>> {
  const named: Record<string, Permissions[string] | null> = {};
  for (const [tool, word] of Object.entries(permissions)) {
    const [name = tool] = Object.keys(await namedPermissions(allowedFor([tool]), 'settings', toolModules));
    named[name] = word;
  }
  return named;
}

/** In one step, so that a crash leaves the old file or the new one; through a link, so that the link stays. */
function replaceFile(file: string, values: object): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const target = realPathOr(file);
  const next = `${target}.${process.pid}.next`;
  try {
    writeFileSync(next, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(next, target);
  } catch (error) {
    rmSync(next, { force: true });
    throw new UsageError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function realPathOr(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
