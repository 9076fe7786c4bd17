import { expect, test } from 'vitest';
import { sizesOfChildren } from '../../../test/support/children.ts';
import { createKnowledgeHost } from '../../../test/support/knowledge.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

test.skipIf(process.platform !== 'linux')(
  'documents are read in a process of its own, which ends with the host',
  async () => {
    const { host, root, data } = createKnowledgeHost();
    writeFiles(root, { 'docs/one.html': '<html><body><p>Penguins swim.</p></body></html>' });
    await data('rag_index', { path: 'docs' });
    expect(sizesOfChildren('reading-process').length).toBeGreaterThan(0);
    await host.close();
    expect(sizesOfChildren('reading-process')).toEqual([]);
  },
);
