import { useEffect, useState } from "react";

const NOT_TYPED = new Set(["hidden", "checkbox", "radio", "submit", "button", "search"]);

/** Whether something was typed that loading the page anew would lose. */
function isHalfFilled(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "input, textarea",
  );
  return [...fields].some(
    (field) =>
      field.value !== "" &&
      !field.readOnly &&
      !field.disabled &&
      !field.hidden &&
      !NOT_TYPED.has(field.type),
  );
}

/** Follows {@link isHalfFilled} by what a reader does: typing, pressing, going somewhere. */
export function useHalfFilled(): boolean {
  const [halfFilled, setHalfFilled] = useState(isHalfFilled);
  useEffect(() => {
    // After what the event itself sets off has been drawn.
    const look = () => setTimeout(() => setHalfFilled(isHalfFilled()), 0);
    const events = ["input", "click", "focusin", "popstate"] as const;
    for (const event of events) {
      window.addEventListener(event, look);
    }
    return () => {
      for (const event of events) {
        window.removeEventListener(event, look);
      }
    };
  }, []);
  return halfFilled;
}
