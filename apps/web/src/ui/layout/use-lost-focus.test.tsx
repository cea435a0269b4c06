// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, useRef, useState } from "react";
import { expect, test } from "vitest";
import { useFocusAfter, useLostFocus } from "./use-lost-focus.ts";

function Outcome() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLostFocus(heading);
  return (
    <h2 ref={heading} tabIndex={-1}>
      Done
    </h2>
  );
}

function Replaced() {
  const [done, setDone] = useState(false);
  return done ? (
    <Outcome />
  ) : (
    <button type="button" onClick={() => setDone(true)}>
      Send
    </button>
  );
}

function Shrinking({ children }: { readonly children?: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(true);
  useFocusAfter(body, open);
  return (
    <div ref={body} tabIndex={-1} data-testid="body">
      {open && (
        <button type="button" onClick={() => setOpen(false)}>
          Close
        </button>
      )}
      {children}
    </div>
  );
}

function press(name: string): void {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
}

test("An outcome takes the focus of the form that it replaces", () => {
  render(<Replaced />);
  press("Send");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Done" }));
});

test("A page takes the focus when the part that had it leaves", () => {
  render(<Shrinking />);
  expect(document.activeElement).toBe(document.body);
  press("Close");
  expect(document.activeElement).toBe(screen.getByTestId("body"));
});

test("A page leaves the focus where it is when another part has it", () => {
  render(
    <Shrinking>
      <input aria-label="Amount" />
    </Shrinking>,
  );
  const amount = screen.getByLabelText("Amount");
  amount.focus();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(document.activeElement).toBe(amount);
});
