/** Words that agents write for a parameter, and the parameters they can mean. */
interface Synonyms {
  readonly words: readonly string[];
  readonly parameters: readonly string[];
  /** Where a tool has one of these, a word may mean that instead, and none is chosen. */
  readonly rivals?: readonly string[];
}

const PLACES = ['projectPath', 'repositoryPath', 'worktreePath', 'workingDirectory', 'cwd'];
const COUNTS = ['limit', 'maxCount', 'maxResults', 'maxLines'];

const SYNONYMS: readonly Synonyms[] = [
  { words: ['path', 'directory', 'dir'], parameters: PLACES, rivals: ['path', 'paths', 'files'] },
  { words: PLACES, parameters: PLACES },
  { words: ['filePath', 'file', 'filename'], parameters: ['path'] },
  { words: ['query', 'pattern'], parameters: ['query', 'pattern'] },
  { words: COUNTS, parameters: COUNTS },
  // As agents' own readers call the first line.
  { words: ['offset'], parameters: ['startLine'] },
];

/** The one parameter of a tool that a word it does not have stands for; undefined where it is none or several. */
export function synonymOf(word: string, properties: Readonly<Record<string, unknown>>): string | undefined {
  const has = (name: string): boolean => Object.hasOwn(properties, name);
  for (const { words, parameters, rivals = [] } of SYNONYMS) {
    if (!words.includes(word) || rivals.some(has)) continue;
    const [only, ...others] = parameters.filter(has);
    if (only !== undefined && others.length === 0) return only;
  }
  return undefined;
}
