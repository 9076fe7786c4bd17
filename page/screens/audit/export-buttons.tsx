import { Download } from 'lucide-react';
import { useState } from 'react';
import { act } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/states.tsx';

/** The record as a file: JSON lines, signed JSON lines, or a table. */
export function ExportButtons() {
  const [error, setError] = useState<unknown>();
  const save = async (kind: 'jsonl' | 'signed' | 'csv'): Promise<void> => {
    try {
      setError(undefined);
      const { lines } = await act('audit/export', { signed: kind === 'signed' });
      const isTable = kind === 'csv';
      download(
        isTable ? asTable(lines) : `${lines.join('\n')}\n`,
        `toolgate-audit.${isTable ? 'csv' : 'jsonl'}`,
      );
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <>
      <Button icon={<Download aria-hidden size={14} />} onClick={() => void save('jsonl')}>
        Export JSON
      </Button>
      <Button onClick={() => void save('signed')}>Export signed</Button>
      <Button onClick={() => void save('csv')}>Export CSV</Button>
      {error !== undefined && <Failed error={error} />}
    </>
  );
}

function download(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

const COLUMNS = ['seq', 'ts', 'kind', 'callId'];
const FIELDS = ['principal', 'client', 'tool', 'risk', 'decision', 'rule', 'ok', 'code', 'durationMs'];

function asTable(lines: readonly string[]): string {
  const rows = lines.map((line) => {
    const row = JSON.parse(line) as Record<string, unknown>;
    const body = (typeof row.body === 'string' ? JSON.parse(row.body) : row.body) as Record<string, unknown>;
    return [...COLUMNS.map((name) => row[name] ?? row[snake(name)]), ...FIELDS.map((name) => body?.[name])]
      .map(cell)
      .join(',');
  });
  return `${[...COLUMNS, ...FIELDS].join(',')}\n${rows.join('\n')}\n`;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A cell that begins like a formula would be run by a spreadsheet. */
function cell(value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}
