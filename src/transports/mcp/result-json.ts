const WORTH_SHARING = 1024;
/** No text of a tool holds it; should one do, nothing is shared. */
const MARK = '\u0001the text of this answer\u0001';
const MARK_IN_JSON = JSON.stringify(MARK);

type Data = Readonly<Record<string, unknown>>;

/**
 * A result as JSON. The page of a file stands in the answer twice, as text and as data; to escape it is most of the
 * work, and is done once.
 */
export function resultJson(result: object): string {
  const { content, structuredContent: data } = result as { content?: unknown; structuredContent?: unknown };
  const [block] = Array.isArray(content) ? (content as readonly Data[]) : [];
  const text = block?.text;
  if (typeof text !== 'string' || text.length < WORTH_SHARING || !isData(data)) return JSON.stringify(result);
  const name = Object.keys(data).find((key) => data[key] === text);
  if (name === undefined) return JSON.stringify(result);
  const marked = {
    ...result,
    content: [{ ...block, text: MARK }, ...(content as readonly Data[]).slice(1)],
    structuredContent: { ...data, [name]: MARK },
  };
  return twiceFilled(JSON.stringify(marked), JSON.stringify(text)) ?? JSON.stringify(result);
}

/** The JSON with the text in both places; undefined if there are more of them. */
function twiceFilled(marked: string, text: string): string | undefined {
  const first = marked.indexOf(MARK_IN_JSON);
  const behind = first + MARK_IN_JSON.length;
  const second = marked.indexOf(MARK_IN_JSON, behind);
  const rest = marked.slice(second + MARK_IN_JSON.length);
  if (rest.includes(MARK_IN_JSON)) return undefined;
  // Added up, not joined: whoever writes it makes the one copy it takes.
  return `${marked.slice(0, first)}${text}${marked.slice(behind, second)}${text}${rest}`;
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null;
