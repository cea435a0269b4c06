import { useEffect, useState } from "react";
import { keptPicture, requestPicture, type Sketch } from "./kept-pictures.ts";
import type { Picture } from "./paint.ts";
import { cssColor } from "./palette.ts";

interface MosaicProps {
  readonly sketch: Sketch;
  readonly className?: string | undefined;
}

interface Painted {
  readonly key: string;
  readonly picture: Picture;
}

function usePicture(sketch: Sketch): Picture | undefined {
  const { key } = sketch;
  const [painted, setPainted] = useState<Painted>();
  const picture = painted?.key === key ? painted.picture : keptPicture(key);
  const missing = picture === undefined;
  useEffect(
    () =>
      missing
        ? requestPicture(sketch, (done) => setPainted({ key: sketch.key, picture: done }))
        : undefined,
    [missing, sketch],
  );
  return picture;
}

/**
 * Renders a mosaic: the grout immediately, and the tiles once they are painted, without blocking
 * the page. The mosaic is decorative; the surrounding element carries the card's name.
 */
export function Mosaic({ sketch, className }: MosaicProps) {
  const picture = usePicture(sketch);
  const [left, top, right, bottom] = sketch.options.box;
  return (
    <svg
      viewBox={`${left} ${top} ${right - left} ${bottom - top}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
      style={{ backgroundColor: cssColor(sketch.options.groutColor) }}
    >
      {picture?.map((stroke) => (
        <path key={stroke.fill} fill={stroke.fill} d={stroke.d} />
      ))}
    </svg>
  );
}
