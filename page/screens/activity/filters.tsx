import { TextField } from '../../ui/field.tsx';
import { stateInWords } from './state-badge.tsx';
import { CALL_STATES, type CallState } from './use-calls.ts';

interface Props {
  readonly states: ReadonlySet<CallState>;
  readonly onStates: (states: ReadonlySet<CallState>) => void;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly count: number;
}

export function Filters({ states, onStates, text, onText, count }: Props) {
  const toggle = (state: CallState): void => {
    const next = new Set(states);
    if (!next.delete(state)) next.add(state);
    onStates(next);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-56">
        <TextField
          label="Filter calls"
          isLabelHidden
          type="search"
          placeholder="Tool, agent, risk"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      {CALL_STATES.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={states.has(state)}
          onClick={() => toggle(state)}
          className={`min-h-8 rounded-full border px-3 text-xs ${states.has(state) ? 'border-accent bg-raised font-semibold text-ink' : 'border-line text-soft'}`}
        >
          {stateInWords(state)}
        </button>
      ))}
      <span role="status" className="ml-auto text-soft text-xs">
        {count === 1 ? '1 call' : `${count.toLocaleString('en')} calls`}
      </span>
    </div>
  );
}
