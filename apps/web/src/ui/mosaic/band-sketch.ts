import { type Box, PITCH } from "./canvas.ts";
import type { Sketch } from "./kept-pictures.ts";
import type { Colorway } from "./palette.ts";
import type { Traits } from "./traits.ts";

/** The lapis sun on the account screens, a figure that belongs to no card. */
const BAND: Traits = {
  seed: 0x7e55e2a,
  figure: "sun",
  colorway: "lapis",
  p: [0.75, 0.85, 0.3, 0.5, 0.3, 0.5, 0.5, 0.2],
  rhythm: [0, 0, 2, 1, 1, 0, 0, 3, 0, 2, 1],
};

const COLORS: Readonly<Record<"light" | "dark", Colorway>> = {
  light: [
    [0.925, 0.014, 85],
    [0.5, 0.15, 260],
    [0.68, 0.105, 245],
    [0.86, 0.045, 235],
    [0.8, 0.13, 80],
  ],
  dark: [
    [0.165, 0.023, 258],
    [0.43, 0.125, 260],
    [0.56, 0.095, 246],
    [0.72, 0.05, 238],
    [0.72, 0.11, 80],
  ],
};

const BOXES = {
  tall: [54, 4, 342, 178.3],
  short: [10, 62, 342, 140.3],
  side: [96, -110, 372, 290],
} as const satisfies Record<string, Box>;

export type BandShape = keyof typeof BOXES;

/**
 * Returns the band above an account screen, or the screen's side panel, in the theme's grout color.
 */
export function bandSketch(shape: BandShape, theme: "light" | "dark"): Sketch {
  const colors = COLORS[theme];
  return {
    key: `${shape}|${theme}`,
    options: {
      traits: BAND,
      colors,
      box: BOXES[shape],
      pitch: PITCH,
      grout: 1.15,
      lighting: "full",
      strayOf: () => 0.028,
      groutColor: colors[0],
    },
  };
}
