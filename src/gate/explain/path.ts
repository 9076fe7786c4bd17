import { hash } from 'node:crypto';
import type { Caller } from '../../core/call/caller.ts';
import type { Explanation } from '../../core/call/explanation.ts';
import type { PathAccess } from '../../core/call/touch.ts';
import { ToolError } from '../../core/errors.ts';
import { isInside, resolveFrom } from '../../core/path/paths.ts';
import { isConfigFile } from '../../core/path/sensitive-paths.ts';
import { highestRisk, type Risk } from '../../core/risk.ts';
import type { ExplainParts } from '../explain.ts';
import { decisionFor, WITHOUT_PROGRAMS } from '../policy/decision.ts';
import { principalsOf } from '../policy/subject.ts';
import { judgeName } from '../risk/paths/judge-named-path.ts';

/** What the file system knows of a path; handed in, since the gate does not touch the machine. */
export interface PathFacts {
  realPathOf(path: string): string;
  isSpecialFile(path: string): boolean;
}

const TOOLS: Readonly<Record<PathAccess, { tool: string; risk: Risk }>> = {
  read: { tool: 'read_file', risk: 'SAFE' },
  list: { tool: 'list_directory', risk: 'SAFE' },
  create: { tool: 'create_directory', risk: 'LOW' },
  write: { tool: 'write_file', risk: 'MEDIUM' },
  delete: { tool: 'delete_file', risk: 'HIGH' },
};

/** A path, as the file tools would be asked to reach it. */
export function explainPath(
  path: string,
  access: unknown,
  caller: Caller,
  { config, rules, surroundings, paths }: ExplainParts,
): Explanation {
  if (!isAccess(access))
    throw new Error(`"access" is ${JSON.stringify(access)}; it must be read, list, create, write or delete`);
  const wanted = access;
  try {
    const written = resolveFrom(caller.cwd, path);
    // A delete takes the link itself; everything else goes where it leads.
    const real = paths.realPathOf(written);
    if (![written, real].every((one) => isInside(one, caller.roots)))
      return denied('path outside the roots', `${written} is outside the directories that are open`);
    if (paths.isSpecialFile(real))
      return denied('not a file', `${written} is neither a file nor a directory`);
    const judged = [written, real].map((one) => judgeName(one, wanted, surroundings, caller));
    const refused = judged.find(({ isForbidden, isProtected }) => isForbidden || isProtected);
    if (refused) return denied('protected path', refused.reason ?? `${written} is protected`);
    const { tool, risk: base } = TOOLS[wanted];
    const isConfig = wanted === 'read' && [written, real].some(isConfigFile);
    const risk = highestRisk([isConfig ? 'LOW' : base, ...judged.map((one) => one.risk)]);
    const subject = {
      tool,
      session: caller.session,
      principals: principalsOf(caller),
      argsDigest: () => hash('sha256', written),
      access: [],
      beyondNeeds: [],
      touches: [{ kind: 'path', access: wanted, path: written }] as const,
      commands: [],
      weighty: [],
      writes: [],
    };
    const isChange = wanted !== 'read' && wanted !== 'list';
    const decision = decisionFor(
      {
        tool,
        risk,
        isChange,
        isRead: !isChange,
        forbidden: undefined,
        ...WITHOUT_PROGRAMS,
        subject,
        caller,
      },
      rules.list(),
      config,
    );
    return {
      risk,
      decision: decision.verdict,
      reasons: [...new Set(judged.flatMap(({ reason }) => (reason === undefined ? [] : [reason])))],
      rule: decision.rule,
    };
  } catch (error) {
    if (error instanceof ToolError) return denied('malformed path', error.message);
    throw error;
  }
}

const isAccess = (access: unknown): access is PathAccess =>
  typeof access === 'string' && Object.hasOwn(TOOLS, access);

const denied = (rule: string, reason: string): Explanation => ({
  risk: 'CRITICAL',
  decision: 'deny',
  reasons: [reason],
  rule,
});
