/**
 * Takes each sample once per round, A B C A B C: whatever else the machine does meanwhile then hits all
 * contenders alike, and the ratio of their medians stays true.
 */
export async function inRounds<Name extends string, T>(
  rounds: number,
  contenders: Readonly<Record<Name, () => Promise<T>>>,
): Promise<Record<Name, T[]>> {
  // Sound: Object.keys yields the keys of this very record.
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) samples[name].push(await contenders[name]());
  }
  return samples;
}
