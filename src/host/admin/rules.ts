import * as z from 'zod';
import { RULE_VERDICTS, type Rule } from '../../core/approval/rule.ts';
import { UsageError } from '../../core/errors.ts';
import { compileGlob } from '../../core/path/glob.ts';
import { suggestion } from '../../core/text/nearest.ts';
import type { Host } from '../create-host.ts';
import { defineAct } from './act.ts';
import { patternSchema } from './rule-schema.ts';

const ruleSchema = z.object({
  id: z.string(),
  verdict: z.enum(RULE_VERDICTS),
  tool: z.string(),
  pattern: patternSchema,
  session: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  uses: z.number(),
  lastUsedAt: z.string().nullable(),
}) satisfies z.ZodType<Rule>;

export const listRules = defineAct({
  name: 'rules/list',
  about: 'The standing answers in force',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'rules' }],
  input: z.strictObject({}),
  output: z.object({ rules: z.array(ruleSchema) }),
  run: (host) => ({ rules: host.rules.list() }),
});

export const addRule = defineAct({
  name: 'rules/add',
  about: 'Add a standing answer; it binds the next call',
  scope: 'admin',
  routes: [{ method: 'POST', path: 'rules' }],
  input: z.strictObject({
    verdict: z.enum(RULE_VERDICTS),
    tool: z.string().min(1).describe('A tool, or "*" for every tool'),
    pattern: patternSchema.default({}),
    expiresAt: z.iso.datetime().nullable().default(null),
  }),
  output: ruleSchema,
  run: (host, { tool, pattern, ...rule }, { by }) => {
    for (const glob of pattern.paths ?? []) assertGlob(glob);
    return host.rules.add({ ...rule, tool: toolNamed(host, tool), pattern, createdBy: by, session: null });
  },
});

export const removeRule = defineAct({
  name: 'rules/remove',
  about: 'Remove a standing answer',
  scope: 'admin',
  input: z.strictObject({ id: z.string().min(1) }),
  output: ruleSchema,
  run: (host, { id }) => host.rules.remove(id),
});

/** Rules are compared with a tool's own name; one for a name that no tool has would protect nothing. */
function toolNamed({ registry }: Host, name: string): string {
  if (name === '*') return name;
  const found = registry.find(name);
  if (found) return found.entry.name;
  const names = registry.entries.map((entry) => entry.name);
  throw new UsageError(`There is no tool "${name}"${suggestion(name, names)} toolgate tools lists them.`);
}

/** A rule that can never be compared would be no rule. */
function assertGlob(glob: string): void {
  try {
    compileGlob(glob);
  } catch (error) {
    throw new UsageError(error instanceof Error ? `${error.message}.` : String(error));
  }
}
