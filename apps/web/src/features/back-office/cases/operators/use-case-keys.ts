import { useEffect } from "react";

type CaseKey = "j" | "k" | "a" | "r";

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]",
    ) !== null
  );
}

/**
 * Handles the keyboard shortcuts for the queues: j and k move down and up the list; a and r approve
 * and reject the open case after confirmation. Ignores all shortcuts while the operator is typing
 * or a dialog is open.
 */
export function useCaseKeys(keys: Readonly<Partial<Record<CaseKey, () => void>>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      const isBusy = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
      if (hasModifier || isBusy || isTyping(event.target)) {
        return;
      }
      const run = keys[event.key as CaseKey];
      if (run !== undefined) {
        event.preventDefault();
        run();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [keys]);
}

/** Focuses the next or previous row in the list, or the first row if none has focus. */
export function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-review-row] > button")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
  next?.focus();
}
