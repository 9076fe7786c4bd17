import type { ProcessRecord } from '../../../core/process/process-record.ts';
import { type CutText, cutLines } from '../../../core/text/cut-text.ts';
import type { ProcessInfo } from '../process.ts';
import type { OutputWanted, ProcessOutput } from '../processes.ts';
import { Background } from './background.ts';
import type { LinePage, OutputLine } from './line-page.ts';
import type { ProcessTable } from './process-table.ts';
import { infoOf } from './record-facts.ts';

/** A process of this host, or what an earlier one wrote down of it. */
export type Found = Background | ProcessRecord;

const TAIL_LINES = 100;
const PAGE_BYTES = 32_768;

export const infoOfFound = async (of: Found): Promise<ProcessInfo> =>
  of instanceof Background ? of.info() : infoOf(of);

/** What a process printed, as much of it as an answer has room for. */
export function readOutput(
  table: ProcessTable,
  of: Found,
  { tailLines = TAIL_LINES, sinceSeq, inColour = false }: OutputWanted,
  cut: CutText,
): ProcessOutput {
  const pages = table.pages(of);
  const wanted = pages({ tailLines, sinceSeq });
  const page = judged(wanted, linesAround(pages, wanted), { cut, inColour });
  const { status, exitCode } = of instanceof Background ? of.state : infoOf(of);
  const prompt = of instanceof Background && of.isRunning ? of.log.prompt() : '';
  const { tests } = of;
  return {
    ...(sinceSeq === undefined ? lastOf(page) : firstOf(page)),
    status,
    ...(exitCode !== undefined && { exitCode }),
    ...(prompt !== '' && { prompt }),
    ...(tests && { tests }),
  };
}

/** Lines before and behind a page, which are read to judge it. */
const [LINES_BEFORE, LINES_AFTER] = [200, 20];

type Pages = ReturnType<ProcessTable['pages']>;

function linesAround(pages: Pages, { lines }: LinePage): readonly OutputLine[] {
  const [first] = lines;
  if (!first) return [];
  const sinceSeq = Math.max(0, first.seq - LINES_BEFORE);
  return pages({ sinceSeq, tailLines: first.seq - sinceSeq + lines.length + LINES_AFTER }).lines;
}

interface Judging {
  readonly cut: CutText;
  readonly inColour: boolean;
}

/** The same page, each stream judged as one text. Colours stay where they are wanted and nothing had to be hidden. */
function judged(page: LinePage, around: readonly OutputLine[], { cut, inColour }: Judging): LinePage {
  const shown = new Map<number, string>();
  for (const stream of ['stdout', 'stderr'] as const) {
    const lines = around.filter((line) => line.stream === stream);
    const texts = cutLines(
      lines.map(({ text }) => text),
      cut,
    );
    for (const [i, { seq }] of lines.entries()) shown.set(seq, texts[i] ?? '');
  }
  const asShown = ({ ansi, ...line }: OutputLine): OutputLine => {
    const text = shown.get(line.seq) ?? line.text;
    return { ...line, text, ...(inColour && ansi !== undefined && text === line.text && { ansi }) };
  };
  return { ...page, lines: page.lines.map(asShown) };
}

/** The first lines a process printed, as text. */
export function initialOutput({ log }: Background, mostLines: number): string {
  const { lines } = lastOf(log.page({ tailLines: mostLines }));
  const prompt = log.prompt();
  return [...lines.map(({ text }) => text), ...(prompt === '' ? [] : [prompt])].join('\n');
}

function lastOf(page: LinePage): LinePage {
  const fits = createBudget();
  const from = page.lines.findLastIndex((line) => !fits(line));
  return { ...page, lines: page.lines.slice(from + 1) };
}

/** At least one line, or nobody could ever read on. */
function firstOf(page: LinePage): LinePage {
  const fits = createBudget();
  const end = page.lines.findIndex((line) => !fits(line));
  const lines = end === -1 ? page.lines : page.lines.slice(0, Math.max(end, 1));
  const last = lines.at(-1);
  return { ...page, lines, nextSeq: last ? last.seq + 1 : page.nextSeq };
}

function createBudget(): (line: OutputLine) => boolean {
  let bytes = 0;
  return ({ text }) => {
    bytes += text.length + 80;
    return bytes <= PAGE_BYTES;
  };
}
