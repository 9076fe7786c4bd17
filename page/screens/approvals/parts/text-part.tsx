import { DiffView, isDiff } from '../../../ui/diff-view.tsx';
import { TextBlock } from '../../../ui/text-block.tsx';

/** Words, or a diff in colour. */
export const TextPart = ({ text }: { readonly text: string }) =>
  isDiff(text) ? <DiffView text={text} label="Changes" /> : <TextBlock text={text} label="Preview" />;
