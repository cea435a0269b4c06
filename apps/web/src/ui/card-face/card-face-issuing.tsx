import { useEffect } from "react";
import { UnderdrawingArt } from "../mosaic/underdrawing-art.tsx";
import { classNames } from "../style/class-names.ts";

/** A card that is being issued: only the drawing under its mosaic is there yet. */
export function CardFaceIssuing({ className }: { readonly className?: string | undefined }) {
  useEffect(() => {
    // The next thing to show is how it is laid: without a stop in between, where that is possible.
    import("../chart/laying-mosaic.tsx").catch(() => undefined);
  }, []);
  return (
    <div className={classNames("card-face bg-surface shadow-none", className)}>
      <UnderdrawingArt />
    </div>
  );
}
