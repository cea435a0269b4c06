import { HEIGHT, type Lay, type Point, WIDTH } from "./canvas.ts";
import { beat, type Traits } from "./traits.ts";

/**
 * Lays a grid rotated by 45 degrees and colored by distance from the center, measured along the
 * axes.
 */
export function layLozenge(traits: Traits, pitch: number, lay: Lay): void {
  const { p, rhythm } = traits;
  const cx = WIDTH * (0.58 + 0.26 * p[0]);
  const cy = HEIGHT * (0.22 + 0.28 * p[1]);
  const period = 5 + Math.floor(p[2] * 5);
  const reach = Math.ceil((WIDTH * 1.3) / pitch);
  const stretch = 0.86 + p[3] * 0.3;
  const at = (u: number, v: number): Point => [
    cx + (u - v) * Math.SQRT1_2 * pitch * stretch,
    cy + ((u + v) * Math.SQRT1_2 * pitch) / stretch,
  ];
  for (let u = -reach; u < reach; u++) {
    for (let v = -reach; v < reach; v++) {
      const ring = Math.round(Math.max(Math.abs(u + 0.5), Math.abs(v + 0.5)) - 0.5);
      const spark = ring < 1 || ring % (period * 2) === period;
      lay(
        [at(u, v), at(u + 1, v), at(u + 1, v + 1), at(u, v + 1)],
        spark ? 3 : beat(rhythm, ring),
        u,
        v,
      );
    }
  }
}

interface Blocks {
  readonly side: number;
  readonly nested: boolean;
}

function nestedColor(ring: number, middle: boolean, odd: boolean, sparked: boolean): number {
  if (ring < 1) {
    return odd ? 0 : 2;
  }
  if (!middle) {
    return odd ? 1 : 0;
  }
  if (odd) {
    return 2;
  }
  return sparked ? 3 : 1;
}

function crossedColor(onCross: boolean, middle: boolean, odd: boolean): number {
  if (odd) {
    return middle ? 3 : onCross ? 2 : 0;
  }
  return onCross ? 1 : 2;
}

function checkerColor(column: number, row: number, { side, nested }: Blocks): number {
  const blockColumn = Math.floor(column / side);
  const blockRow = Math.floor(row / side);
  const x = column % side;
  const y = row % side;
  const odd = (blockColumn + blockRow) % 2 === 1;
  const ring = Math.min(x, y, side - 1 - x, side - 1 - y);
  const middle = ring >= Math.floor((side - 1) / 2);
  return nested
    ? nestedColor(ring, middle, odd, (blockColumn * 7 + blockRow * 3) % 4 === 0)
    : crossedColor(x === y || x + y === side - 1, middle, odd);
}

/** Lays square blocks of four or five tiles, nested or crossed. */
export function layChequer({ p }: Traits, pitch: number, lay: Lay): void {
  const side = 4 + Math.floor(p[0] * 2);
  const shiftX = Math.floor(p[1] * side * 2);
  const shiftY = Math.floor(p[2] * side * 2);
  const blocks: Blocks = { side, nested: p[3] < 0.55 };
  const columns = Math.ceil(WIDTH / pitch) + 1;
  const rows = Math.ceil(HEIGHT / pitch) + 1;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const x = i * pitch;
      const y = j * pitch;
      lay(
        [
          [x, y],
          [x + pitch, y],
          [x + pitch, y + pitch],
          [x, y + pitch],
        ],
        checkerColor(i + shiftX, j + shiftY, blocks),
        i,
        j,
      );
    }
  }
}
