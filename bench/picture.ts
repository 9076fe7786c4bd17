import { median } from './harness/statistics.ts';
import type { Latencies } from './measures/peer-latency.ts';
import { show } from './report.ts';

const SHOWN = [
  ['floor', 'floor (no checks)', 'floor'],
  ['toolgate stdio', 'Toolgate', 'ours'],
  ['server-filesystem', 'server-filesystem', 'first'],
  ['desktop-commander', 'desktop-commander', 'second'],
  ['git-mcp-server', 'git-mcp-server', 'third'],
] as const;

const [LEFT, RIGHT, WIDTH, BAR, GAP, TOP] = [170, 70, 760, 13, 16, 64];

/** Colours that can be read on white and on black, and a scale on which 0.3 ms and 3 s both show. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328; }
  .title { font-size: 15px; font-weight: 600; }
  .note { fill: #59636e; }
  .floor { fill: #8c959f; } .ours { fill: #0969da; } .first { fill: #bc4c00; } .second { fill: #8250df; } .third { fill: #1a7f37; }
  .grid { stroke: #d1d9e0; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; } .note { fill: #9198a1; } .grid { stroke: #3d444d; }
    .floor { fill: #9198a1; } .ours { fill: #58a6ff; } .first { fill: #f0883e; } .second { fill: #bc8cff; } .third { fill: #3fb950; }
  }`;

/** Medians of each work as bars, shorter is better. */
export function picture(latencies: Latencies, about: string): string {
  const groups = Object.entries(latencies).map(([work, byName]) => ({
    work,
    bars: SHOWN.flatMap(([name, , kind]) => {
      const times = byName[name];
      return times && times.length > 0 ? [{ kind, ms: median(times) }] : [];
    }),
  }));
  const all = groups.flatMap(({ bars }) => bars.map(({ ms }) => ms));
  const lowest = Math.floor(Math.log10(Math.min(...all)));
  const highest = Math.ceil(Math.log10(Math.max(...all)));
  const x = (ms: number): number =>
    LEFT + ((Math.log10(ms) - lowest) / (highest - lowest)) * (WIDTH - LEFT - RIGHT);
  let y = TOP;
  const drawn = groups.map(({ work, bars }) => {
    const label = `<text x="${LEFT - 10}" y="${y + (bars.length * BAR) / 2 + 4}" text-anchor="end">${work}</text>`;
    const parts = bars.map(({ kind, ms }, i) => {
      const at = y + i * BAR;
      const width = Math.max(2, x(ms) - LEFT).toFixed(1);
      return `<rect class="${kind}" x="${LEFT}" y="${at}" width="${width}" height="${BAR - 2}" rx="2"/><text class="note" x="${(x(ms) + 5).toFixed(1)}" y="${at + 10}">${show(ms)} ms</text>`;
    });
    y += bars.length * BAR + GAP;
    return [label, ...parts].join('\n');
  });
  const grid = Array.from({ length: highest - lowest + 1 }, (_, i) => x(10 ** (lowest + i)).toFixed(1)).map(
    (at) => `<line class="grid" x1="${at}" x2="${at}" y1="${TOP - 6}" y2="${y - GAP + 4}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 10}" role="img" aria-label="Time of a call, by server">`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="10" y="20">Time of a call (median, logarithmic scale; shorter is better)</text>`,
    ...legend(),
    ...grid,
    ...drawn,
    `<text class="note" x="10" y="${y + 2}">${about}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

const legend = (): string[] =>
  SHOWN.map(([, label, kind], i) => {
    const at = 10 + i * 148;
    return `<rect class="${kind}" x="${at}" y="32" width="11" height="11" rx="2"/><text x="${at + 16}" y="42">${label}</text>`;
  });
