import { CARD_BOX, centerOf, HEIGHT, WIDTH } from "./canvas.ts";
import { layTiles } from "./lay-tiles.ts";
import { coordinate } from "./paint.ts";
import { tileNoise } from "./seed.ts";
import type { Traits } from "./traits.ts";

const SKETCH: Traits = {
  seed: 7,
  figure: "sun",
  colorway: "lapis",
  p: [0.45, 0.62, 0.3, 0.2, 0.3, 0.5, 0.5, 0.2],
  rhythm: [0, 0, 1, 1, 0, 2],
};
const SKETCH_PITCH = 14;
/** Radius of the area of laid tiles around the core, as a fraction of the width. */
const REACH = 0.36;

/** The drawing under a mosaic: outlines, with a few tiles laid around the core. */
export interface Underdrawing {
  readonly outlines: string;
  /** Laid tiles, from faint to strong. */
  readonly laid: readonly [string, string, string];
  readonly core: string;
}

/** The core of the underdrawing, from which a card's tiles are laid outward. */
export const CORE: readonly [x: number, y: number] = [
  WIDTH * (0.6 + 0.26 * SKETCH.p[0]),
  HEIGHT * (0.16 + 0.4 * SKETCH.p[1]),
];

let drawn: Underdrawing | undefined;

/** Returns the underdrawing. It is drawn only once, because it is the same for every card. */
export function underdrawing(): Underdrawing {
  drawn ??= draw();
  return drawn;
}

function draw(): Underdrawing {
  const [cx, cy] = CORE;
  let outlines = "";
  let core = "";
  const laid: [string, string, string] = ["", "", ""];
  for (const { quad, i, j } of layTiles(SKETCH, CARD_BOX, SKETCH_PITCH)) {
    const [mx, my] = centerOf(quad);
    const corners = quad.map(([x, y]) => {
      const scale = 1 - 1.1 / (Math.hypot(x - mx, y - my) || 1);
      return `${coordinate(mx + (x - mx) * scale)} ${coordinate(my + (y - my) * scale)}`;
    });
    const d = `M${corners.join("L")}Z`;
    const distance = Math.hypot((mx - cx) / WIDTH, (my - cy) / WIDTH);
    const n = tileNoise(SKETCH.seed, i, j, 1);
    if (distance < 0.03) {
      core += d;
    } else if (n > Math.max(0.02, ((distance - 0.05) / REACH) * 1.15)) {
      laid[(Math.floor(n * 991) % 3) as 0 | 1 | 2] += d;
    } else {
      outlines += d;
    }
  }
  return { outlines, laid, core };
}
