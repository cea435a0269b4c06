/** Size of the mosaic's canvas and its tile pitch, in mosaic units (a card is 342 x 216). */
export const WIDTH = 342;
export const HEIGHT = 216;
export const PITCH = 11.4;

export type Point = readonly [x: number, y: number];
export type Quad = readonly [Point, Point, Point, Point];
export type Box = readonly [left: number, top: number, right: number, bottom: number];

export const CARD_BOX: Box = [0, 0, WIDTH, HEIGHT];

/** One tile: its corners, its color index (0 to 3) and the coordinates that seed its noise. */
export interface Tile {
  readonly quad: Quad;
  readonly color: number;
  readonly i: number;
  readonly j: number;
}

/** Adds a tile; the caller drops tiles that lie entirely outside the box. */
export type Lay = (quad: Quad, color: number, i: number, j: number) => void;

export function square(cx: number, cy: number, half: number): Quad {
  return [
    [cx - half, cy - half],
    [cx + half, cy - half],
    [cx + half, cy + half],
    [cx - half, cy + half],
  ];
}

export function centerOf(quad: Quad): Point {
  const [a, b, c, d] = quad;
  return [(a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4];
}

/** Returns whether the tile's bounding box overlaps the box. */
export function touches(quad: Quad, box: Box): boolean {
  const [a, b, c, d] = quad;
  return (
    Math.max(a[0], b[0], c[0], d[0]) >= box[0] &&
    Math.min(a[0], b[0], c[0], d[0]) <= box[2] &&
    Math.max(a[1], b[1], c[1], d[1]) >= box[1] &&
    Math.min(a[1], b[1], c[1], d[1]) <= box[3]
  );
}
