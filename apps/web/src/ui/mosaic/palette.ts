/** A color as OKLCH lightness, chroma and hue. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** The background, then the four tile colors: dominant, secondary, light, spark. */
export type Colorway = readonly [Oklch, Oklch, Oklch, Oklch, Oklch];

export const TIER_NAMES = ["standard", "business", "premium"] as const;
export type Tier = (typeof TIER_NAMES)[number];

interface TierPalette {
  /** Color of primary text on the background: balance and name. */
  readonly text: string;
  /** Color of secondary text on the background: tier and card number. */
  readonly quietText: string;
  /** The order of the keys is part of the algorithm. */
  readonly colorways: Readonly<Record<string, Colorway>>;
}

const STANDARD: TierPalette = {
  text: "oklch(0.24 0.025 258)",
  quietText: "oklch(0.38 0.02 258)",
  colorways: {
    lapis: [
      [0.925, 0.014, 85],
      [0.5, 0.15, 260],
      [0.68, 0.105, 245],
      [0.86, 0.045, 235],
      [0.8, 0.13, 80],
    ],
    verdigris: [
      [0.925, 0.014, 95],
      [0.52, 0.085, 182],
      [0.7, 0.08, 178],
      [0.87, 0.045, 170],
      [0.66, 0.15, 45],
    ],
    cinnabar: [
      [0.93, 0.014, 80],
      [0.58, 0.165, 34],
      [0.73, 0.11, 48],
      [0.88, 0.05, 70],
      [0.46, 0.08, 240],
    ],
    saffron: [
      [0.93, 0.015, 90],
      [0.78, 0.14, 80],
      [0.66, 0.13, 60],
      [0.9, 0.07, 92],
      [0.5, 0.12, 255],
    ],
    moss: [
      [0.925, 0.014, 105],
      [0.52, 0.085, 130],
      [0.7, 0.09, 120],
      [0.87, 0.06, 112],
      [0.62, 0.15, 38],
    ],
    madder: [
      [0.93, 0.012, 60],
      [0.55, 0.14, 12],
      [0.73, 0.095, 18],
      [0.88, 0.045, 30],
      [0.56, 0.08, 195],
    ],
  },
};

const BUSINESS: TierPalette = {
  text: "oklch(0.965 0.008 85)",
  quietText: "oklch(0.83 0.012 85)",
  colorways: {
    slate: [
      [0.255, 0.022, 255],
      [0.6, 0.055, 250],
      [0.44, 0.045, 252],
      [0.82, 0.025, 240],
      [0.78, 0.12, 80],
    ],
    patina: [
      [0.25, 0.022, 200],
      [0.62, 0.075, 178],
      [0.45, 0.055, 190],
      [0.84, 0.045, 165],
      [0.7, 0.11, 60],
    ],
    bronze: [
      [0.25, 0.016, 60],
      [0.64, 0.085, 65],
      [0.46, 0.055, 55],
      [0.84, 0.05, 85],
      [0.6, 0.08, 200],
    ],
    ember: [
      [0.245, 0.016, 30],
      [0.6, 0.15, 35],
      [0.44, 0.075, 30],
      [0.84, 0.035, 70],
      [0.64, 0.055, 245],
    ],
    olive: [
      [0.25, 0.018, 120],
      [0.62, 0.08, 120],
      [0.45, 0.055, 125],
      [0.85, 0.055, 110],
      [0.74, 0.12, 82],
    ],
    bone: [
      [0.245, 0.01, 255],
      [0.8, 0.022, 85],
      [0.52, 0.014, 75],
      [0.93, 0.012, 90],
      [0.6, 0.14, 35],
    ],
  },
};

const PREMIUM: TierPalette = {
  text: "oklch(0.965 0.022 92)",
  quietText: "oklch(0.86 0.04 90)",
  colorways: {
    garnet: [
      [0.275, 0.075, 18],
      [0.77, 0.118, 82],
      [0.5, 0.14, 22],
      [0.91, 0.062, 95],
      [0.62, 0.105, 62],
    ],
    cypress: [
      [0.27, 0.048, 165],
      [0.77, 0.118, 84],
      [0.5, 0.085, 160],
      [0.91, 0.062, 97],
      [0.62, 0.105, 65],
    ],
    midnight: [
      [0.265, 0.065, 258],
      [0.77, 0.118, 82],
      [0.5, 0.12, 256],
      [0.91, 0.062, 95],
      [0.62, 0.105, 62],
    ],
    umber: [
      [0.265, 0.038, 55],
      [0.78, 0.12, 84],
      [0.5, 0.075, 50],
      [0.92, 0.062, 97],
      [0.6, 0.12, 45],
    ],
    aegean: [
      [0.27, 0.048, 215],
      [0.77, 0.116, 84],
      [0.52, 0.08, 212],
      [0.91, 0.062, 97],
      [0.64, 0.105, 60],
    ],
    onyx: [
      [0.22, 0.008, 80],
      [0.78, 0.12, 84],
      [0.42, 0.015, 80],
      [0.92, 0.06, 97],
      [0.6, 0.105, 62],
    ],
  },
};

const TIERS: Readonly<Record<Tier, TierPalette>> = {
  standard: STANDARD,
  business: BUSINESS,
  premium: PREMIUM,
};

/** Returns the tier with this name; unknown names are treated as standard. */
export function tierOf(word: string): Tier {
  return TIER_NAMES.find((name) => name === word) ?? "standard";
}

/** Returns the text colors and colorways of a tier. */
export function tierPalette(tier: Tier): TierPalette {
  return TIERS[tier];
}

/** Returns the five colors of a colorway, or of the tier's first colorway if none has that name. */
export function colorwayOf(tier: Tier, name: string): Colorway {
  const { colorways } = TIERS[tier];
  const [first] = Object.values(colorways);
  const found = colorways[name] ?? first;
  if (found === undefined) {
    throw new Error(`The tier ${tier} has no colorways`);
  }
  return found;
}

/** Formats a color as CSS, rounded so that tiles with nearly equal colors share one path. */
export function cssColor([lightness, chroma, hue]: Oklch): string {
  return `oklch(${Number(lightness.toFixed(3))} ${Number(chroma.toFixed(3))} ${hue})`;
}
