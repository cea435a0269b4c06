import type { Picture } from "./paint.ts";

interface MosaicProps {
  readonly picture: Picture;
  readonly className?: string | undefined;
}

/** A painted mosaic. Decorative: whatever holds it carries the card's name. */
export function Mosaic({ picture, className }: MosaicProps) {
  return (
    <svg
      viewBox={picture.viewBox}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
      style={{ backgroundColor: picture.grout }}
    >
      {picture.strokes.map((stroke) => (
        <path key={stroke.fill} fill={stroke.fill} d={stroke.d} />
      ))}
    </svg>
  );
}
