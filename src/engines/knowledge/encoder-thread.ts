import { answer } from './answer.ts';
import { createEncoder } from './encoder/encoder.ts';

answer<string>((assets) => {
  const { encode } = createEncoder(assets);
  return encode;
});
