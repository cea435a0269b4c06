import { type RefObject, useEffect } from "react";

/** Moves the focus to an element, unless another element of the page has it. */
function catchFocus(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) {
    element?.focus({ preventScroll: true });
  }
}

/**
 * Moves the focus to an element when it appears, if what had the focus has just left the page: a
 * pressed button, for example, whose form this element replaces.
 */
export function useLostFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => catchFocus(element.current), [element]);
}

/**
 * Moves the focus to an element when another part of the page leaves and takes the focus with it.
 *
 * @param part names the part that is on the page; false if it is not
 */
export function useFocusAfter(
  element: RefObject<HTMLElement | null>,
  part: string | boolean,
): void {
  useEffect(
    () => (part === false ? undefined : () => catchFocus(element.current)),
    [element, part],
  );
}
