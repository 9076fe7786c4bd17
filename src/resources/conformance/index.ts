import { defineResource, type Resource } from '../../core/tool/resource.ts';

const staticText = defineResource({
  name: 'static-text',
  pack: 'conformance',
  title: 'Static text',
  description: 'A text that never changes.',
  uri: 'test://static-text',
  mimeType: 'text/plain',
  read: (uri) => [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
});

const staticBinary = defineResource({
  name: 'static-binary',
  pack: 'conformance',
  title: 'Static binary',
  description: 'An image of one red pixel.',
  uri: 'test://static-binary',
  mimeType: 'image/png',
  read: (uri) => [
    {
      uri,
      mimeType: 'image/png',
      blob: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC',
    },
  ],
});

const template = defineResource({
  name: 'template',
  pack: 'conformance',
  title: 'Template',
  description: 'Data for any id.',
  uri: 'test://template/{id}/data',
  mimeType: 'application/json',
  // Every id exists, so there is no list of them.
  list: () => ({ links: [] }),
  read: (uri, { id }) => [
    {
      uri,
      mimeType: 'application/json',
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    },
  ],
});

const watched = defineResource({
  name: 'watched-resource',
  pack: 'conformance',
  title: 'Watched resource',
  description: 'A text to subscribe to.',
  uri: 'test://watched-resource',
  mimeType: 'text/plain',
  read: (uri) => [{ uri, mimeType: 'text/plain', text: 'This is the content of the watched resource.' }],
});

export const conformanceResources: readonly Resource[] = [staticText, staticBinary, template, watched];
