import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ToolError } from '../../../core/errors.ts';

/** Of the file that the build makes from the published weights. */
export const MODEL_SHA256 = '5543ec8c896d700ac4de075a982f7c9f39f30297f657b3a040c5e48bf34c0114';

export const MODEL_NAME = 'minilm-l6-v2.bin';

export interface Tensor {
  readonly bytes: Uint8Array;
  /** What 8-bit values stand for: min + scale * value. */
  readonly scale: number;
  readonly min: number;
}

export interface ModelFile {
  readonly width: number;
  readonly inner: number;
  readonly heads: number;
  readonly layers: number;
  tensor(name: string): Tensor;
  floats(name: string): Float32Array;
  readonly vocabulary: readonly string[];
}

interface Head extends Pick<ModelFile, 'width' | 'inner' | 'heads' | 'layers'> {
  readonly places: Record<string, { at: number; bytes: number; scale?: number; min?: number }>;
}

/** Reads the weights; a file that is not the one this program was built with is refused. */
export function readModelFile(path: string): ModelFile {
  const file = readOrExplain(path);
  const sha256 = createHash('sha256').update(file).digest('hex');
  if (sha256 !== MODEL_SHA256)
    throw new ToolError('UNAVAILABLE', `The built-in embedding model ${path} is damaged`, {
      hint: 'Install Toolgate again, or name another embedder in the setting knowledge.embedder.',
    });
  const headBytes = file.readUInt32LE(4);
  // Sound: the hash says that the build wrote it.
  const { places, ...head } = JSON.parse(file.toString('utf8', 8, 8 + headBytes)) as Head;
  const start = Math.ceil((8 + headBytes) / 16) * 16;
  const tensor = (name: string): Tensor => {
    const place = places[name];
    if (!place) throw new Error(`The model has no tensor ${name}`);
    const bytes = file.subarray(start + place.at, start + place.at + place.bytes);
    return { bytes, scale: place.scale ?? 1, min: place.min ?? 0 };
  };
  return {
    ...head,
    tensor,
    floats: (name) => {
      const { bytes } = tensor(name);
      return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    },
    vocabulary: Buffer.from(tensor('vocabulary').bytes).toString('utf8').split('\n'),
  };
}

function readOrExplain(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new ToolError('UNAVAILABLE', `The built-in embedding model ${path} cannot be read`, {
      cause,
      hint: 'Install Toolgate again (npm run build in a checkout), or name another embedder in knowledge.embedder.',
    });
  }
}
