import { lazyPart } from "../../../../ui/layout/lazy-part.tsx";

/** Few customers have more than a page of cards, so home loads this on demand. */
export const MoreCards = lazyPart(async () => (await import("./more-cards.tsx")).MoreCards, null);
