import { withoutEnd } from '../../../core/text/trim-end.ts';
import { PART_SIZE, type Part, WHOLE_SIZE } from './part.ts';
import { cutPlain } from './plain.ts';

interface Section {
  readonly scope: readonly string[];
  readonly startLine: number;
  readonly lines: string[];
}

/** By heading: each section with the headings above it; small neighbours of one parent stay together. */
export function cutMarkdown(text: string): Part[] {
  const sections = joinSmall(sectionsOf(text));
  return sections.flatMap(({ scope, startLine, lines }) => cutPlain(lines.join('\n'), startLine, scope));
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  const headings: string[] = [];
  let fence: string | undefined;
  let section: Section = { scope: [], startLine: 1, lines: [] };
  text.split('\n').forEach((line, index) => {
    const mark = /^\s{0,3}(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    const heading = fence === undefined ? /^\s{0,3}(#{1,6})\s+(?=\S)/.exec(line) : null;
    if (heading) {
      const [start, marks = ''] = heading;
      const title = line.slice(start.length).trimEnd();
      const words = withoutEnd(title, '#').trimEnd() || title.charAt(0);
      headings.length = Math.min(headings.length, marks.length - 1);
      headings[marks.length - 1] = words;
      sections.push(section);
      section = { scope: headings.filter((name) => name !== undefined), startLine: index + 1, lines: [] };
    }
    section.lines.push(line);
  });
  return [...sections, section].filter(({ lines }) => lines.some((line) => line.trim() !== ''));
}

function joinSmall(sections: readonly Section[]): Section[] {
  const joined: Section[] = [];
  const sizeOf = ({ lines }: Section): number => lines.reduce((sum, line) => sum + line.length + 1, 0);
  const total = sections.reduce((sum, section) => sum + sizeOf(section), 0);
  if (total <= WHOLE_SIZE / 2) {
    const [first] = sections;
    return first ? [{ ...first, lines: sections.flatMap(({ lines }) => lines) }] : [];
  }
  for (const section of sections) {
    const last = joined.at(-1);
    const isBelow = last?.scope.every((name, depth) => section.scope[depth] === name);
    if (last && isBelow && sizeOf(last) + sizeOf(section) < PART_SIZE / 2) last.lines.push(...section.lines);
    else joined.push({ ...section, lines: [...section.lines] });
  }
  return joined;
}
