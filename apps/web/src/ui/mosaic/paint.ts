import { bloom } from "./bloom.ts";
import { type Box, centerOf, type Quad, type Tile } from "./canvas.ts";
import { layTiles } from "./lay-tiles.ts";
import { type Colorway, cssColor, type Oklch } from "./palette.ts";
import { tileNoise } from "./seed.ts";
import type { Traits } from "./traits.ts";

/** All tiles of one color as one path. */
export interface Stroke {
  readonly fill: string;
  readonly d: string;
}

/** A painted mosaic. The order of strokes does not matter, because tiles never overlap. */
export type Picture = readonly Stroke[];

/** `card` keeps the quiet zone, `full` lights every tile, and `frozen` lights no tile. */
export type Lighting = "card" | "full" | "frozen";

export interface PaintOptions {
  readonly traits: Traits;
  readonly colors: Colorway;
  readonly box: Box;
  readonly pitch: number;
  readonly grout: number;
  readonly lighting: Lighting;
  /** Returns how far a tile's lightness may differ from the lightness of its color. */
  readonly strayOf: (color: number) => number;
  readonly groutColor: Oklch;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/**
 * Returns the color of an unlit tile: close to the background, with a slight tint of the tile's
 * color.
 */
function ghostOf(ground: Oklch, color: Oklch): Oklch {
  const lean = clamp((color[0] - ground[0]) * 0.09, -0.024, 0.024);
  return [ground[0] + lean, ground[1] * 0.9 + Math.min(color[1], 0.1) * 0.06, ground[2]];
}

function colorOf(tile: Tile, lit: boolean, options: PaintOptions): Oklch {
  const { traits, colors } = options;
  const n = tileNoise(traits.seed, tile.i, tile.j, 2);
  const shade = n < 0.3 ? -1 : n > 0.72 ? 1 : 0;
  const color = colors[tile.color + 1] ?? colors[1];
  if (lit) {
    const lightness = color[0] + shade * options.strayOf(tile.color);
    return [clamp(lightness, 0.1, 0.97), color[1], color[2]];
  }
  const ghost = ghostOf(colors[0], color);
  return [ghost[0] + shade * 0.006, ghost[1], ghost[2]];
}

function isLit(tile: Tile, x: number, y: number, options: PaintOptions): boolean {
  if (options.lighting !== "card") {
    return options.lighting === "full";
  }
  const { traits } = options;
  return bloom(x, y, traits.p) > 0.06 + tileNoise(traits.seed, tile.i, tile.j, 1) * 0.88;
}

/** Rounds to one decimal, because finer differences are smaller than a pixel at any card size. */
export function coordinate(value: number): number {
  return Math.round(value * 10) / 10;
}

/**
 * Shrinks a tile toward its center to leave room for the grout, and displaces its corners
 * irregularly.
 */
function cut(quad: Quad, tile: Tile, seed: number, pitch: number, grout: number): string {
  const [mx, my] = centerOf(quad);
  const corners = quad.map(([x, y], corner) => {
    const reach = Math.hypot(x - mx, y - my) || 1;
    const scale = Math.max(0, 1 - (grout * 0.72) / reach);
    const dx = (tileNoise(seed, tile.i, tile.j, 10 + corner) - 0.5) * pitch * 0.07;
    const dy = (tileNoise(seed, tile.i, tile.j, 20 + corner) - 0.5) * pitch * 0.07;
    const cutX = coordinate(mx + (x - mx) * scale + dx);
    const cutY = coordinate(my + (y - my) * scale + dy);
    return `${cutX} ${cutY}`;
  });
  return `M${corners.join("L")}Z`;
}

interface Piece {
  readonly fill: string;
  readonly d: string;
  /** The tile's center. */
  readonly x: number;
  readonly y: number;
}

function* piecesOf(options: PaintOptions): Generator<Piece> {
  const { traits, box, pitch, grout } = options;
  for (const tile of layTiles(traits, box, pitch)) {
    const [x, y] = centerOf(tile.quad);
    const fill = cssColor(colorOf(tile, isLit(tile, x, y, options), options));
    yield { fill, d: cut(tile.quad, tile, traits.seed, pitch, grout), x, y };
  }
}

function addTo(strokes: Map<string, string>, piece: Piece): void {
  strokes.set(piece.fill, (strokes.get(piece.fill) ?? "") + piece.d);
}

function strokesOf(strokes: ReadonlyMap<string, string>): Stroke[] {
  return [...strokes].map(([fill, d]) => ({ fill, d }));
}

/**
 * Paints a mosaic: lays, lights and cuts its tiles. Pure function: equal options give equal
 * pictures.
 */
export function paint(options: PaintOptions): Picture {
  const steps = paintSteps(options);
  let step = steps.next();
  while (!step.done) {
    step = steps.next();
  }
  return step.value;
}

/** Paints one tile at a time, so that the caller can do other work in between. */
export function* paintSteps(options: PaintOptions): Generator<void, Picture> {
  const byColor = new Map<string, string>();
  for (const piece of piecesOf(options)) {
    addTo(byColor, piece);
    yield;
  }
  return strokesOf(byColor);
}

/** Paints the tiles for the laying animation in rings around a point, from the inside out. */
export function paintRings(
  options: PaintOptions,
  core: readonly [x: number, y: number],
  rings: number,
): readonly (readonly Stroke[])[] {
  const [left, top, right, bottom] = options.box;
  const reach = Math.hypot(
    Math.max(core[0] - left, right - core[0]),
    Math.max(core[1] - top, bottom - core[1]),
  );
  const laid = Array.from({ length: rings }, () => new Map<string, string>());
  for (const piece of piecesOf(options)) {
    const distance = Math.hypot(piece.x - core[0], piece.y - core[1]);
    const ring = laid[Math.min(rings - 1, Math.floor((distance / reach) * rings))];
    if (ring !== undefined) {
      addTo(ring, piece);
    }
  }
  return laid.map(strokesOf);
}
