import { classNames } from "./class-names.ts";
import { UnderdrawingArt } from "./mosaic/underdrawing-art.tsx";

/** A card that is being issued: only the drawing under its mosaic is there yet. */
export function CardFaceIssuing({ className }: { readonly className?: string | undefined }) {
  return (
    <div className={classNames("card-face bg-surface shadow-none", className)}>
      <UnderdrawingArt />
    </div>
  );
}
