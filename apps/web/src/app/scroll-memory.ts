import { CARD_SELECTION_SCROLL_KEY, readStored, writeStored } from "../lib/storage.ts";

/** The list of segments must be there before it can be scrolled. */
const RESTORE_DELAY_MS = 200;

const session = () => sessionStorage;

/** Remembers where the card selection was left. */
export function rememberScroll(leaving: string | undefined): void {
  if (leaving === "/card-selection") {
    writeStored(CARD_SELECTION_SCROLL_KEY, String(Math.round(window.scrollY)), session);
  }
}

/** Coming back to the card selection from card-create, returns to where it was. */
export function restoreScroll(from: string | undefined, to: string): void {
  if (from !== "/card-create" || to !== "/card-selection") {
    return;
  }
  const top = Number(readStored(CARD_SELECTION_SCROLL_KEY, session) ?? Number.NaN);
  if (Number.isFinite(top) && top >= 0) {
    setTimeout(() => window.scrollTo({ top, behavior: "instant" }), RESTORE_DELAY_MS);
  }
}
