import { useNavigate, useRouter } from "@tanstack/react-router";
import { changeSearch } from "./search-state.ts";

/**
 * Changes what a list's address says. Opening an entry (`open`) is a step of the history and
 * closing it undoes that step, so that Back leads where it led before; a filter is no step.
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
