// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../../lib/session/session-store.ts";
import { refusal, serve, show, signIn, stubMedia } from "../../../../test-page.tsx";
import { CurrencySheet } from "./currency-sheet.tsx";

const RATES = "GET /api/wallet/rates";

beforeEach(() => {
  stubMedia();
  signIn("customer");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

function open(chosen: readonly string[], onChoose = vi.fn()) {
  show(<CurrencySheet open onClose={() => undefined} chosen={chosen} onChoose={onChoose} />);
  return onChoose;
}

test("A rule's currencies are chosen from those with a rate, the chosen ones first", async () => {
  const currencies = ["CNY", "EUR", "GBP", "JPY", "USD"];
  serve({
    [RATES]: () =>
      Response.json({
        ...{ pairs: [], currencies, source: "Test", stale: false },
        ...{ ratedAt: "2026-11-20T15:00:00.000Z", refreshedAt: "2026-11-20T15:00:00.000Z" },
      }),
  });
  // The source no longer publishes the lev, which the rule names.
  const onChoose = open(["BGN"]);
  expect(await screen.findByLabelText(/^GBP · /)).toBeTruthy();
  const list = await screen.findByRole("list");
  const codes = within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent?.slice(0, 3));
  expect(codes).toEqual(["BGN", "CNY", "EUR", "GBP", "JPY", "USD"]);
  fireEvent.click(screen.getByLabelText(/^GBP · /));
  expect(onChoose).toHaveBeenCalledWith(["BGN", "GBP"]);
});

test("Without rates, a rule's currencies are those of cards", async () => {
  serve({ [RATES]: () => refusal(409, "not_offered", "Not offered") });
  open([]);
  expect(await screen.findByLabelText(/^USD · /)).toBeTruthy();
  expect(screen.queryByLabelText(/^GBP · /)).toBeNull();
});
