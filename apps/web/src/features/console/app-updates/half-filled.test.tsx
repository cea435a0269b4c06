// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useHalfFilled } from "./half-filled.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Sign() {
  return <output>{useHalfFilled() ? "typing" : "free"}</output>;
}

function open(fields: ReactNode): void {
  render(
    <>
      {fields}
      <Sign />
    </>,
  );
}

/** Types a value and flushes the resulting renders. */
function type(label: string, value: string): void {
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
  act(() => vi.runAllTimers());
}

const sign = () => screen.getByRole("status").textContent;

test("A page counts as half filled while a text field contains typed text", () => {
  open(
    <>
      <input aria-label="Amount" />
      <textarea aria-label="Message" />
    </>,
  );
  expect(sign()).toBe("free");
  type("Amount", "5");
  expect(sign()).toBe("typing");
  type("Amount", "");
  expect(sign()).toBe("free");
  type("Message", "Hello");
  expect(sign()).toBe("typing");
});

test("Search fields, checkboxes, and read-only values do not make a page half filled", () => {
  open(
    <>
      <input aria-label="Search" type="search" />
      <input type="checkbox" value="on" readOnly />
      <input type="radio" value="a" readOnly />
      <input type="hidden" value="token" readOnly />
      <input aria-label="Address" defaultValue="0xabc" readOnly />
      <input aria-label="Locked" defaultValue="USD" disabled />
      <input aria-label="Bait" defaultValue="x" hidden />
      <button type="submit" value="send">
        Send
      </button>
    </>,
  );
  type("Search", "books");
  expect(sign()).toBe("free");
});

test("A half-filled form no longer counts after a click removes it from the page", () => {
  open(
    <div data-testid="form">
      <input aria-label="Amount" />
    </div>,
  );
  type("Amount", "5");
  screen.getByLabelText<HTMLInputElement>("Amount").value = "";
  expect(sign()).toBe("typing");
  fireEvent.click(document.body);
  act(() => vi.runAllTimers());
  expect(sign()).toBe("free");
});
