import { useEffect, useRef, useState } from 'react';
import { ApiError, act, type Output } from '../../../api/client.ts';

export type Content = Readonly<Record<string, unknown>>;
export type StepContent = Readonly<Record<string, unknown>>;
type Problem = Output<'workflows/check'>['problems'][number];

export interface Draft {
  readonly yaml: string;
  /** The same as data; null while the text cannot be read. */
  readonly content: Content | null;
  readonly problems: readonly Problem[];
  /** What is shown was checked. */
  readonly isChecked: boolean;
  /** Somebody changed it, and it is not what it was. */
  readonly isEdited: boolean;
  readonly error: unknown;
  setYaml(yaml: string): void;
  setContent(content: Content): void;
}

const PAUSE_MS = 250;
const AGAIN_MS = 2000;

type Wanted = { readonly yaml: string } | { readonly content: Content };

/** One document in two forms: a change of either is checked by the host, which answers the other. */
export function useDocument(first: string): Draft {
  const [yaml, setYaml] = useState(first);
  const [content, setContent] = useState<Content | null>(null);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [isChecked, setChecked] = useState(false);
  const [error, setError] = useState<unknown>();
  const [hasEdits, setEdits] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const number = useRef(0);
  const check = (wanted: Wanted, pauseMs: number): void => {
    setChecked(false);
    clearTimeout(timer.current);
    const own = ++number.current;
    timer.current = setTimeout(async () => {
      try {
        const answer = await act('workflows/check', wanted);
        // Somebody typed on meanwhile.
        if (own !== number.current) return;
        if ('yaml' in wanted) setContent(answer.content);
        else setYaml(answer.yaml);
        setProblems(answer.problems);
        setChecked(true);
        setError(undefined);
      } catch (failure) {
        if (own !== number.current) return;
        setError(failure);
        // A host that is away comes back; what it refuses it goes on refusing.
        if (isAway(failure)) check(wanted, AGAIN_MS);
      }
    }, pauseMs);
  };
  const latest = useRef(check);
  latest.current = check;
  useEffect(() => {
    latest.current({ yaml: first }, 0);
    return () => clearTimeout(timer.current);
  }, [first]);
  return {
    yaml,
    content,
    problems,
    isChecked,
    isEdited: hasEdits && (yaml !== first || !isChecked),
    error,
    setYaml: (text) => {
      setEdits(true);
      setYaml(text);
      check({ yaml: text }, PAUSE_MS);
    },
    setContent: (next) => {
      setEdits(true);
      setContent(next);
      check({ content: next }, PAUSE_MS);
    },
  };
}

const isAway = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.status === 0 || failure.status >= 500);
