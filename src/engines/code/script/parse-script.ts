import { parseSync, rawTransferSupported } from 'oxc-parser';
import type { Node } from './node.ts';

export interface ParsedScript {
  readonly program: Node;
  readonly comments: readonly ScriptComment[];
  readonly errors: readonly { readonly message: string; readonly at: number }[];
}

export interface ScriptComment {
  readonly type: 'Line' | 'Block';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export type ScriptKind = 'js' | 'jsx' | 'ts' | 'tsx' | 'dts';

// Three times as fast as the tree as JSON; `experimental` stands in the option's name, so there is a way without it.
const isRaw = rawTransferSupported();

export function parseScript(text: string, lang: ScriptKind): ParsedScript {
  // Plain scripts are read as modules first: most are, and the others are told apart by their errors.
  const asModule = parse(text, lang, 'module');
  if (asModule.errors.length === 0 || lang === 'dts') return asModule;
  const asScript = parse(text, lang, 'commonjs');
  return asScript.errors.length < asModule.errors.length ? asScript : asModule;
}

function parse(text: string, lang: ScriptKind, sourceType: 'module' | 'commonjs'): ParsedScript {
  // Sound: the option is there in every release that says it is supported; its type leaves it out.
  const options = { lang, sourceType, astType: 'ts', experimentalRawTransfer: isRaw } as const;
  const { program, comments, errors } = parseSync('file', text, options);
  return {
    program: program as unknown as Node, // Sound: every node has these three fields.
    comments,
    errors: errors
      .filter(({ severity }) => severity === 'Error')
      .map(({ message, labels }) => ({ message, at: labels[0]?.start ?? 0 })),
  };
}

/** How oxc calls the language of this file. */
export function scriptKindOf(path: string): ScriptKind {
  if (/\.d\.[cm]?ts$/.test(path)) return 'dts';
  if (/\.[cm]?ts$/.test(path)) return 'ts';
  // Plain scripts may hold JSX whatever they are called.
  return path.endsWith('.tsx') ? 'tsx' : 'jsx';
}
