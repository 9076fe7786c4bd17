import type { Value } from '../parse/words.ts';

// What command-line tools call it when they only show something: `list`, `describe-instances`, `status`.
const READS =
  /^(help|version|versions|list|ls|lists?|show|get|describe|status|view|info|inspect|search|find|query|diff|check|validate|verify|lint|explain|logs?|top|tree|history|hist|whoami|which|where|outdated|doctor|stats?|count|ps|events|usage|summary|report|preview|plan-show|schema|ping)([-:_].*)?$/;

// Beside one of these a word such as `list` is what is changed, and not what is done.
const ACTS =
  /^(create|new|init|add|set|unset|update|put|post|patch|edit|modify|change|write|remove|rm|del|detach|attach|run|exec|execute|invoke|call|start|stop|restart|reload|kill|pause|resume|suspend|enable|disable|apply|install|upgrade|import|export|send|receive|grant|connect|ssh|shell|console|proxy|forward|port-forward|tunnel|cp|copy|mv|move|rename|sync|upload|download|restore|reset|rotate|generate|switch|use|register|cancel|clear|clean|prune|unlock|lock|mount|unmount|open|accept|approve|reject|merge|rebase|replace|scale|repair|fix|convert|move|link|unlink|load|unload|serve|watch|trigger|submit|batch)([-:_].*)?$/;

// Some of what can be shown gives rights away.
const SECRETS =
  /secret|token|passw|credential|private|kubeconfig|access-?key|login|(^|[-_])auth($|[-_])|session|otp|(ssh|api|account|signing)-?keys?|^keys?$|decrypt|presign|sas\b|connection-string|keyvault|vault|ssm|dump/i;

const MOST_WORDS = 4;

/** Whether a tool of nouns and verbs is only told to show something, by the words before its options. */
export function onlyReads(operands: readonly Value[], noWayBack: RegExp): boolean {
  const end = operands.findIndex(({ text }) => !/^[a-z][\w:.-]*$/i.test(text));
  const words = (end === -1 ? operands : operands.slice(0, end)).slice(0, MOST_WORDS);
  const verb = words.findIndex(({ text }) => READS.test(text));
  return (
    verb !== -1 &&
    operands.every(({ isKnown }) => isKnown) &&
    !words.slice(0, verb + 1).some(({ text }) => ACTS.test(text) || noWayBack.test(text)) &&
    !operands.some(({ text }) => SECRETS.test(text))
  );
}

// What they call it when they make or change files of the project. Not `build` (of machines, too), not `use` (of other programs).
const PREPARES =
  /^(init|new|scaffold|template|fmt|format|lock|clean|cleanup|cache|completions?|export|pack|package|bundle|archive|docs?|render|synth|rename|split|convert|hash|encode|decode)$/;

/** Whether such a tool is told, by its first word, to work on what is here: more than a read, less than its worst. */
export function onlyPrepares(operands: readonly Value[], noWayBack: RegExp): boolean {
  const [verb, ...rest] = operands;
  return (
    verb !== undefined &&
    PREPARES.test(verb.text) &&
    operands.every(({ isKnown }) => isKnown) &&
    !rest.slice(0, 2).some(({ text }) => ACTS.test(text) || noWayBack.test(text)) &&
    !operands.some(({ text }) => SECRETS.test(text) || /^[a-z][a-z+]*:\/\//i.test(text))
  );
}
