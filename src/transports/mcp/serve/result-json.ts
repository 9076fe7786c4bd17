const WORTH_SHARING = 1024;

type Data = Readonly<Record<string, unknown>>;

/**
 * A result as JSON. The page of a file stands in the answer twice, as text and as data; to escape it is most of the
 * work, and is done once.
 */
export function resultJson(result: object): string {
  const { content, structuredContent: data } = result as { content?: unknown; structuredContent?: unknown };
  const [block, ...rest] = Array.isArray(content) ? (content as readonly Data[]) : [];
  const text = block?.text;
  if (typeof text !== 'string' || text.length < WORTH_SHARING || !isData(data)) return JSON.stringify(result);
  const name = Object.keys(data).find((key) => data[key] === text);
  if (name === undefined) return JSON.stringify(result);
  const escaped = rawJson(JSON.stringify(text));
  return JSON.stringify({
    ...result,
    content: [{ ...block, text: escaped }, ...rest],
    structuredContent: { ...data, [name]: escaped },
  });
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null;

/** Stands for itself in what `JSON.stringify` makes. */
const { rawJSON: rawJson } = JSON as typeof JSON & { rawJSON(text: string): object }; // Sound: Node has it since 21.
