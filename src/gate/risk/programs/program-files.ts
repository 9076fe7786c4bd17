import { join, resolve } from 'node:path';
import { isFile, type Place } from '../place.ts';

/**
 * The files that a program runs when it is told to run this path: interpreters also take a directory, or a name without its
 * ending. None where there is no such file.
 */
export function programFiles(path: string, program: string, place: Place): readonly string[] {
  if (isFile(path, place)) return [path];
  if (AS_NODE.test(program)) return nodeFiles(path, program, place);
  return PYTHON.test(program) ? [join(path, '__main__.py')].filter((file) => isFile(file, place)) : [];
}

const AS_NODE =
  /(^|[/ ])(node|nodejs|bun|tsx|ts-node(-\w+)?|esno|jiti|vite-node|babel-node|swc-node|electron|nodemon|tsnd)$/;
const PYTHON = /(^|\/)(python|pypy)[\d.]*$/;
const ENDINGS = ['.js', '.json', '.node', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx'];

/** All that are there: which of them comes first differs between Node and those that work like it. */
function nodeFiles(path: string, program: string, place: Place): readonly string[] {
  const [manifest, named] = [join(path, 'package.json'), mainsOf(path, program, place)];
  const beside = ENDINGS.map((ending) => path + ending);
  const found = [
    ...beside.filter((file) => isFile(file, place)),
    ...(named.length > 0 ? named.flatMap((main) => moduleFiles(main, place)) : indexIn(path, place)),
  ];
  return found.length > 0 && isFile(manifest, place) ? [manifest, ...found] : found;
}

/** One that is not there yet is the one all the same. */
function moduleFiles(path: string, place: Place): readonly string[] {
  if (isFile(path, place)) return [path];
  const beside = ENDINGS.map((ending) => path + ending).filter((file) => isFile(file, place));
  const found = [...beside, ...indexIn(path, place)];
  return found.length > 0 ? found : [path];
}

const indexIn = (path: string, place: Place): readonly string[] =>
  ENDINGS.map((ending) => join(path, `index${ending}`)).filter((file) => isFile(file, place));

/** What the package in a directory names as its program; `exports` count for imports by name only. */
function mainsOf(directory: string, program: string, { readText }: Place): readonly string[] {
  try {
    // Sound: JSON is unknown; only strings are taken from it below.
    const { main, module } = JSON.parse(readText?.(join(directory, 'package.json')) ?? '{}') as {
      main?: unknown;
      module?: unknown;
    };
    const named = /bun$/.test(program) ? [main, module] : [main];
    return named.flatMap((one) => (typeof one === 'string' && one !== '' ? [resolve(directory, one)] : []));
  } catch {
    return [];
  }
}
