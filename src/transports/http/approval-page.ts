import { hash } from 'node:crypto';
import { type Approval, cardText } from '../../core/approval/approval.ts';
import { choicesFor } from '../../core/approval/approval-answer.ts';
import { coverageInWords } from '../../core/approval/rule-words.ts';

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1c1c1e; background: #fff }
  h1 { font-size: 1.25rem; margin-bottom: 0 }
  pre { background: #f4f4f5; padding: 1rem; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere }
  .risk { display: inline-block; padding: 0 .5rem; border-radius: 4px; background: #fde68a; color: #1c1c1e }
  .HIGH, .CRITICAL { background: #fecaca }
  input { width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; margin: .25rem 0 1rem }
  button { font: inherit; padding: .5rem 1rem; margin: 0 .5rem .5rem 0; border-radius: 6px; border: 1px solid #71717a; background: #fff; color: #1c1c1e; cursor: pointer }
  @media (prefers-color-scheme: dark) {
    body { background: #18181b; color: #f4f4f5 }
    pre { background: #27272a }
    input { background: #27272a; color: inherit; border: 1px solid #71717a }
  }`;

/** No script at all; the one style sheet is named by its hash. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** The card as a page that needs nothing but a browser. */
export function approvalPage({ card, tool, client, principal, expiresAt }: Approval): string {
  const covered = coverageInWords({ card, tool });
  const reasons = card.reasons.map((reason) => `<li>${escaped(reason)}</li>`).join('');
  const buttons = choicesFor(card).map(
    ({ word, title }) => `<button name="answer" value="${word}">${title}</button>`,
  );
  return page(`
    <h1>${escaped(card.title)}</h1>
    <p><span class="risk ${card.risk}">${card.risk}</span> ${escaped(tool)}, asked by ${escaped(client)} (${escaped(principal)})</p>
    ${reasons === '' ? '' : `<ul>${reasons}</ul>`}
    <pre>${escaped(cardText(card))}</pre>
    <form method="post">
      <label>What should the agent do instead, or know?<input name="feedback" maxlength="2000" autocomplete="off"></label>
      ${buttons.join('')}
    </form>
    ${covered === undefined ? '' : `<p>If you allow it for longer, that covers: ${escaped(covered)}.</p>`}
    <p>Open until ${escaped(expiresAt)}.</p>`);
}

export const messagePage = (text: string): string => page(`<h1>${escaped(text)}</h1>`);

export const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Toolgate</title><style>${STYLE}</style></head><body>${body}</body></html>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
