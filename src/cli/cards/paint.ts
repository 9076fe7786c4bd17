import { styleText } from 'node:util';
import type { Risk } from '../../core/risk.ts';

type Style = Parameters<typeof styleText>[0];

const STYLES: Readonly<Record<Risk, Style>> = {
  SAFE: 'green',
  LOW: 'green',
  MEDIUM: 'yellow',
  HIGH: ['bold', 'red'],
  CRITICAL: ['bold', 'white', 'bgRed'],
};

/** The word of a risk in its colour; the word alone says it too. Plain where the stream or the user wants no colour. */
export const paintRisk = (risk: Risk, stream: NodeJS.WriteStream): string =>
  paint(STYLES[risk], risk === 'CRITICAL' ? ` ${risk} ` : risk, stream);

export const paint = (style: Style, text: string, stream: NodeJS.WriteStream): string =>
  styleText(style, text, { stream });
