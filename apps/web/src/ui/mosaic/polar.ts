import { type Box, HEIGHT, type Lay, type Point, square, WIDTH } from "./canvas.ts";
import { tileNoise } from "./seed.ts";
import { beat, type Traits } from "./traits.ts";

/**
 * Two pi, rounded to four decimal places as in the reference drawing. Kept that way so that no
 * card's face changes.
 */
const TURN = 6.2832;

interface Rings {
  readonly cx: number;
  readonly cy: number;
  /** Number of rings needed to reach the farthest corner of the box. */
  readonly count: number;
  /** Number of rings at the center whose tiles all have the spark color. */
  readonly core: number;
}

function at({ cx, cy }: Rings, radius: number, angle: number): Point {
  return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
}

function ringsAbout(cx: number, cy: number, box: Box, pitch: number, core: number): Rings {
  const dx = Math.max(Math.abs(box[0] - cx), Math.abs(box[2] - cx));
  const dy = Math.max(Math.abs(box[1] - cy), Math.abs(box[3] - cy));
  return { cx, cy, core, count: Math.ceil(Math.hypot(dx, dy) / pitch) + 1 };
}

function sunCenter({ p }: Traits): Point {
  return [WIDTH * (0.6 + 0.26 * p[0]), HEIGHT * (0.16 + 0.4 * p[1])];
}

function coreOf({ p }: Traits): number {
  return 1 + Math.floor(p[3] * 3);
}

function rayColor(traits: Traits, ring: number, core: number, middle: number): number {
  const rays = 7 + Math.floor(traits.p[2] * 6);
  const twist = traits.p[4] * TURN;
  const sector = (((middle - twist + 62.832) % TURN) / TURN) * rays * 2;
  if (ring <= core) {
    return 3;
  }
  if (ring === core + 1) {
    return 2;
  }
  if (Math.floor(sector) % 2 === 1) {
    return Math.floor(ring / 4) % 3 === 2 ? 1 : 0;
  }
  return Math.abs((sector % 1) - 0.5) < 0.12 ? 3 : 2;
}

function ringColor({ rhythm }: Traits, ring: number, core: number): number {
  return ring <= core - 1 ? 3 : beat(rhythm, ring - core);
}

/** Lays full rings around a center: `sun` colors tiles by ring, `ray` by angle. */
export function laySun(traits: Traits, box: Box, pitch: number, lay: Lay): void {
  const [cx, cy] = sunCenter(traits);
  const rings = ringsAbout(cx, cy, box, pitch, coreOf(traits));
  lay(square(cx, cy, pitch * 0.62), 3, 0, 0);
  for (let ring = 1; ring < rings.count; ring++) {
    const inner = ring * pitch;
    const outer = inner + pitch;
    const count = Math.round(2 * Math.PI * (ring + 0.5));
    const phase = tileNoise(traits.seed, ring, 0, 7) * TURN;
    for (let j = 0; j < count; j++) {
      const from = phase + (2 * Math.PI * j) / count;
      const to = phase + (2 * Math.PI * (j + 1)) / count;
      const color =
        traits.figure === "ray"
          ? rayColor(traits, ring, rings.core, (from + to) / 2)
          : ringColor(traits, ring, rings.core);
      lay(
        [
          at(rings, inner, from),
          at(rings, inner, to),
          at(rings, outer, to),
          at(rings, outer, from),
        ],
        color,
        ring,
        j,
      );
    }
  }
}

/** Lays half rings above straight columns. */
export function layArch(traits: Traits, box: Box, pitch: number, lay: Lay): void {
  const cx = WIDTH * (0.6 + 0.22 * traits.p[0]);
  const cy = HEIGHT * (0.46 + 0.16 * traits.p[1]);
  const rings = ringsAbout(cx, cy, box, pitch, coreOf(traits));
  const rows = Math.ceil((Math.max(HEIGHT, box[3]) - cy) / pitch) + 1;
  for (let ring = 0; ring < rings.count; ring++) {
    const inner = ring * pitch;
    const outer = inner + pitch;
    const color = ringColor(traits, ring, rings.core);
    const count = ring === 0 ? 1 : Math.round(Math.PI * (ring + 0.5));
    for (let j = 0; j < count; j++) {
      const from = Math.PI + (Math.PI * j) / count;
      const to = Math.PI + (Math.PI * (j + 1)) / count;
      lay(
        [
          at(rings, inner, from),
          at(rings, inner, to),
          at(rings, outer, to),
          at(rings, outer, from),
        ],
        color,
        ring,
        j,
      );
    }
    for (let j = 0; j < rows; j++) {
      const top = cy + j * pitch;
      for (const side of [-1, 1]) {
        const near = cx + side * inner;
        const far = cx + side * outer;
        lay(
          [
            [near, top],
            [far, top],
            [far, top + pitch],
            [near, top + pitch],
          ],
          color,
          ring * side,
          200 + j,
        );
      }
    }
  }
}
