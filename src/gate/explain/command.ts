import { hash } from 'node:crypto';
import type { Caller } from '../../core/caller.ts';
import type { Explanation } from '../../core/explanation.ts';
import type { ExplainParts } from '../explain.ts';
import { decisionFor } from '../policy/decision.ts';
import { placeOf } from '../risk/place.ts';
import { judgeShell } from '../risk/walk/judge-shell.ts';

/** A line of Bash, as shell_execute would be asked to run it. */
export async function explainCommand(
  command: string,
  cwd: unknown,
  caller: Caller,
  { config, rules, surroundings }: ExplainParts,
): Promise<Explanation> {
  const place = placeOf(surroundings, caller, typeof cwd === 'string' ? cwd : caller.cwd);
  const { risk, reasons, segments, isForbidden, isNetwork, commands, weighty, writes } = judgeShell(
    command,
    place,
  );
  const canLockIn =
    (risk === 'LOW' || risk === 'MEDIUM') && config.sandbox !== 'off' && (await surroundings.findSandbox());
  const decision = decisionFor(
    {
      tool: 'shell_execute',
      risk,
      isChange: risk !== 'SAFE' && risk !== 'LOW',
      isRead: false,
      forbidden: isForbidden ? `hard deny: ${reasons[0] ?? command}` : undefined,
      isLockedIn: canLockIn && risk === 'LOW' && !isNetwork,
      canLockIn,
      subject: {
        tool: 'shell_execute',
        session: caller.session,
        argsDigest: () => hash('sha256', command),
        touches: [],
        commands,
        weighty,
        writes,
        reaches: [...(place.reached ?? [])],
      },
      caller,
    },
    rules.list(),
    config,
  );
  return { risk, decision: decision.verdict, reasons: [...reasons], rule: decision.rule, segments };
}
