import { readStored, SESSION_KEYS, writeStored } from "../lib/session/storage.ts";

/**
 * Delay before the first attempt to scroll, in milliseconds. The list of segments has usually
 * loaded by then.
 */
const RESTORE_DELAY_MS = 200;

const session = () => sessionStorage;

const SELECTION = "/card-selection";
/**
 * Set when the user leaves the selection, because they may return before the next page has loaded.
 */
let isLeft = false;

/** Saves the scroll position when the user leaves the card selection. */
export function rememberScroll(from: string | undefined, to: string): void {
  if (from === SELECTION && to !== SELECTION) {
    isLeft = true;
    writeStored(SESSION_KEYS.cardSelectionScroll, String(Math.round(window.scrollY)), session);
  }
}

/** Restores the scroll position when the user returns from card-create to the card selection. */
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

/** Scrolls now and each time the page grows, until it is long enough or the user scrolls. */
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
