import type { ScriptKind } from './parse-script.ts';

const BLOCK = /<script\b((?:"[^"]*"|'[^']*'|[^>"'])*)>([\s\S]*?)<\/script\s*>/gi;

/** The scripts of a Vue or Svelte file, with everything else blanked: lines, columns and offsets stay true. */
export function scriptBlocks(text: string): { text: string; kind: ScriptKind } {
  const code = text.replace(/<!--[\s\S]*?-->/g, blank);
  let kind: ScriptKind = 'jsx';
  let end = 0;
  const parts: string[] = [];
  for (const match of code.matchAll(BLOCK)) {
    const [all, attributes = '', script = ''] = match;
    const lang = /\blang\s*=\s*["']?(\w+)/i.exec(attributes)?.[1]?.toLowerCase();
    if (lang === 'ts' || lang === 'typescript') kind = 'ts';
    else if (lang === 'tsx') kind = 'tsx';
    const start = match.index + all.indexOf('>', attributes.length) + 1;
    parts.push(blank(code.slice(end, start)), script);
    end = start + script.length;
  }
  // Two scripts of a component are one module; a line end keeps them apart.
  return { text: parts.join('') + blank(code.slice(end)), kind };
}

const blank = (text: string): string => text.replace(/[^\n\r]/g, ' ');
