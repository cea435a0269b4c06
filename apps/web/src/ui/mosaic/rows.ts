import { HEIGHT, type Lay, WIDTH } from "./canvas.ts";
import { beat, type Traits } from "./traits.ts";

/** Lays rows displaced by a sine wave; odd rows are shifted by half a tile. */
export function layWave(traits: Traits, pitch: number, lay: Lay): void {
  const { p, rhythm } = traits;
  const length = 105 + p[0] * 75;
  const amplitude = 9 + p[1] * 11;
  const lift = (x: number) => amplitude * Math.sin(6.2832 * (x / length + p[2]));
  const columns = Math.ceil(WIDTH / pitch) + 6;
  const rows = Math.ceil((HEIGHT + 2 * amplitude) / pitch) + 4;
  for (let j = 0; j < rows; j++) {
    const color = beat(rhythm, j + Math.floor(p[3] * 7));
    const y = -amplitude - pitch + j * pitch;
    for (let i = 0; i < columns; i++) {
      const left = -2 * pitch + i * pitch + (j % 2 === 1 ? pitch / 2 : 0);
      const right = left + pitch;
      lay(
        [
          [left, y + lift(left)],
          [right, y + lift(right)],
          [right, y + pitch + lift(right)],
          [left, y + pitch + lift(left)],
        ],
        color,
        i,
        j,
      );
    }
  }
}

/** Lays rows displaced by a triangle wave. Columns snap to the wave's folds. */
export function layChevron(traits: Traits, pitch: number, lay: Lay): void {
  const { p, rhythm } = traits;
  const length = 78 + p[0] * 75;
  const amplitude = 16 + p[1] * 14;
  const lift = (x: number) => {
    const turn = x / length + p[2];
    return amplitude * (4 * Math.abs(turn - Math.floor(turn) - 0.5) - 1);
  };
  const step = length / (2 * Math.round(length / (2 * pitch)));
  const start = -p[2] * length - length;
  const columns = Math.ceil((WIDTH + 3 * length) / step);
  const rows = Math.ceil((HEIGHT + 2 * amplitude) / pitch) + 4;
  for (let j = 0; j < rows; j++) {
    const color = beat(rhythm, j + Math.floor(p[3] * 7));
    const y = -amplitude - pitch + j * pitch;
    for (let i = 0; i < columns; i++) {
      const left = start + i * step;
      const right = left + step;
      lay(
        [
          [left, y + lift(left)],
          [right, y + lift(right)],
          [right, y + pitch + lift(right)],
          [left, y + pitch + lift(left)],
        ],
        color,
        i,
        j,
      );
    }
  }
}
