import { stringify } from 'yaml';
import type { WorkflowDocument } from '../../core/workflow/document.ts';

/** A workflow as a file of the repository; read again, it is the same. */
export const writeWorkflow = (document: WorkflowDocument): string =>
  stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
