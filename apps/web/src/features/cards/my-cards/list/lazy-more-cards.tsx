import { lazyPart } from "../../../../ui/layout/lazy-part.tsx";

/** Loaded on demand by the home page, because few customers have more than one page of cards. */
export const MoreCards = lazyPart(async () => (await import("./more-cards.tsx")).MoreCards, null);
