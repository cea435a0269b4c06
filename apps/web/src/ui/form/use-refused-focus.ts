import { type RefObject, useEffect } from "react";

/**
 * Moves focus to the first refused control of a form, each time that `refusal` is another one:
 * a count of refused tries, or the error that an answer brought. Nothing is moved without one.
 */
export function useRefusedFocus(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (refusal) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [form, refusal]);
}
