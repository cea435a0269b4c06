import { HEIGHT, WIDTH } from "./canvas.ts";
import type { Parameters } from "./traits.ts";

function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/**
 * Returns how much of the mosaic shows at a point: from 1, full color, to 0, the plain background
 * behind text (the title's corner and the amount's band).
 */
export function bloom(x: number, y: number, p: Parameters): number {
  const u = x / WIDTH;
  const v = y / HEIGHT;
  const cx = 0.84 + (p[5] - 0.5) * 0.06;
  const cy = 0.25 + (p[6] - 0.5) * 0.1;
  const edge = 1 - smoothstep(0.84, 1.1, Math.hypot((u - cx) / 0.44, (v - cy) / 0.43));
  const title = smoothstep(0.47, 0.54, u) + smoothstep(0.25, 0.33, v) * smoothstep(0.3, 0.4, u);
  return Math.min(edge, title, 1 - smoothstep(0.62, 0.68, v));
}
