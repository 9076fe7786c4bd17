/** How much harm a call could do, from none to irreparable. */
export const RISKS = ['SAFE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type Risk = (typeof RISKS)[number];

export const isAtLeast = (risk: Risk, floor: Risk): boolean => RISKS.indexOf(risk) >= RISKS.indexOf(floor);

export const highestRisk = (risks: readonly Risk[]): Risk =>
  risks.reduce<Risk>((highest, risk) => (isAtLeast(risk, highest) ? risk : highest), 'SAFE');
