// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../lib/session/session-store.ts";
import { requestsOf, serve, show, signIn } from "../../../test-page.tsx";
import { ClosingNotice } from "./closing-notice.tsx";

const CURRENT = "GET /api/account-closing/current";
const cooling = {
  state: "cooling",
  askedAt: "2026-11-21T10:00:00.000Z",
  endsAt: "2026-12-05T10:00:00.000Z",
  closedAt: null,
  named: [],
};

beforeEach(() => {
  signIn("customer");
  vi.stubGlobal("requestIdleCallback", (run: () => void) => setTimeout(run, 0));
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test("The closing notice says when the closure begins, and links to it", async () => {
  serve({ [CURRENT]: { closing: cooling } });
  show(<ClosingNotice className="" />);
  expect(await screen.findByText(/Your account closure begins on/)).toBeTruthy();
  const link = screen.getByRole("link", { name: "View account closure" });
  expect(link.getAttribute("href")).toBe("/close-account");
});

test("The closing notice says that the cooling-off period is over", async () => {
  serve({ [CURRENT]: { closing: { ...cooling, state: "settling" } } });
  show(<ClosingNotice className="" />);
  expect(await screen.findByText(/The cooling-off period is over/)).toBeTruthy();
});

test("The closing notice is absent if the account is not closing", async () => {
  const sent = serve({ [CURRENT]: { closing: null } });
  show(<ClosingNotice className="" />);
  await waitFor(() => expect(requestsOf(sent, CURRENT)).toHaveLength(1));
  expect(screen.queryByRole("status")).toBeNull();
});
