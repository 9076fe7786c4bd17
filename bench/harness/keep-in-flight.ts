/** Keeps `count` of these going at a time for as long as `wantsMore` says so. */
export async function keepInFlight(
  count: number,
  wantsMore: () => boolean,
  act: () => Promise<unknown>,
): Promise<void> {
  const lane = async (): Promise<void> => {
    while (wantsMore()) await act();
  };
  await Promise.all(Array.from({ length: count }, lane));
}
