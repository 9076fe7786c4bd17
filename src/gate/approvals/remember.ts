import { dirname, posix } from 'node:path';
import { type RulePattern, SHOWN } from '../../core/approval/rule.ts';
import { type Call, resolved } from '../../core/call/call.ts';
import { isInside } from '../../core/path/paths.ts';
import { isAtLeast, type Risk } from '../../core/risk.ts';
import { oneOf } from '../../core/text/one-of.ts';
import { changedThere, hostsOf, startsWithCode, withVariables } from '../policy/match-rule.ts';
import type { RuleSubject } from '../policy/rule-subject.ts';
import { runsOperand, runsUnknown } from '../policy/runs-unknown.ts';
import { subjectOf } from '../policy/subject.ts';
import { withSameWork } from './same-work.ts';

/**
 * What an answer that lasts would cover: the narrowest useful thing. HIGH, or a secret: these very arguments. A command: the same
 * program and subcommand, or one that does no more, in the same project, with the same access, the same script text and the
 * same program files.
 * Else: files of the same project.
 */
export function rememberFor(call: Call, risk: Risk): RulePattern {
  const subject = subjectOf(call);
  const { argsDigest, touches, commands, access, runs = [] } = subject;
  const set = subject.weighty.map(withVariables);
  const weighty = set.map(({ words }) => words);
  const terms = termsOf(call, subject, weighty);
  const { roots } = call.request.caller;
  const place = subject.place === undefined ? {} : { place: placeFor(subject.place, roots) };
  // What only reads may ask the same server for another page.
  if (subject.servers?.length && !subject.isSecret) return { servers: subject.servers, ...place };
  const isShown = subject.weighty.some(([first]) => first?.startsWith(SHOWN));
  // `curl` is told by its operands where to connect and what to send: only the same words are the same thing.
  const isToldByOperands = access.includes('network') && weighty.some((words) => !tellsByWords(words));
  const isUnknown = runs.length === 0 && weighty.some(runsUnknown);
  // `make` alone, a console: the next word would make it something else.
  const isBare = weighty.some((words) => words.length === 1 && tellsByWords(words));
  if (
    isAtLeast(risk, 'HIGH') ||
    subject.isSecret ||
    isToldByOperands ||
    isUnknown ||
    isBare ||
    // What else it does was shown of these words alone.
    (isShown && weighty.length > 1) ||
    // Nothing holds it back: only what was read is allowed.
    access.includes('host') ||
    (commands.length > 0 && weighty.length === 0)
  )
    return { args: argsDigest(), ...(isShown && { commands: subject.weighty }), ...place, ...terms };
  const onHosts = hostsFor({ touches });
  const actions = touches.flatMap((touch) => (touch.kind === 'action' ? [`${touch.type}:${touch.id}`] : []));
  if (weighty.length > 0) {
    const beginnings = set.map(({ variables, words }) => ({
      variables,
      start: words.length > 0 ? beginningOf(words) : [],
    }));
    return {
      commands: subject.scriptsDigest
        ? // One for each command of the script: a call with one more beside it is another.
          beginnings.map(({ variables, start }) => [...variables, ...start])
        : unique(
            beginnings.flatMap(({ variables, start }) =>
              withSameWork(start).map((same) => [...variables, ...same]),
            ),
          ),
      ...place,
      ...(actions.length > 0 && { actions: [...new Set(actions)] }),
      ...onHosts,
      ...terms,
    };
  }
  const paths = touches.flatMap((touch) => (touch.kind === 'path' ? [placeFor(touch.path, roots)] : []));
  // What is typed into a console, for one: nothing tells it from any other line but its words.
  const isAnything = paths.length + actions.length === 0 && onHosts.hosts === undefined;
  if (isAnything && resolved(call).tool.effects.includes('exec')) return { args: argsDigest(), ...terms };
  return {
    ...(actions.length > 0 && { actions: [...new Set(actions)] }),
    ...(paths.length > 0 && { paths: [...new Set(paths)] }),
    ...onHosts,
    ...terms,
  };
}

