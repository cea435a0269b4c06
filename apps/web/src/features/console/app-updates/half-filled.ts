import { useEffect, useState } from "react";

const NOT_TYPED = new Set(["hidden", "checkbox", "radio", "submit", "button", "search"]);

/** Returns true if a reload would lose something that the user typed. */
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

/** Tracks {@link isHalfFilled} on typing, clicks, focus changes and navigation. */
export function useHalfFilled(): boolean {
  const [halfFilled, setHalfFilled] = useState(isHalfFilled);
  useEffect(() => {
    // Runs after React has rendered the event's changes.
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
