import { CardFaceLoading } from "../../../../ui/card-face/card-face.tsx";
import { lazyPart } from "../../../../ui/layout/lazy-part.tsx";

/** The home page before the first card; never loaded for customers who have a card. */
export const NoCards = lazyPart(
  async () => (await import("./no-cards.tsx")).NoCards,
  <CardFaceLoading className="mt-1 max-w-[480px]" />,
);
