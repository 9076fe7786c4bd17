import { basename, join } from 'node:path';
import type { Assessment, ResolvedScript, RiskJudge } from '../../core/call/assessment.ts';
import { bringsOwnShell, MANAGER_SETTINGS, nearestScripts } from '../../core/process/package-scripts.ts';
import { joinAccess } from '../../core/process/sandbox.ts';
import { highestRisk } from '../../core/risk.ts';
import { once } from '../../core/timing/once.ts';
import { roughWords, type ScriptStep, scriptChain } from './script-chain.ts';

/** A script is as risky as the worst it comes to, and never less than MEDIUM. */
export function scriptRisk(
  judge: RiskJudge,
  { projectPath, scriptName, args }: { projectPath: string; scriptName: string; args: readonly string[] },
): Assessment {
  const start = nearestScripts(judge.readText, projectPath);
  // What is not there is not run either; the tool says so in words.
  if (!start) return { risk: 'MEDIUM', reasons: [], needs: ['write'] };
  const assessments: Assessment[] = [
    { risk: 'MEDIUM', reasons: ['runs a script of the project'], needs: ['write', 'network'] },
  ];
  const wordsOf = ({ script, directory, command }: ScriptStep): readonly string[] => {
    const given = script === scriptName && directory === start.directory ? args : [];
    const line = [command, ...given.map(quoteForShell)].join(' ');
    const assessment = judge.shell(line, directory);
    const commands = assessment.commands ?? [];
    assessments.push(assessment, ...commands.flatMap(otherPackages));
    return [...roughWords(command), ...commands.flat()];
  };
  const onTooMany = once(() =>
    assessments.push({ risk: 'HIGH', reasons: ['comes to more scripts than are looked at'] }),
  );
  scriptChain(judge.readText, start, scriptName, { wordsOf, onTooMany });
  const npmRun = judge.argv(['npm', 'run', scriptName], projectPath);
  const { runs = [], scripts = [], unfound = [], told = [], workplaces = [], options = [] } = npmRun;
  const { otherWork = [] } = npmRun;
  assessments.push(...ownShell(judge, start.directory), {
    risk: 'SAFE',
    reasons: [],
    runs,
    scripts,
    unfound,
    told,
    workplaces,
    options,
    otherWork,
  });
  return combine(assessments);
}

export function combine(assessments: readonly Assessment[]): Assessment {
  const forbidden = assessments.find((one) => one.forbidden !== undefined)?.forbidden;
  return {
    risk: highestRisk(assessments.map(({ risk }) => risk)),
    reasons: [...new Set(assessments.flatMap(({ reasons }) => reasons))],
    commands: assessments.flatMap(({ commands }) => commands ?? []),
    needs: joinAccess(...assessments.map(({ needs }) => needs)),
    runs: [...new Set(assessments.flatMap(({ runs = [] }) => runs))],
    scripts: uniqueScripts(assessments.flatMap(({ scripts = [] }) => scripts)),
    unfound: [...new Set(assessments.flatMap(({ unfound = [] }) => unfound))],
    told: assessments.flatMap(({ told = [] }) => told),
    workplaces: [...new Set(assessments.flatMap(({ workplaces = [] }) => workplaces))],
    options: [...new Set(assessments.flatMap(({ options = [] }) => options))],
    otherWork: [...new Set(assessments.flatMap(({ otherWork = [] }) => otherWork))],
    ...(forbidden !== undefined && { forbidden }),
  };
}

const uniqueScripts = (scripts: readonly ResolvedScript[]): ResolvedScript[] => [
  ...new Map(scripts.map((script) => [`${script.file} ${script.name}`, script])).values(),
];

const MANAGERS = /^(npm|pnpm|yarn|bun)$/;
const TASK_RUNNERS = /^(turbo|nx|lerna|rush|rushx|moon|wireit|ultra)$/;
const WORKSPACES =
  /^(-w|-ws|--workspace|--workspaces|-r|--recursive|-F|--filter|workspace|workspaces|--workspace=.*|--filter=.*)$/;

/** Scripts of packages that are chosen by name or by a graph are not looked at here. */
function otherPackages(words: readonly string[]): Assessment[] {
  const programs = words.map((word) => basename(word));
  const [program = ''] = programs;
  const isElsewhere = MANAGERS.test(program)
    ? words.slice(1).some((word) => WORKSPACES.test(word))
    : programs.slice(0, 3).some((word) => TASK_RUNNERS.test(word));
  return isElsewhere ? [{ risk: 'HIGH', reasons: ['runs scripts of other packages'] }] : [];
}

/** A project can choose what its scripts are read by. */
function ownShell({ readText }: RiskJudge, directory: string): Assessment[] {
  const settings = MANAGER_SETTINGS.map((name) => readText(join(directory, name)) ?? '').join('\n');
  return bringsOwnShell(settings)
    ? [{ risk: 'CRITICAL', reasons: ['the project brings the shell its scripts run in'] }]
    : [];
}

const quoteForShell = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
