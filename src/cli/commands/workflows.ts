import type { ExecutionView, WorkflowView } from '../../core/workflow/workflows.ts';
import { validateWorkflow } from '../../host/validate-workflow.ts';
import { withClient } from '../host-client.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { countFlag, switchFlag, textFlag } from '../line/flag.ts';
import { parseArguments } from '../parse-arguments.ts';
import { print, printJson, printLines } from '../print.ts';
import { atItsPlace } from '../workflows/at-its-place.ts';
import { executionLine, executionText } from '../workflows/execution-text.ts';
import { exportWorkflow } from '../workflows/export-workflow.ts';
import { listWorkflows, theWorkflow } from '../workflows/find-workflows.ts';
import { followLog } from '../workflows/follow-log.ts';
import { importWorkflow } from '../workflows/import-workflow.ts';
import { printProblems } from '../workflows/print-problems.ts';
import { readText } from '../workflows/read-text.ts';
import { runHere } from '../workflows/run-here.ts';

export const workflows = defineGroup({
  name: 'workflows',
  section: 'work',
  about: 'run, follow and manage workflows',
  more: [
    'A workflow in .toolgate/workflows/*.yml starts nothing by itself until you enable it as it is.',
    'ID is that of a run.',
    'NAME is the name of a workflow, or its id.',
  ].join('\n'),
  acts: {
    list: defineAct({
      about: 'show them',
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const { workflows: all, wrongFiles } = await listWorkflows(client);
          if (flags.json) return printJson(all);
          const lines = [...all.map(workflowLine), ...wrongFiles.map((problem) => `Left out: ${problem}`)];
          return lines.length > 0 ? printLines(lines) : print('There are no workflows.');
        }),
    }),
    show: defineAct({
      about: 'one with its steps, as a file',
      words: 'NAME',
      run: ({ words: [name = ''], flags }) =>
        withClient(flags, async (client) => {
          const found = await theWorkflow(client, name);
          if (flags.json) return printJson(found);
          return print(`# ${workflowLine(found)}\n${found.yaml.trimEnd()}`);
        }),
    }),
    run: defineAct({
      about: 'run one and follow what it prints; inputs as JSON',
      words: 'NAME [JSON]',
      flags: { detach: switchFlag('detach', 'print the id of the run and return at once') },
      run: ({ words: [name = '', json], flags }) => {
        const inputs = parseArguments(json);
        return atItsPlace(flags, name, (client, { workflowId }) =>
          runHere(client, workflowId, inputs, flags),
        );
      },
    }),
    runs: defineAct({
      about: 'the history, newest first',
      flags: { limit: countFlag('limit', 'how many at most; default 20') },
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const { executions } = (await client.request('admin/workflows/executions', {
            limit: flags.limit ?? 20,
          })) as { executions: ExecutionView[] };
          if (flags.json) return printJson(executions);
          return executions.length > 0
            ? printLines(executions.map(executionLine))
            : print('Nothing has run yet.');
        }),
    }),
    status: defineAct({
      about: 'the state of a run, step by step',
      words: 'ID',
      run: ({ words: [id = ''], flags }) =>
        withClient(flags, async (client) => {
          const run = (await client.request('admin/workflows/execution', { id })) as unknown as ExecutionView;
          return flags.json ? printJson(run) : print(executionText(run));
        }),
    }),
    logs: defineAct({
      about: 'what a run printed',
      words: 'ID',
      flags: { follow: switchFlag('follow', 'keep printing until the run ends', 'f') },
      run: ({ words: [id = ''], flags }) => withClient(flags, (client) => followLog(client, id, flags)),
    }),
    cancel: defineAct({
      about: 'end a run with everything it started',
      words: 'ID',
      run: ({ words: [id = ''], flags }) =>
        withClient(flags, async (client) => {
          const run = (await client.request('admin/workflows/cancel', { id })) as unknown as ExecutionView;
          return flags.json ? printJson(run) : print(executionText(run));
        }),
    }),
    answer: defineAct({
      about: 'what becomes of a step that was cut off: retry, done or fail',
      words: 'ID STEP ANSWER',
      run: ({ words: [id = '', stepId = '', answer = ''], flags }) =>
        withClient(flags, async (client) => {
          const run = await client.request('admin/workflows/answer', { id, stepId, answer });
          return flags.json ? printJson(run) : print(`${stepId} of ${id}: ${answer}`);
        }),
    }),
    signal: defineAct({
      about: 'send an event to a run that waits for it',
      words: 'ID EVENT [JSON]',
      run: ({ words: [id = '', event = '', json], flags }) =>
        withClient(flags, async (client) => {
          const data = json === undefined ? null : parseArguments(json);
          const run = await client.request('admin/workflows/signal', { id, event, data });
          return flags.json ? printJson(run) : print(`Sent "${event}" to ${id}.`);
        }),
    }),
    enable: defineAct({
      about: 'let this version start on its schedule and webhooks',
      words: 'NAME',
      run: ({ words: [name = ''], flags }) =>
        atItsPlace(flags, name, async (client, { workflowId: id }) => {
          const made = (await client.request('admin/workflows/enable', { id })) as unknown as WorkflowView;
          return flags.json ? printJson(made) : printLines([`Enabled ${workflowLine(made)}`]);
        }),
    }),
    disable: defineAct({
      about: 'stop it from starting on its own',
      words: 'NAME',
      run: ({ words: [name = ''], flags }) =>
        withClient(flags, async (client) => {
          const { workflowId: id } = await theWorkflow(client, name);
          const made = (await client.request('admin/workflows/disable', { id })) as unknown as WorkflowView;
          return flags.json ? printJson(made) : printLines([`Disabled ${workflowLine(made)}`]);
        }),
    }),
    expose: defineAct({
      about: 'offer it to agents as a tool of its own; without --as, no longer',
      words: 'NAME',
      flags: {
        as: textFlag('as', { value: 'NAME', takes: 'the name of a tool', about: 'name of the tool' }),
      },
      run: ({ words: [given = ''], flags }) =>
        withClient(flags, async (client) => {
          const { workflowId: id } = await theWorkflow(client, given);
          const name = flags.as ?? null;
          const made = await client.request('admin/workflows/expose', { id, name });
          if (flags.json) return printJson(made);
          return print(name === null ? `${id} is no longer a tool.` : `${id} is offered as ${name}.`);
        }),
    }),
    export: defineAct({
      about: 'write one as YAML, to a file or to stdout',
      words: 'NAME [FILE]',
      flags: { force: switchFlag('force', 'write over a file that exists') },
      run: ({ words: [name = '', file], flags }) =>
        withClient(flags, (client) => exportWorkflow(client, name, { ...flags, file })),
    }),
    import: defineAct({
      about: 'store a file as a workflow; it passes the gate',
      words: 'FILE',
      flags: {
        replace: textFlag('replace', {
          value: 'ID',
          takes: 'the id of a workflow',
          about: 'change this one to what the file says',
        }),
        project: textFlag('project', {
          value: 'ID',
          takes: 'the id of a project',
          about: 'of a new one: the project it works in',
        }),
      },
      run: async ({ words: [file = ''], flags }) => {
        const yaml = readText(file);
        const { problems, name } = await validateWorkflow(yaml);
        if (problems.length > 0) return printProblems(file, problems, flags.json);
        const { replace, project, json } = flags;
        return withClient(flags, (client) => importWorkflow(client, { name, yaml, replace, project, json }));
      },
    }),
    validate: defineAct({
      about: 'check a file, without a host',
      words: 'FILE',
      run: async ({ words: [file = ''], flags }) => {
        const { problems, name, steps } = await validateWorkflow(readText(file));
        if (problems.length === 0 && !flags.json)
          return print(`${file}: "${name}" is right, ${countOf(steps)}.`);
        return printProblems(file, problems, flags.json);
      },
    }),
  },
});

const countOf = (steps: number): string => (steps === 1 ? '1 step' : `${steps} steps`);

const workflowLine = ({
  workflowId,
  name,
  version,
  stepCount,
  isEnabled,
  nextRunAt,
  file,
}: WorkflowView): string =>
  [
    `${workflowId}  ${name}, version ${version}, ${countOf(stepCount)}`,
    ...(isEnabled ? ['enabled'] : []),
    ...(nextRunAt === undefined ? [] : [`next at ${nextRunAt}`]),
    ...(file === undefined ? [] : [file]),
  ].join(', ');
