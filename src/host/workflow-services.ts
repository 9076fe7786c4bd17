import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import type { Registry } from '../core/tool/registry.ts';
import type { Agents } from '../gate/agents.ts';
import type { Approvals } from '../gate/approvals/approvals.ts';
import { questionCall } from '../gate/explain/question-call.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import type { Surroundings } from '../gate/risk/place.ts';
import type { MakeContext } from '../gate/steps/run.ts';
import type { Services } from '../workflows/services.ts';
import type { Calls } from './calls.ts';
import type { Changes } from './changes.ts';
import type { Engines } from './engines.ts';
import { createForesee } from './foresee.ts';
import { lowerMode } from './load-config.ts';
import type { Stores } from './stores.ts';
import { approvedInBoth, inBoth } from './tool-permissions.ts';

interface ServiceParts {
  readonly config: Config;
  readonly log: Log;
  readonly calls: Calls;
  readonly registry: Registry;
  readonly stores: Stores;
  readonly engines: Engines;
  readonly agents: Pick<Agents, 'forget'>;
  readonly approvals: Approvals;
  readonly redactor: Redactor;
  readonly changes: Changes;
  readonly surroundings: Surroundings;
  readonly makeContext: MakeContext;
}

/** What the workflows get of the host. */
export const createWorkflowServices = ({
  config,
  log,
  calls,
  registry,
  stores,
  engines,
  agents,
  approvals,
  redactor,
  changes,
  surroundings,
  makeContext,
}: ServiceParts): Omit<Services, 'send'> => ({
  log,
  rightsOf: ({ mode, toolPermissions, autoApprove }) => ({
    mode: lowerMode(mode, config.permissionLevel),
    toolPermissions: inBoth(toolPermissions, config.toolPermissions),
    autoApprove: approvedInBoth(autoApprove, config.autoApprove),
  }),
  mayCall: (principal) => !principal.startsWith('token:') || stores.tokens.isValid(principal.slice(6)),
  call: calls.call,
  foresee: createForesee({ config, registry, surroundings, rules: stores.rules, makeContext }),
  readText: surroundings.readText,
  findTool: (name) => registry.find(name)?.entry,
  projects: () => stores.projects.list(),
  // Where there is no package.json, npm is what everybody has.
  packageManager: async (directory, caller) => {
    const projects = engines.makers.projects(questionCall('get_project', {}, caller));
    return projects.scripts(directory).then(
      ({ packageManager }) => packageManager,
      () => 'npm',
    );
  },
  approvals: { ...approvals, close: (id, by, why) => closeQuestion(approvals, id, by, why) },
  recorded: (session) => stores.audit.ofSession(session),
  secrets: stores.secrets,
  redact: redactor,
  endSession: (session) => {
    calls.endSession(session);
    engines.endSession(session);
    agents.forget(session);
  },
  changed: changes.announce,
  emit: stores.events.emit,
});

/** Nobody waits for the answer any more; the card counts as denied, so that nothing can use it. */
function closeQuestion(approvals: Approvals, id: string, by: string, why = 'answered for the step'): void {
  if (approvals.get(id)?.status === 'pending')
    approvals.decide(id, {
      verdict: 'deny',
      scope: 'once',
      by,
      via: 'terminal',
      feedback: why,
    });
}
