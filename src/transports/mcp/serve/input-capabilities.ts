import type { InputRequests } from '../../../core/call/input.ts';
import { isObject } from '../front/era.ts';

type Data = Readonly<Record<string, unknown>>;

/** What a client would have to declare for these questions and did not; undefined when all is there. */
export function missingCapabilities(requests: InputRequests, declared: Data): Data | undefined {
  const missing = Object.values(requests).flatMap(({ method, params }): Data[] => {
    if (method === 'sampling/createMessage') return 'sampling' in declared ? [] : [{ sampling: {} }];
    if (method === 'roots/list') return 'roots' in declared ? [] : [{ roots: {} }];
    const mode = params?.mode === 'url' ? 'url' : 'form';
    return canElicit(declared.elicitation, mode) ? [] : [{ elicitation: { [mode]: {} } }];
  });
  return missing.length === 0 ? undefined : Object.assign({}, ...missing);
}

// An empty declaration means forms: that was all there was when it was introduced.
const canElicit = (elicitation: unknown, mode: 'form' | 'url'): boolean =>
  isObject(elicitation) &&
  (mode in elicitation || (mode === 'form' && Object.keys(elicitation).length === 0));
