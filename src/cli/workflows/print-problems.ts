import type { validateWorkflow } from '../../host/validate-workflow.ts';
import { print, printJson } from '../print.ts';

type Problems = Awaited<ReturnType<typeof validateWorkflow>>['problems'];

/** What is wrong with a file, a line each, as compilers write it. Answers the exit code. */
export function printProblems(file: string, problems: Problems, isJson: boolean): number {
  if (isJson) printJson({ file, problems });
  else
    for (const { line, field, message } of problems)
      print(`${file}:${line}: ${field === '' ? '' : `${field}: `}${message}`);
  return problems.length === 0 ? 0 : 1;
}
