// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api/api-error.ts";
import { show } from "../../test-page.tsx";
import { WriteNote } from "./write-note.tsx";

const idle = { unknown: false, sending: false, sendAgain: () => undefined, error: null };

test("A write whose outcome is unknown can be retried and is not shown as failed", () => {
  const sendAgain = vi.fn();
  show(<WriteNote write={{ ...idle, unknown: true, sendAgain }} />);
  expect(screen.getByRole("alert").textContent).toContain("may or may not have been completed");
  fireEvent.click(screen.getByRole("button", { name: /^Check/ }));
  expect(sendAgain).toHaveBeenCalledTimes(1);
});

test("The note shows nothing while the write is being retried", () => {
  show(<WriteNote write={{ ...idle, unknown: true, sending: true }} />);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("A refused write shows the server's message and offers no retry", () => {
  const error = new ApiError({ status: 409, code: "unmatched_settled", message: "Already done." });
  show(<WriteNote write={{ ...idle, error }} />);
  expect(screen.getByRole("alert").textContent).toBe("Already done.");
  expect(screen.queryByRole("button")).toBeNull();
});
