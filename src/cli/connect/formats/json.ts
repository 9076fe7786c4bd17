import { type Data, type Format, isData, type Keys } from './format.ts';
import { editTo } from './json-edit.ts';
import { dataOf, jsonTree } from './json-tree.ts';

/** JSON as the standard has it: the client could not read a comment either. */
export const json: Format = {
  read: (text) => (isEmpty(text) ? {} : JSON.parse(text)),
  put,
  cut,
};

/** JSON with comments, which stay. */
export const jsonc: Format = { read: (text) => (isEmpty(text) ? {} : dataOf(jsonTree(text).root)), put, cut };

const isEmpty = (text: string): boolean => text.trim() === '';

function put(text: string, [list, name]: Keys, entry: Data): string {
  const { data, servers } = partsOf(text, list);
  return editTo(text, { ...data, [list]: { ...servers, [name]: entry } });
}

function cut(text: string, [list, name]: Keys): string {
  const { data, servers } = partsOf(text, list);
  const { [name]: _, ...others } = servers;
  return editTo(text, { ...data, [list]: others });
}

function partsOf(text: string, list: string): { data: Data; servers: Data } {
  const data = jsonc.read(text) as Data;
  const servers = data[list] ?? {};
  if (!isData(servers)) throw new Error(`"${list}" is not an object`);
  return { data, servers };
}
