import { CardFaceLoading } from "../../../../ui/card-face/card-face.tsx";
import { lazyPart } from "../../../../ui/layout/lazy-part.tsx";

/** The home page for customers without a card. It is not loaded for customers who have one. */
export const NoCards = lazyPart(
  async () => (await import("./no-cards.tsx")).NoCards,
  <CardFaceLoading className="mt-1 max-w-[480px]" />,
);
