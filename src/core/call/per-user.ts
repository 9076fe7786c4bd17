/** What all agents of a user may do together, as a multiple of what each may. */
export const PER_USER = 4;
