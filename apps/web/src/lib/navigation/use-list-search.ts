import { useNavigate, useRouter } from "@tanstack/react-router";
import { changeSearch } from "./search-state.ts";

/**
 * Changes the search parameters of a list. Opening an entry (`open`) adds a history entry, and
 * closing it goes back, so that the next Back leads to the same page as before. Changing filters
 * adds no history entry.
 */
export function useListSearch<K extends string>() {
  const router = useRouter();
  const navigate = useNavigate();
  return (changes: Readonly<Partial<Record<K | "open", string | undefined>>>) => {
    const closes = "open" in changes && changes.open === undefined;
    if (closes && router.state.location.state.openedHere === true) {
      router.history.back();
      return;
    }
    const opens = changes.open !== undefined;
    void navigate({
      to: ".",
      search: (old: Partial<Record<string, string>>) => changeSearch(old, changes),
      state: opens ? { openedHere: true } : {},
      replace: !opens,
      resetScroll: false,
    });
  };
}
