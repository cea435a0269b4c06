import { useEffect, useEffectEvent, useState } from "react";
import { STICKY_HEIGHT } from "../../../ui/layout/sticky-height.ts";
import type { MovementPages } from "./list-pages.ts";

/** Distance from the top, in pixels, below which a scroll position is not worth restoring. */
const NEAR_TOP = 200;
const PAUSE_MS = 200;
/** Maximum number of pages loaded to restore a position. */
const PAGES_MAX = 60;

/** Selector of the rows of both lists and tables. */
const ROWS = "[data-movement], tr[data-row]";

/** Returns the first movement below the page's sticky elements. */
function firstShown(): string | undefined {
  if (window.scrollY < NEAR_TOP) {
    return undefined;
  }
  const rows = document.querySelectorAll<HTMLElement>(ROWS);
  const first = [...rows].find((row) => row.getBoundingClientRect().top >= STICKY_HEIGHT - 1);
  return first?.dataset.movement ?? first?.dataset.row;
}

/** Scrolls a row in a non-virtualized list to its former position. */
export function scrollToRow(movementId: string): void {
  const row = document.querySelector(`[data-movement="${CSS.escape(movementId)}"]`);
  if (row !== null) {
    window.scrollBy({ top: row.getBoundingClientRect().top - STICKY_HEIGHT, behavior: "instant" });
  }
}

export interface ListPlace {
  /** Id of the first movement on the screen, from the URL. */
  readonly at: string | undefined;
  /** Saves the first movement on the screen in the URL when the user stops scrolling. */
  readonly onPlace: (movementId: string | undefined) => void;
}

interface PlaceState {
  /** True while pages are loading to reach the row, until the list is in position. */
  readonly restoring: boolean;
  /** Id of the row to scroll to; undefined until the row is loaded. */
  readonly target: string | undefined;
  readonly onScrolled: () => void;
}

/**
 * Restores a list's position, even after a reload: loads pages until the row is loaded, then
 * returns that row as the scroll target. After that, reports which row is first on the screen.
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
  // `loaded` is a dependency because a page may start and finish loading between two renders.
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
