import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef } from 'react';
import { printable } from './printable.ts';
import { terminalTheme } from './terminal-theme.ts';

export interface TerminalLine {
  readonly seq: number;
  readonly text: string;
}

interface Props {
  readonly lines: readonly TerminalLine[];
  /** What stands behind the last line end. */
  readonly prompt: string;
  /** What a screen reader calls it. */
  readonly label: string;
  /** Goes to the end with each new line. */
  readonly isFollowing: boolean;
}

const SCROLLBACK = 5000;

/** A terminal that shows and takes nothing. It is large, so screens load it with `import()`. */
export default function TerminalView({ lines, prompt, label, isFollowing }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const terminal = useRef<Terminal>(undefined);
  const shown = useRef({ seq: -1, prompt: '' });
  useEffect(() => {
    if (!box.current) return;
    const made = open(box.current, label);
    terminal.current = made.terminal;
    shown.current = { seq: -1, prompt: '' };
    return () => {
      terminal.current = undefined;
      made.close();
    };
  }, [label]);
  useEffect(() => {
    const to = terminal.current;
    if (!to) return;
    const fresh = lines.filter(({ seq }) => seq > shown.current.seq);
    if (fresh.length === 0 && prompt === shown.current.prompt) return;
    const before = shown.current.prompt === '' ? '' : '\r\u001b[2K';
    const text = fresh.map((line) => `${printable(line.text)}\u001b[0m\r\n`).join('');
    shown.current = { seq: fresh.at(-1)?.seq ?? shown.current.seq, prompt };
    to.write(`${before}${text}${printable(prompt)}`, () => {
      if (isFollowing) to.scrollToBottom();
    });
  }, [lines, prompt, isFollowing]);
  return <div ref={box} className="h-[60vh] min-w-0 overflow-hidden bg-code p-2" />;
}

function open(box: HTMLElement, label: string) {
  const terminal = new Terminal({
    disableStdin: true,
    screenReaderMode: true,
    scrollback: SCROLLBACK,
    fontSize: 13,
    lineHeight: 1.3,
    fontFamily: getComputedStyle(box).getPropertyValue('--font-mono') || 'monospace',
    cursorStyle: 'bar',
    cursorInactiveStyle: 'none',
    minimumContrastRatio: 4.5,
    theme: terminalTheme(),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(box);
  terminal.textarea?.setAttribute('aria-label', label);
  // Keys scroll and leave: Tab leads in and out.
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type === 'keydown') SCROLLS[event.key]?.(terminal);
    return false;
  });
  fit.fit();
  const size = new ResizeObserver(() => fit.fit());
  size.observe(box);
  const theme = new MutationObserver(() => {
    terminal.options.theme = terminalTheme();
  });
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  return {
    terminal,
    close: () => {
      size.disconnect();
      theme.disconnect();
      terminal.dispose();
    },
  };
}

const SCROLLS: Readonly<Record<string, (terminal: Terminal) => void>> = {
  ArrowUp: (terminal) => terminal.scrollLines(-1),
  ArrowDown: (terminal) => terminal.scrollLines(1),
  PageUp: (terminal) => terminal.scrollPages(-1),
  PageDown: (terminal) => terminal.scrollPages(1),
  Home: (terminal) => terminal.scrollToTop(),
  End: (terminal) => terminal.scrollToBottom(),
};
