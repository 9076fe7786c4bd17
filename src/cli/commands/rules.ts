import { isAbsolute, resolve } from 'node:path';
import type { Rule, RulePattern } from '../../core/approval/rule.ts';
import { patternInWords } from '../../core/approval/rule-words.ts';
import { UsageError } from '../../core/errors.ts';
import { counted } from '../../core/text/counted.ts';
import { expiryOf } from '../expiry.ts';
import { withClient } from '../host-client.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { listFlag, type Values } from '../line/flag.ts';
import { expiresFlag, jsonlFlag } from '../line/flags.ts';
import { printJson, printLines, say } from '../print.ts';
import { explainLine } from './explain.ts';

/** The verdicts, also by the words for the permissions of actions. */
const VERDICTS: Readonly<Record<string, Rule['verdict']>> = {
  allow: 'allow',
  ask: 'ask',
  deny: 'deny',
  auto_approve: 'allow',
  require_confirm: 'ask',
};

const PATTERN_FLAGS = {
  paths: listFlag('path', { value: 'GLOB', takes: 'a glob', about: 'every path of the call must match' }),
  commands: listFlag('command', {
    value: '"git push"',
    takes: 'the beginning of a command, like "git push"',
    about: 'every command of the call must begin with these words',
  }),
  hosts: listFlag('host', { value: 'NAME', takes: 'the name of a host', about: 'every host of the call' }),
  actions: listFlag('action', {
    value: 'TYPE[:ID]',
    takes: 'an action, like script:build',
    about: 'what a person set up to be run: script:build, workflow:release, webhook:ID, or a whole type',
  }),
};

export const rules = defineGroup({
  name: 'rules',
  section: 'decide',
  about: 'manage standing answers',
  more: [
    'VERDICT is allow, ask or deny (or auto_approve, require_confirm). TOOL may be "*".',
    'A deny rule holds in every mode. An allow rule reaches up to MEDIUM.',
  ].join('\n'),
  acts: {
    list: defineAct({
      about: 'show the rules in force',
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const { rules: all } = (await client.request('admin/rules/list', {})) as { rules: Rule[] };
          if (flags.json) return printJson(all);
          if (all.length === 0) return say('There are no rules; toolgate help rules tells how to add one.');
          return printLines(all.map(ruleLine));
        }),
    }),
    add: defineAct({
      about: 'add one; it binds the next call',
      words: 'VERDICT TOOL',
      flags: { ...PATTERN_FLAGS, expiresIn: expiresFlag },
      run: ({ words: [word = '', tool = ''], flags }) => {
        const verdict = VERDICTS[word];
        if (verdict === undefined)
          throw new UsageError(`"${word}" is not a verdict; use allow, ask or deny.`);
        const rule = {
          verdict,
          tool,
          pattern: patternOf(flags),
          expiresAt: expiryOf(flags.expiresIn) ?? null,
        };
        return withClient(flags, async (client) => {
          const added = await client.request('admin/rules/add', rule);
          return flags.json ? printJson(added) : printLines([ruleLine(added as unknown as Rule)]);
        });
      },
    }),
    remove: defineAct({
      about: 'remove one',
      words: 'ID',
      run: ({ words: [id = ''], flags }) =>
        withClient(flags, async (client) => {
          const removed = await client.request('admin/rules/remove', { id });
          return flags.json
            ? printJson(removed)
            : printLines([`removed ${ruleLine(removed as unknown as Rule)}`]);
        }),
    }),
    test: defineAct({
      about: 'what would be decided, and by which rule',
      words: '[TOOL] [JSON]',
      flags: { jsonl: jsonlFlag('questions on stdin, as for explain') },
      run: explainLine,
    }),
  },
});

const patternOf = ({ paths, commands, actions, hosts }: Values<typeof PATTERN_FLAGS>): RulePattern => ({
  ...(paths.length > 0 && {
    paths: paths.map((glob) => (isAbsolute(glob) || glob.startsWith('**') ? glob : resolve(glob))),
  }),
  ...(commands.length > 0 && { commands: commands.map((command) => command.trim().split(/\s+/)) }),
  ...(actions.length > 0 && { actions }),
  ...(hosts.length > 0 && { hosts }),
});

function ruleLine({ id, verdict, tool, pattern, session, expiresAt, uses }: Rule): string {
  const about = [
    ...patternInWords(pattern),
    ...(session === null ? [] : ['one session only']),
    ...(expiresAt === null ? [] : [`until ${expiresAt}`]),
  ];
  return `${id}  ${verdict.padEnd(5)} ${tool.padEnd(24)} used ${counted(uses, 'time')}${about.length > 0 ? `; ${about.join('; ')}` : ''}`;
}
