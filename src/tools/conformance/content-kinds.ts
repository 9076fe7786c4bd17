import { type Content, textContent } from '../../core/call/content.ts';
import { ToolError } from '../../core/errors.ts';
import { defineFixture, NO_ARGUMENTS } from './define-fixture.ts';

/** One red pixel. */
const PNG: Content = {
  type: 'image',
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC',
};

/** One millisecond of silence. */
const WAV: Content = {
  type: 'audio',
  mimeType: 'audio/wav',
  data: 'UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==',
};

export const simpleText = defineFixture({
  name: 'test_simple_text',
  description: 'Answers with a text.',
  input: NO_ARGUMENTS,
  run: () => [textContent('This is a simple text response for testing.')],
});

export const imageContent = defineFixture({
  name: 'test_image_content',
  description: 'Answers with an image.',
  input: NO_ARGUMENTS,
  run: () => [PNG],
});

export const audioContent = defineFixture({
  name: 'test_audio_content',
  description: 'Answers with a sound.',
  input: NO_ARGUMENTS,
  run: () => [WAV],
});

export const embeddedResource = defineFixture({
  name: 'test_embedded_resource',
  description: 'Answers with a resource inside the answer.',
  input: NO_ARGUMENTS,
  run: () => [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ],
});

export const multipleContentTypes = defineFixture({
  name: 'test_multiple_content_types',
  description: 'Answers with a text, an image and a resource.',
  input: NO_ARGUMENTS,
  run: () => [
    textContent('Multiple content types test:'),
    PNG,
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      },
    },
  ],
});

export const errorHandling = defineFixture({
  name: 'test_error_handling',
  description: 'Fails.',
  input: NO_ARGUMENTS,
  run: () => {
    throw new ToolError('EXEC_FAILED', 'This tool intentionally returns an error for testing');
  },
});
