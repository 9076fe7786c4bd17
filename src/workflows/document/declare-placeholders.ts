import type { DocumentSpec } from '../../core/workflow/document.ts';
import type { StepSpec } from '../../core/workflow/step.ts';
import { FITS, type Placeholder, TYPED_PLACEHOLDER, typeOf } from '../templates/placeholders.ts';
import type { Path, Problem } from './problem.ts';

type Data = Readonly<Record<string, unknown>>;

interface Declared {
  readonly spec: DocumentSpec;
  readonly problems: readonly Problem[];
}

/**
 * A `<name:type>` of a template that was put into a step as it is becomes an input of the workflow: Bash would read it
 * as a redirection.
 */
export function declarePlaceholders(spec: DocumentSpec): Declared {
  const found = new Map<string, Placeholder>();
  const problems: Problem[] = [];
  const given = (spec.inputs?.properties ?? {}) as Data;
  const steps = spec.steps.map((step, index) =>
    withInputs(step, (text, field) =>
      text.replace(TYPED_PLACEHOLDER, (whole, name: string, type: string, preset?: string) => {
        const known = typeOf(type);
        if (!known) return whole;
        const before = found.get(name);
        const path: Path = ['steps', index, ...field];
        if (before && before.type !== known)
          problems.push({
            path,
            message: `${whole} is a ${before.type} in another step; give it another name`,
          });
        if (preset !== undefined && !FITS[known].test(preset))
          problems.push({ path, message: `"${preset}" is not a ${known} for ${whole}` });
        found.set(name, { name, type: known, default: before?.default ?? preset });
        return `{{inputs.${name}}}`;
      }),
    ),
  );
  const missing = [...found.values()].filter(({ name }) => !Object.hasOwn(given, name));
  if (found.size === 0) return { spec, problems };
  return { spec: { ...spec, steps, inputs: withDeclared(spec.inputs, missing) }, problems };
}

/** The fields that end up in a command. */
function withInputs(step: StepSpec, fill: (text: string, field: Path) => string): StepSpec {
  const { command, remote, script, args, cwd } = step;
  return {
    ...step,
    ...(command !== undefined && { command: fill(command, ['command']) }),
    ...(remote && { remote: { ...remote, command: fill(remote.command, ['remote', 'command']) } }),
    ...(script !== undefined && { script: fill(script, ['script']) }),
    ...(Array.isArray(args) && { args: args.map((text, index) => fill(text, ['args', index])) }),
    ...(cwd !== undefined && { cwd: fill(cwd, ['cwd']) }),
  };
}

function withDeclared(inputs: Data | undefined, missing: readonly Placeholder[]): Record<string, unknown> {
  const required = [
    ...((inputs?.required as string[] | undefined) ?? []),
    ...missing.filter((one) => one.default === undefined).map(({ name }) => name),
  ];
  return {
    type: 'object',
    ...inputs,
    properties: {
      ...(inputs?.properties as Data | undefined),
      ...Object.fromEntries(missing.map((one) => [one.name, schemaOf(one)])),
    },
    ...(required.length > 0 && { required }),
  };
}

const schemaOf = ({ type, default: preset }: Placeholder): Data => ({
  ...(type === 'number' ? { type, minimum: 0 } : { type: 'string' }),
  ...((type === 'name' || type === 'path') && { pattern: FITS[type].source }),
  ...(preset !== undefined && { default: type === 'number' ? Number(preset) : preset }),
});
