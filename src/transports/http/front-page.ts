import { withOwnCommand } from '../../core/process/own-command.ts';
import { VERSION } from '../../core/process/version.ts';
import { escaped, page } from './approval-page.ts';

/** What a person sees who opens the address in a browser: what this is, and what to do next. */
export function frontPage(address: string, searchParams: URLSearchParams): string {
  const asked = searchParams.get('approval') ?? '';
  const id = /^[\w-]{1,64}$/.test(asked) ? asked : '';
  const say = (command: string): string => `<pre>${escaped(withOwnCommand(command))}</pre>`;
  return page(`
    <h1>Toolgate ${escaped(VERSION)} is running</h1>
    ${id === '' ? '' : `<p>An agent waits for your answer. Look at it, then approve or deny it, in a terminal:</p>${say(`toolgate approvals show ${id}`)}${say(`toolgate approvals approve ${id}`)}`}
    <p>It is the gate between AI agents and this machine. Agents connect to <code>${escaped(address)}/mcp</code> with a token.</p>
    <p>To open the page in this browser, get a link in a terminal:</p>${say('toolgate open')}
    <p>Or see there what agents ask, and answer with a key:</p>${say('toolgate approvals --watch')}
    <p>See what they did:</p>${say('toolgate audit query')}
    <p>Programs use <a href="/api/openapi.json">the interface under /api</a>; <a href="/health">/health</a> says whether all is well.</p>`);
}
