import { useEffect, useEffectEvent, useState } from "react";
import { STICKY_HEIGHT } from "../../../ui/layout/sticky-height.ts";
import type { MovementPages } from "./list-pages.ts";

/** Nobody who is nearer to the top than this needs to be brought back. */
const NEAR_TOP = 200;
const PAUSE_MS = 200;
/** Where the place is further down than this many pages, the list begins at its top. */
const PAGES_MAX = 60;

/** The rows of a list, and those of a table. */
const ROWS = "[data-movement], tr[data-row]";

/** The first movement of a list that is below what stays above it. */
function firstShown(): string | undefined {
  if (window.scrollY < NEAR_TOP) {
    return undefined;
  }
  const rows = document.querySelectorAll<HTMLElement>(ROWS);
  const first = [...rows].find((row) => row.getBoundingClientRect().top >= STICKY_HEIGHT - 1);
  return first?.dataset.movement ?? first?.dataset.row;
}

/** Scrolls a row of a list that is whole in the page to where it stood. */
export function scrollToRow(movementId: string): void {
  const row = document.querySelector(`[data-movement="${CSS.escape(movementId)}"]`);
  if (row !== null) {
    window.scrollBy({ top: row.getBoundingClientRect().top - STICKY_HEIGHT, behavior: "instant" });
  }
}

export interface ListPlace {
  /** The movement that stood first on the screen, as the address has it. */
  readonly at: string | undefined;
  /** Writes it there when the reader has stopped scrolling. */
  readonly onPlace: (movementId: string | undefined) => void;
}

interface PlaceState {
  /** Still on the way to the row: what is loaded so far is not where the reader was. */
  readonly restoring: boolean;
  /** The row to scroll to, once it is there. */
  readonly target: string | undefined;
  readonly onScrolled: () => void;
}

/**
 * Brings a list back to where it was left, also after a reload: loads pages until the row is
 * there, then says to scroll to it. From then on tells which row stands first.
 */
export function useListPlace(
  pages: MovementPages,
  isLoaded: (movementId: string) => boolean,
  place: ListPlace | undefined,
): PlaceState {
  const [wanted, setWanted] = useState(place?.at);
  const found = wanted !== undefined && isLoaded(wanted);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, data, fetchNextPage } = pages;
  const loaded = data?.pages.length ?? 0;
  const goesOn = hasNextPage && !isFetchNextPageError && loaded < PAGES_MAX;
  const searching = wanted !== undefined && !found && loaded > 0;
  // `loaded` is named because a page may begin and end between two renders.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (searching && !isFetchingNextPage) {
      if (goesOn) {
        fetchNextPage();
      } else {
        setWanted(undefined);
      }
    }
  }, [loaded, searching, isFetchingNextPage, goesOn, fetchNextPage]);

  const note = useEffectEvent(() => {
    const first = firstShown();
    if (place !== undefined && wanted === undefined && first !== place.at) {
      place.onPlace(first);
    }
  });
  const follows = place !== undefined;
  useEffect(() => {
    if (!follows) {
      return undefined;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scrolled = () => {
      clearTimeout(timer);
      timer = setTimeout(note, PAUSE_MS);
    };
    window.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", scrolled);
    };
  }, [follows]);
  return {
    restoring: searching,
    target: found ? wanted : undefined,
    onScrolled: () => setWanted(undefined),
  };
}
