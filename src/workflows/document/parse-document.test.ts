import { expect, test } from 'vitest';
import { parseWorkflow } from './parse-document.ts';

const CASES: Readonly<Record<string, { text: string; says: readonly string[] }>> = {
  'a field that is misspelt': {
    text: 'name: A\nsteps:\n  - comand: ls\n',
    says: ['3 steps[0].comand: there is no field "comand" (did you mean "command"?)'],
  },
  'a placeholder that is not closed': {
    text: 'name: A\nsteps:\n  - id: a\n    command: "echo {{inputs.x"\n',
    says: [
      '3 steps[0]: {{inputs.x cannot be filled in; there are {{inputs.x}}, {{steps.x.outputs.y}} and {{run.id}}',
    ],
  },
  'a placeholder that would be read as code': {
    text: 'name: A\ninputs: { properties: { x: {} } }\nsteps:\n  - id: a\n    command: bash -c "echo {{inputs.x}}"\n',
    says: [
      '5 steps[0].command: {{inputs.x}} cannot stand there safely: bash reads it as code. Hand it over in env and use "$NAME" there.',
    ],
  },
  'a single equals sign': {
    text: 'name: A\nsteps:\n  - command: ls\n    when: inputs.x = 3\n',
    says: ['4 steps[0].when: "= 3" cannot be read; equal is =='],
  },
  'a time zone that does not exist': {
    text: 'name: A\nschedule: { cron: "0 3 * * *", timeZone: Europe/Pari }\nsteps:\n  - command: ls\n',
    says: ['2 schedule.timeZone: "Europe/Pari" is not a time zone; write it like Europe/Paris'],
  },
  'two steps with one name': {
    text: 'name: A\nsteps:\n  - { id: a, command: ls }\n  - { id: a, command: ls }\n',
    says: ['4 steps[1].id: there are two steps "a"'],
  },
  'a field that is given twice': {
    text: 'name: A\nsteps:\n  - id: a\n    command: ls\n    command: pwd\n',
    says: ['5 : Map keys must be unique'],
  },
  'a pattern that is no regular expression': {
    text: 'name: A\nsteps:\n  - command: ls\n    outputs: { v: { pattern: "(" } }\n',
    says: ['4 steps[0].outputs.v.pattern: Invalid regular expression: /(/m: Unterminated group'],
  },
  'a status that no step has': {
    text: "name: A\nsteps:\n  - { id: a, command: ls }\n  - command: ls\n    when: always && steps.a.status == 'success'\n",
    says: [
      '5 steps[1].when: no step ends as "success"; there are completed, failed, skipped, cancelled, timed_out, denied',
    ],
  },
  'a placeholder where none is filled in': {
    text: 'name: A\ninputs: { properties: { x: {} } }\nsteps:\n  - wait: { event: "go-{{inputs.x}}" }\n',
    says: ['4 steps[0].wait.event: it takes no {{...}}; write it out'],
  },
  'a file with nothing in it': { text: '# soon\n', says: ['1 : it is empty; give at least a name'] },
  'text that is not YAML': {
    text: 'name: A\nsteps:\n  - id: a\n   command: ls\n',
    says: ['4 : Sequence item without - indicator'],
  },
};

for (const [name, { text, says }] of Object.entries(CASES))
  test(`${name} is told with its line and field, once`, () => {
    const { problems } = parseWorkflow(text);
    expect(problems.map(({ line, field, message }) => `${line} ${field}: ${message}`)).toEqual(says);
  });

test('templates of other programs are left alone', () => {
  const command = "docker ps --format '{{.Names}} {{ .Status }}'";
  const { document } = parseWorkflow(JSON.stringify({ name: 'A', steps: [{ command }] }));
  expect(document?.steps[0]?.command).toBe(command);
});
