import { useEffect } from "react";
import { UnderdrawingArt } from "../mosaic/underdrawing-art.tsx";
import { classNames } from "../style/class-names.ts";

/**
 * Renders a card that is still being issued: the underdrawing, without the mosaic that later hides
 * it.
 */
export function CardFaceIssuing({ className }: { readonly className?: string | undefined }) {
  useEffect(() => {
    // Preloads the tile-laying animation, which comes next, so that it starts without a pause.
    import("../chart/laying-mosaic.tsx").catch(() => undefined);
  }, []);
  return (
    <div className={classNames("card-face bg-surface shadow-none", className)}>
      <UnderdrawingArt />
    </div>
  );
}
