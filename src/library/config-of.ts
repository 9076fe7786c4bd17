import { resolve } from 'node:path';
import type { Config } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import type { ToolgateOptions } from './toolgate.ts';

/** Only what the program said: the files of the user and of projects are not read. */
export async function configOf(options: ToolgateOptions): Promise<Config> {
  const { mode, cwd: _cwd, tools, approve: _a, env: _e, log: _l, embeddingModel: _m, ...settings } = options;
  const [{ configSchema }, { namedPermissions }] = await Promise.all([
    import('../core/config.ts'),
    import('../host/tool-permissions.ts'),
  ]);
  const parsed = configSchema.safeParse({
    logLevel: 'silent',
    ...settings,
    ...(mode !== undefined && { permissionLevel: mode }),
  });
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `"${path.join('.')}": ${message}`);
    throw new UsageError(`createToolgate: ${lines.join('; ')}. docs/config.md lists all keys.`);
  }
  const { toolPermissions, toolModules, ...config } = parsed.data;
  const isOwn = (name: string): boolean => tools?.some((tool) => tool.name === name) ?? false;
  const named = Object.entries(toolPermissions);
  const files = toolModules.map((file) => resolve(file));
  return {
    ...config,
    toolModules: files,
    toolPermissions: {
      ...(await namedPermissions(
        Object.fromEntries(named.filter(([name]) => !isOwn(name))),
        'createToolgate',
        files,
      )),
      ...Object.fromEntries(named.filter(([name]) => isOwn(name))),
    },
  };
}
