import type { Screen } from './screen.ts';

export interface Frame {
  readonly rows: ReturnType<Screen['rows']>;
  /** How long it is shown. */
  readonly ms: number;
}

const WIDE = 8.4;
const HIGH = 18;
const EDGE = 14;

/** Dark in both themes, as a terminal is. Each line that differs is drawn once and shown in its frames. */
const STYLE = `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d6deeb;white-space:pre}
.s1{font-weight:bold}.s2{fill:#7f8ea3}.s31{fill:#ff7b72}.s32{fill:#7ee787}.s33{fill:#f2cc60}.s36{fill:#79c0ff}.s37{fill:#fff}.s41{fill:#ff7b72}`;

/** An animated picture that needs no script and no font of its own. */
export function toSvg(
  frames: readonly Frame[],
  { columns, height }: { columns: number; height: number },
): string {
  const total = frames.reduce((sum, { ms }) => sum + ms, 0);
  const [width, tall] = [Math.ceil(columns * WIDE + 2 * EDGE), height * HIGH + 2 * EDGE];
  const spans: string[] = [];
  const rules: string[] = [];
  for (let row = 0; row < height; row++) for (const shown of runsOf(frames, row)) draw(row, shown);

  function draw(row: number, { svg, from, to }: Run): void {
    const y = EDGE + row * HIGH + 13;
    const [start, end] = [(from / total) * 100, (to / total) * 100];
    if (start === 0 && end >= 100) {
      spans.push(`<text x="${EDGE}" y="${y}">${svg}</text>`);
      return;
    }
    const name = `f${rules.length}`;
    const after = end >= 99.999 ? '' : `${end.toFixed(2)}%,to{opacity:0}`;
    const before = start === 0 ? '' : `0%,${(start - 0.01).toFixed(2)}%{opacity:0}`;
    rules.push(
      `@keyframes ${name}{${before}${start.toFixed(2)}%,${(end - 0.01).toFixed(2)}%{opacity:1}${after}}.${name}{animation:${name} ${total}ms steps(1) infinite}`,
    );
    spans.push(`<text class="${name}" x="${EDGE}" y="${y}">${svg}</text>`);
  }

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${tall}" width="${width}" height="${tall}" role="img" aria-label="A terminal session with Toolgate">
<style>${STYLE}
${rules.join('\n')}</style>
<rect width="${width}" height="${tall}" rx="10" fill="#0d1726"/>
${spans.join('\n')}
</svg>
`;
}

interface Run {
  readonly svg: string;
  readonly from: number;
  readonly to: number;
}

/** What stands in a row, from when to when. */
function runsOf(frames: readonly Frame[], row: number): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const { rows, ms } of frames) {
    const svg = lineOf(rows[row] ?? []);
    const last = runs.at(-1);
    if (last && last.svg === svg && last.to === at) runs[runs.length - 1] = { ...last, to: at + ms };
    else runs.push({ svg, from: at, to: at + ms });
    at += ms;
  }
  return runs.filter(({ svg }) => svg !== '');
}

function lineOf(cells: Frame['rows'][number]): string {
  const parts: { text: string; style: string }[] = [];
  for (const { text, style } of cells) {
    const last = parts.at(-1);
    if (last && last.style === style) last.text += text;
    else parts.push({ text, style });
  }
  const last = parts.at(-1);
  if (last) last.text = last.text.trimEnd();
  return parts
    .filter(({ text }) => text !== '')
    .map(({ text, style }) =>
      style === '' ? escaped(text) : `<tspan class="${style}">${escaped(text)}</tspan>`,
    )
    .join('');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
