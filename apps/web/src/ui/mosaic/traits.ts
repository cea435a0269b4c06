import { type Tier, tierPalette } from "./palette.ts";
import { fmix32, fnv1a32, mulberry32 } from "./seed.ts";

/** The order of the figures is part of the algorithm. */
export const FIGURES = [
  "sun",
  "wave",
  "rosette",
  "ray",
  "arch",
  "chevron",
  "lozenge",
  "chequer",
] as const;
export type Figure = (typeof FIGURES)[number];

const RHYTHMS = [
  [0, 0, 0, 2, 1, 1, 2],
  [0, 0, 1, 1, 0, 2],
  [1, 0, 0, 0, 0, 2, 3],
  [0, 1, 0, 0, 2, 2, 1],
  [0, 0, 2, 0, 0, 1, 1, 1],
] as const;

export type Parameters = readonly [number, number, number, number, number, number, number, number];

/** Everything that determines how a mosaic looks. */
export interface Traits {
  readonly seed: number;
  readonly figure: Figure;
  /** Name of a colorway in the tier that the traits were drawn for. */
  readonly colorway: string;
  readonly p: Parameters;
  /** Color indices of successive rings or rows. */
  readonly rhythm: readonly number[];
}

function pick<T>(items: readonly T[], at: number): T {
  const item = items[Math.floor(at * items.length)];
  if (item === undefined) {
    throw new RangeError("pick takes a number in 0..1 and a list that is not empty");
  }
  return item;
}

/** Draws a card's traits pseudorandomly from its id. The order of the draws must never change. */
export function cardTraits(cardId: string, tier: Tier): Traits {
  const seed = fmix32(fnv1a32(cardId));
  const draw = mulberry32(seed);
  const figure = pick(FIGURES, draw());
  const colorway = pick(Object.keys(tierPalette(tier).colorways), draw());
  const p: Parameters = [draw(), draw(), draw(), draw(), draw(), draw(), draw(), draw()];
  return { seed, figure, colorway, p, rhythm: pick(RHYTHMS, p[7]) };
}

/** Returns the color index for the ring or row at `index`, which may be negative. */
export function beat(rhythm: readonly number[], index: number): number {
  const { length } = rhythm;
  return rhythm[((index % length) + length) % length] ?? 0;
}
