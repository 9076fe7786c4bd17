export const EDITS: readonly string[] = [
  'write_file',
  'edit_file',
  'create_directory',
  'copy_path',
  'move_path',
];

// One work under several names: who may change a file may also write it anew.
const ALIKE: readonly (readonly string[])[] = [
  EDITS,
  ['ci_build', 'ci_run_tests'],
  ['shell_execute', 'shell_start'],
];

/** Whether two tools of ours do the same work, at the same risk and in the same places. */
export const areAlike = (one: string, other: string): boolean =>
  ALIKE.some((tools) => tools.includes(one) && tools.includes(other));

/** The tools of ours that do what an agent's own ones do. */
const OURS: Readonly<Record<string, readonly string[]>> = {
  native_shell: ['shell_execute', 'shell_start'],
  native_write: [...EDITS, 'delete_file'],
  native_read: ['read_file', 'list_directory', 'search_files', 'search_text'],
  native_fetch: ['web_fetch'],
};

/** Whether an agent's own tool does what this one of ours does. */
export const doesTheSame = (native: string, ours: string): boolean => OURS[native]?.includes(ours) === true;
