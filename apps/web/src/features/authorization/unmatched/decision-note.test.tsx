// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../../lib/api/api-error.ts";
import { show } from "../../../test-page.tsx";
import { DecisionNote } from "./decision-note.tsx";

const idle = { unknown: false, sending: false, sendAgain: () => undefined, error: null };

test("A decision whose outcome is unknown can be retried and is not shown as failed", () => {
  const sendAgain = vi.fn();
  show(<DecisionNote write={{ ...idle, unknown: true, sendAgain }} />);
  expect(screen.getByRole("alert").textContent).toContain("may or may not have been completed");
  fireEvent.click(screen.getByRole("button", { name: /^Check/ }));
  expect(sendAgain).toHaveBeenCalledTimes(1);
});

test("The decision note shows nothing while the decision is being retried", () => {
  show(<DecisionNote write={{ ...idle, unknown: true, sending: true }} />);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("A rejected match or dismissal shows the server's message and offers no retry", () => {
  const error = new ApiError({ status: 409, code: "unmatched_settled", message: "Already done." });
  show(<DecisionNote write={{ ...idle, error }} />);
  expect(screen.getByRole("alert").textContent).toBe("Already done.");
  expect(screen.queryByRole("button")).toBeNull();
});
