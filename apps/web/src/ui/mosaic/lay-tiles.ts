import { type Box, type Lay, type Tile, touches } from "./canvas.ts";
import { layChequer, layLozenge } from "./grid.ts";
import { layArch, laySun } from "./polar.ts";
import { layRosette } from "./rosette.ts";
import { layChevron, layWave } from "./rows.ts";
import type { Traits } from "./traits.ts";

/** Lays a figure's tiles along its flow and keeps those that touch the box. */
export function layTiles(traits: Traits, box: Box, pitch: number): Tile[] {
  const tiles: Tile[] = [];
  const lay: Lay = (quad, color, i, j) => {
    if (touches(quad, box)) {
      tiles.push({ quad, color, i, j });
    }
  };
  switch (traits.figure) {
    case "sun":
    case "ray":
      laySun(traits, box, pitch, lay);
      break;
    case "arch":
      layArch(traits, box, pitch, lay);
      break;
    case "wave":
      layWave(traits, pitch, lay);
      break;
    case "chevron":
      layChevron(traits, pitch, lay);
      break;
    case "rosette":
      layRosette(traits, pitch, lay);
      break;
    case "lozenge":
      layLozenge(traits, pitch, lay);
      break;
    case "chequer":
      layChequer(traits, pitch, lay);
      break;
  }
  return tiles;
}
