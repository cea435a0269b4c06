/** Where two addresses begin and cease to differ, counted from 1. */
interface Difference {
  readonly first: number;
  readonly last: number;
}

/** Returns where two addresses differ; undefined if they are the same. */
export function differenceOf(one: string, other: string): Difference | undefined {
  const length = Math.max(one.length, other.length);
  const places = Array.from({ length }, (_, index) => index).filter(
    (index) => one.charAt(index) !== other.charAt(index),
  );
  const [first] = places;
  const last = places.at(-1);
  return first === undefined || last === undefined
    ? undefined
    : { first: first + 1, last: last + 1 };
}
