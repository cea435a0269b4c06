import { useEffect } from "react";
import { UnderdrawingArt } from "../mosaic/underdrawing-art.tsx";
import { classNames } from "../style/class-names.ts";

/** Renders a card that is being issued, which shows only the drawing under its mosaic. */
export function CardFaceIssuing({ className }: { readonly className?: string | undefined }) {
  useEffect(() => {
    // Preloads the laying animation, which comes next, so that it starts without a pause.
    import("../chart/laying-mosaic.tsx").catch(() => undefined);
  }, []);
  return (
    <div className={classNames("card-face bg-surface shadow-none", className)}>
      <UnderdrawingArt />
    </div>
  );
}
