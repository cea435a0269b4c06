import { cardSketch } from "../mosaic/card-sketch.ts";
import { Mosaic } from "../mosaic/mosaic.tsx";
import { tierOf } from "../mosaic/palette.ts";
import { classNames } from "../style/class-names.ts";

const SIZES = {
  xs: "h-[18px] w-7 rounded-[4px]",
  sm: "h-[26px] w-10 rounded-chip",
  md: "h-[31px] w-12 rounded-thumb",
  lg: "h-[46px] w-[72px] rounded-switch",
  square: "size-10 rounded-switch",
} as const;

interface CardThumbProps {
  readonly cardId: string;
  /** Card type from the API. */
  readonly type: string;
  readonly size?: keyof typeof SIZES;
}

/**
 * Renders a small picture of a card. The picture has no label, because the card's name is always
 * next to it.
 */
export function CardThumb({ cardId, type, size = "md" }: CardThumbProps) {
  const variant = size === "square" ? "square" : "thumb";
  return (
    <span className={classNames("card-thumb", SIZES[size])}>
      <Mosaic sketch={cardSketch(cardId, tierOf(type), variant)} />
    </span>
  );
}

/** Renders a person's avatar: a mosaic generated from their username. */
export function Avatar({
  username,
  size = 56,
}: {
  readonly username: string;
  readonly size?: number;
}) {
  return (
    <span
      className="card-thumb rounded-[14px]"
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      <Mosaic sketch={cardSketch(username, "standard", "square")} />
    </span>
  );
}
