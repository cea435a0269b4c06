import { HEIGHT, type Lay, type Point, square, WIDTH } from "./canvas.ts";
import type { Traits } from "./traits.ts";

const TURN = 6.2832;

interface Disc {
  readonly cx: number;
  readonly cy: number;
  readonly i: number;
  readonly j: number;
}

/** Returns staggered discs from the bottom row up; later discs cover earlier ones. */
function staggeredDiscs({ p }: Traits, radius: number): Disc[] {
  const discs: Disc[] = [];
  const rows = Math.ceil(HEIGHT / radius) + 5;
  const columns = Math.ceil(WIDTH / (2 * radius)) + 4;
  for (let j = rows; j >= -2; j--) {
    for (let i = -2; i < columns; i++) {
      const shift = j % 2 === 0 ? 0 : radius;
      discs.push({
        cx: i * 2 * radius + shift - p[1] * 2 * radius + radius,
        cy: j * radius - p[2] * radius + radius * 0.2,
        i,
        j,
      });
    }
  }
  return discs;
}

/** Returns the later discs that overlap this one and may hide some of its tiles. */
function discsOver(discs: readonly Disc[], index: number, disc: Disc, radius: number): Disc[] {
  const reach = (2 * radius) ** 2;
  return discs
    .slice(index + 1)
    .filter((other) => (other.cx - disc.cx) ** 2 + (other.cy - disc.cy) ** 2 < reach);
}

function isHidden([x, y]: Point, over: readonly Disc[], radius: number): boolean {
  const limit = radius * radius * 0.985;
  return over.some((disc) => (x - disc.cx) ** 2 + (y - disc.cy) ** 2 < limit);
}

function colorOf({ i, j }: Disc, ring: number, rings: number, paired: boolean): number {
  if (ring === rings - 1) {
    return 2;
  }
  if (ring === rings - 2) {
    return paired && (i + j) % 2 !== 0 ? 1 : 0;
  }
  if (ring === 0) {
    return 3;
  }
  return (i + j + 40) % 3 === 0 ? 1 : 0;
}

interface Scales {
  readonly rings: number;
  readonly pitch: number;
  readonly paired: boolean;
}

/** Lays one disc of concentric rings, without the tiles hidden by later discs. */
function layDisc(disc: Disc, over: readonly Disc[], scales: Scales, lay: Lay): void {
  const { rings, pitch, paired } = scales;
  const at = (r: number, angle: number): Point => [
    disc.cx + r * Math.cos(angle),
    disc.cy + r * Math.sin(angle),
  ];
  if (!isHidden([disc.cx, disc.cy], over, rings * pitch)) {
    const color = colorOf(disc, 0, rings, paired);
    lay(square(disc.cx, disc.cy, pitch * 0.6), color, disc.i * 40, disc.j * 40);
  }
  for (let ring = 1; ring < rings; ring++) {
    const inner = ring * pitch;
    const outer = inner + pitch;
    const count = Math.round(Math.PI * 2 * (ring + 0.5));
    const color = colorOf(disc, ring, rings, paired);
    for (let a = 0; a < count; a++) {
      const from = (TURN * a) / count;
      const to = (TURN * (a + 1)) / count;
      if (!isHidden(at(inner + pitch / 2, (from + to) / 2), over, rings * pitch)) {
        lay(
          [at(inner, from), at(inner, to), at(outer, to), at(outer, from)],
          color,
          disc.i * 40 + ring,
          disc.j * 40 + a,
        );
      }
    }
  }
}

/** Lays discs that overlap like scales, each made of concentric rings. */
export function layRosette(traits: Traits, pitch: number, lay: Lay): void {
  const rings = 3 + Math.floor(traits.p[0] * 2.2);
  const radius = rings * pitch;
  const scales: Scales = { rings, pitch, paired: traits.p[3] < 0.5 };
  const discs = staggeredDiscs(traits, radius);
  for (const [index, disc] of discs.entries()) {
    layDisc(disc, discsOver(discs, index, disc, radius), scales, lay);
  }
}
