import { CardFaceLoading } from "../../../../ui/card-face/card-face.tsx";
import { lazyPart } from "../../../../ui/layout/lazy-part.tsx";

/** Home before the first card; who has one never loads it. */
export const NoCards = lazyPart(
  async () => (await import("./no-cards.tsx")).NoCards,
  <CardFaceLoading className="mt-1 max-w-[480px]" />,
);
