import type { ITheme } from '@xterm/xterm';

/** The colours of the page as the sixteen of a terminal. */
export function terminalTheme(): ITheme {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--c-${name}`).trim();
  const [soft, bad, good, warn] = ['soft', 'bad', 'good', 'warn'].map(colour) as [
    string,
    string,
    string,
    string,
  ];
  const [accent, high, low, ink] = ['accent', 'high', 'low', 'ink'].map(colour) as [
    string,
    string,
    string,
    string,
  ];
  return {
    background: colour('code'),
    foreground: ink,
    cursor: ink,
    selectionBackground: colour('line'),
    black: soft,
    brightBlack: soft,
    red: bad,
    brightRed: bad,
    green: good,
    brightGreen: good,
    yellow: warn,
    brightYellow: warn,
    blue: accent,
    brightBlue: accent,
    magenta: high,
    brightMagenta: high,
    cyan: low,
    brightCyan: low,
    white: ink,
    brightWhite: ink,
  };
}
