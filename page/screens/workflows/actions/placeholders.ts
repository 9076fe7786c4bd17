import type { Action } from './action-config.ts';

const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_.-]+)\s*\}\}/g;

/** What a webhook wants to know each time it is sent: the names of `{{name}}` in its address and its body. */
export function placeholdersOf({ actionType, config }: Pick<Action, 'actionType' | 'config'>): string[] {
  if (actionType !== 'webhook') return [];
  const texts = JSON.stringify([config.url, config.payload]);
  return [
    ...new Set([...texts.matchAll(PLACEHOLDER)].flatMap(([, name]) => (name === undefined ? [] : [name]))),
  ];
}
