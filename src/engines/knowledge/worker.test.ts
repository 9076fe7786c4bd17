import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflate, deflateSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { ReadingQuestion } from './reading-process.ts';
import { inProcess } from './sides.ts';
import { createWorker } from './worker.ts';

const cut = (id: string, text: string): ReadingQuestion => ({
  act: 'cut',
  id,
  text,
  metadata: {},
  embedder: 'none',
});

test('a text that takes too long is given up; those behind it are answered', {
  timeout: 30_000,
}, async () => {
  const worker = createWorker<ReadingQuestion, unknown>(inProcess('reading-process', undefined), {
    longestMs: 2_000,
  });
  onTestFinished(() => worker.close());
  await expect(worker.ask(cut('first', 'A first text.'))).resolves.toMatchObject({ id: 'first' });
  // Ten seconds of work.
  const slow = worker.ask(cut('slow', '# h\n'.repeat(6_000_000)));
  const others = ['b', 'c', 'd'].map((id) => worker.ask(cut(id, `The text of ${id}.`)));
  await expect(slow).rejects.toMatchObject({ code: 'TOO_LARGE' });
  await expect(Promise.all(others)).resolves.toMatchObject([{ id: 'b' }, { id: 'c' }, { id: 'd' }]);
});

/** A page whose text is packed twice. */
async function packedPdf(text: Iterable<Buffer>): Promise<Buffer> {
  const once = await buffer(Readable.from(text).pipe(createDeflate({ level: 1 })));
  const packed = deflateSync(once, { level: 1 });
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const starts: number[] = [];
  const here = (): number => parts.reduce((sum, part) => sum + part.length, 0);
  const add = (...body: readonly (string | Buffer)[]): void => {
    starts.push(here());
    const lines = [`${starts.length} 0 obj\n`, ...body, '\nendobj\n'];
    parts.push(...lines.map((part) => Buffer.from(part)));
  };
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  add('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>');
  const filters = '/Filter [/FlateDecode /FlateDecode]';
  add(`<< /Length ${packed.length} ${filters} >>\nstream\n`, packed, '\nendstream');
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const end = `trailer << /Root 1 0 R /Size 5 >>\nstartxref\n${here()}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(`xref\n0 5\n0000000000 65535 f \n${table}${end}`)]);
}

test('a small file that unpacks to gigabytes is given up before it has them', {
  timeout: 60_000,
}, async () => {
  const root = mkdtempSync(join(tmpdir(), 'tg-packed-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const bomb = await packedPdf(Array<Buffer>(140).fill(Buffer.alloc(10_000_000, ' ')));
  expect(bomb.length).toBeLessThan(200_000);
  writeFileSync(join(root, 'large.pdf'), bomb);
  writeFileSync(join(root, 'small.pdf'), await packedPdf([Buffer.from('BT (Hello) Tj ET')]));
  const worker = createWorker<ReadingQuestion, unknown>(inProcess('reading-process', undefined), {
    longestMs: 50_000,
  });
  onTestFinished(() => worker.close());
  const read = (name: string) =>
    worker.ask({
      act: 'read',
      path: join(root, name),
      root,
      name,
      metadata: {},
      embedder: 'none',
      maxBytes: 1_000_000,
    });
  await expect(read('large.pdf')).rejects.toThrow('more than 1 GB of memory');
  await expect(read('small.pdf')).resolves.toMatchObject({
    path: join(root, 'small.pdf'),
    skipped: 'noText',
  });
});
