import { type RefObject, useEffect } from "react";

/**
 * Moves focus to the first invalid control of a form each time `refusal` changes. `refusal` is a
 * count of blocked attempts or an error response. A falsy value does not move focus.
 */
export function useRefusedFocus(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (refusal) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [form, refusal]);
}
