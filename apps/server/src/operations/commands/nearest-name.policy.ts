/** Returns the name that was probably meant; undefined if none is close. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((name) => ({ name, distance: distanceOf(typed, name) }))
    .filter(({ name, distance }) => distance <= Math.ceil(name.length / 3))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.name;
}

/** Returns the edit distance: letters to insert, delete or replace. */
function distanceOf(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const exchanged = (above[column] ?? 0) + (letter === other ? 0 : 1);
      const added = Math.min(above[column + 1] ?? 0, current[column] ?? 0) + 1;
      current.push(Math.min(exchanged, added));
    }
    above = current;
  }
  return above[to.length] ?? 0;
}