/** What of it must stay as it is. */
function termsOf(
  { facts }: Call,
  {
    access,
    scriptsDigest,
    runs = [],
    told = [],
    workplaces = [],
    options = [],
    otherWork = [],
    choices = [],
    roots,
  }: RuleSubject,
  weighty: readonly (readonly string[])[],
): Partial<RulePattern> {
  return {
    ...(access.length > 0 && { access }),
    ...(access.includes('write') && roots && { roots }),
    ...(facts.changesCaches && { caches: true }),
    // Where there was no script, one that is put there later is another matter.
    ...((scriptsDigest !== undefined || weighty.some(runsScripts)) && { scripts: scriptsDigest ?? '' }),
    // Where it executes no file, one that it would execute another time is another matter: a console is no script, and
    // another repository below has other hooks.
    ...((weighty.length > 0 || facts.runs !== undefined) && { runs, told }),
    // The same words run other things where they find other build files, or are told to load them.
    ...(workplaces.length > 0 && { at: workplaces, options }),
    ...(weighty.length > 0 && { otherWork }),
    ...(facts.tool?.choosesBy && { choices }),
  };
}

/** The machines, and the directories of what is changed there. */
function hostsFor(subject: Parameters<typeof hostsOf>[0]): Pick<RulePattern, 'hosts' | 'remote'> {
  const [hosts, changed] = [hostsOf(subject), changedThere(subject)];
  const remote = [...new Set(changed.map((path) => posix.dirname(path)))];
  return {
    ...(hosts.length > 0 && { hosts: [...new Set(hosts)] }),
    ...(remote.length > 0 && { remote }),
  };
}

const unique = (commands: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ...new Map(commands.map((words) => [JSON.stringify(words), words])).values(),
];

// What these do stands in the words behind them.
const TELL_BY_WORDS = oneOf`
  git npm pnpm yarn bun npx pnpx bunx uvx pipx cargo go docker podman kubectl helm make gmake just task rake
  gradle gradlew mvn mvnw dotnet pip pip3 uv poetry pdm rye hatch bundle gem composer mix terraform tofu gh
  glab aws gcloud az apt apt-get brew systemctl deno node python python3 ruby php perl lua sh bash zsh dash
  tsx ts-node timeout nice nohup time env xargs find watch ssh swift dart flutter turbo nx lerna
`;
const SUBCOMMANDS_OF: Readonly<Record<string, RegExp>> = {
  npm: /^(run|run-script|exec|x|config|cache|pkg)$/,
  pnpm: /^(run|exec|dlx|config|store)$/,
  yarn: /^(run|exec|dlx|workspace|config)$/,
  bun: /^(run|x|pm)$/,
  docker: /^(compose|container|image|volume|network|buildx|system)$/,
  git: /^(stash|remote|submodule|worktree|bisect|notes|reflog)$/,
  gh: /^\w+$/,
  kubectl: /^(config|rollout|auth)$/,
  aws: /^[\w-]+$/,
  gcloud: /^[\w-]+$/,
  az: /^[\w-]+$/,
  dotnet: /^(tool|ef|nuget)$/,
  cargo: /^nextest$/,
  uv: /^(pip|tool)$/,
};

const runsScripts = ([program = '']: readonly string[]): boolean =>
  /(^|\/)(npm|pnpm|yarn|bun|make|gmake|just|task|rake)$/.test(program);

const tellsByWords = ([program = '']: readonly string[]): boolean =>
  TELL_BY_WORDS.test(program.replace(/^.*\//, ''));

/** `npm test`, `git commit`, `node build.js`: the program and what tells its work; options and operands may differ. */
function beginningOf([program = '', ...words]: readonly string[]): readonly string[] {
  const name = program.replace(/^.*\//, '');
  const [first = '', second = ''] = words;
  if (startsWithCode([program, first])) return [program, ...words.slice(0, 2)];
  // What is run is the operand: another operand is another program.
  if (runsOperand([program, first]) && second !== '') return [program, first, second];
  if (!tellsByWords([program]) || first === '') return [program];
  // What it sets stands before what it runs.
  if (name === 'env') return [program, ...words];
  // An option before the work could change what the work is: then only the same words are the same thing.
  if (first.startsWith('-')) return [program, ...words];
  return Object.hasOwn(SUBCOMMANDS_OF, name) &&
    SUBCOMMANDS_OF[name]?.test(first) &&
    second !== '' &&
    !second.startsWith('-')
    ? [program, first, second]
    : [program, first];
}

/** The open directory it lies in: files that decide what runs or how things are built are asked about anyway. */
const placeFor = (path: string, roots: readonly string[]): string =>
  roots.find((root) => isInside(path, [root])) ?? dirname(path);
