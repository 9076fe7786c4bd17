/** How much harm a call could do, from none to irreparable. */
const RISKS = ['SAFE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type Risk = (typeof RISKS)[number];

export const isAtLeast = (risk: Risk, floor: Risk): boolean => RISKS.indexOf(risk) >= RISKS.indexOf(floor);
