import { readStored, SESSION_KEYS, writeStored } from "../lib/session/storage.ts";

/** The list of segments is there by then, on all but slow devices. */
const RESTORE_DELAY_MS = 200;

const session = () => sessionStorage;

const SELECTION = "/card-selection";
/** Left, and the page that it was left for may not have come yet when its reader is back. */
let isLeft = false;

/** Remembers where the card selection is left. */
export function rememberScroll(from: string | undefined, to: string): void {
  if (from === SELECTION && to !== SELECTION) {
    isLeft = true;
    writeStored(SESSION_KEYS.cardSelectionScroll, String(Math.round(window.scrollY)), session);
  }
}

/** Coming back to the card selection from card-create, returns to where it was. */
export function restoreScroll(from: string | undefined, to: string): void {
  const isBack = to === SELECTION && (from === "/card-create" || (from === to && isLeft));
  isLeft = false;
  if (!isBack) {
    return;
  }
  const top = Number(readStored(SESSION_KEYS.cardSelectionScroll, session) ?? Number.NaN);
  if (Number.isFinite(top) && top >= 0) {
    setTimeout(() => scrollOnceLongEnough(top), RESTORE_DELAY_MS);
  }
}

/** Scrolls at once, and again as the page grows, until it is there or the reader moves. */
function scrollOnceLongEnough(top: number): void {
  const growth = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: "instant" });
    if (window.scrollY >= top) {
      growth.disconnect();
    }
  });
  growth.observe(document.body);
  for (const move of ["wheel", "pointerdown", "keydown"]) {
    window.addEventListener(move, () => growth.disconnect(), { once: true });
  }
}
