// @vitest-environment jsdom
import type {
  Insight,
  RiskAlert,
  RiskFactor,
  RiskSuggestion,
} from "@tessera/contract/authorization/risk-insight.schemas";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../lib/api/query-client.ts";
import { clearSession } from "../../../lib/session/session-store.ts";
import { later, refusal, requestsOf, serve, show, signIn, stubMedia } from "../../../test-page.tsx";
import { AlertList } from "./alert-list.tsx";
import { countryName } from "./country-name.ts";
import { FactorSheet } from "./factor-sheet.tsx";
import { insightQuery, tellAlertsSeen } from "./insight.queries.ts";
import { RiskChip } from "./risk-chip.tsx";
import { ScorePanel } from "./score-panel.tsx";
import { SuggestionList } from "./suggestion-list.tsx";
import { WaitingPanel } from "./waiting-panel.tsx";

const factor = (changes: Partial<RiskFactor>): RiskFactor => ({
  factor: "declines",
  points: 6,
  max: 20,
  count: 3,
  of: 40,
  valueBasisPoints: 750,
  allAtBasisPoints: 200,
  noneAtBasisPoints: 2_000,
  ...changes,
});
const suggestion = {
  kind: "stop_small_series",
  factor: "declines",
  rule: { currency: "USD", when: { amount: { amount: "3.00" } } },
} as RiskSuggestion;
const insight: Insight = {
  enough: true,
  minimum: 20,
  payments: 43,
  from: "2026-10-20T00:00:00.000Z",
  to: "2026-11-20T00:00:00.000Z",
  score: 71,
  band: "moderate",
  factors: [factor({})],
  spending: {} as Insight["spending"],
  declines: {} as Insight["declines"],
  alerts: [],
  alertsSeenAt: null,
  suggestions: [suggestion],
};
const READ = "GET /api/risk/insight";
const BACKTEST = "POST /api/risk/backtests";
const SEEN = "POST /api/risk/insight/seen";

beforeEach(() => {
  stubMedia();
  signIn("customer");
});
afterEach(() => {
  clearSession();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test("The risk chip says that the risk is not known yet, then shows the loaded band", async () => {
  const answer = later<Response>();
  const sent = serve({ [READ]: () => answer.promise });
  show(<RiskChip />);
  expect(screen.getByText("Risk: not known yet")).toBeTruthy();
  answer.settle(Response.json(insight));
  expect(await screen.findByText("Moderate risk")).toBeTruthy();
  expect(requestsOf(sent, READ).map(({ query }) => query)).toEqual(["days=30&currency=USD"]);
});

test("The risk chip distinguishes too few payments from a failed request", async () => {
  const { score, band, ...rest } = insight;
  serve({ [READ]: { ...rest, enough: false } });
  show(<RiskChip />);
  expect(await screen.findByText("Risk: not enough data yet")).toBeTruthy();
});

test("The risk chip shows an unknown risk after a failure and nothing after sign-out", async () => {
  const sent = serve({ [READ]: () => refusal(403, "forbidden", "Not allowed.") });
  show(<RiskChip />);
  await waitFor(() => expect(requestsOf(sent, READ)).toHaveLength(1));
  expect(screen.getByText("Risk: not known yet")).toBeTruthy();
});

test("The risk score is not requested unless a customer is signed in", () => {
  clearSession();
  const sent = serve({ [READ]: insight });
  show(<RiskChip />);
  expect(sent).toEqual([]);
});

test("The waiting panel shows how many more payments are needed for a risk score", () => {
  show(<WaitingPanel insight={{ ...insight, enough: false, payments: 19 }} />);
  expect(screen.getByText(/appear after 1 more payment in this period/)).toBeTruthy();
  expect(screen.getByText("19 of 20 payments")).toBeTruthy();
});

test.each([
  [4, "declines", /Up 4 since .*\. Fewer declined payments\./],
  [-3, "small_payments", /Down 3 since .*\. More small payments in a row\./],
  [0, undefined, /The same as before/],
] as const)("The panel explains a change of %i points", (points, why, sentence) => {
  const since = "2026-10-20T00:00:00.000Z";
  const change = { points, since, ...(why !== undefined && { factor: why }) };
  const onHow = vi.fn();
  show(<ScorePanel insight={{ ...insight, change }} onHow={onHow} />);
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Moderate risk" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "How this is scored" }));
  expect(onHow).toHaveBeenCalledTimes(1);
});

test("Each risk factor shows its share, both thresholds, and advice if it costs points", () => {
  const factors = [
    factor({}),
    factor({
      factor: "settled",
      points: 10,
      max: 10,
      count: 39,
      of: 40,
      valueBasisPoints: 9_750,
      allAtBasisPoints: 9_500,
      noneAtBasisPoints: 6_000,
    }),
    factor({ factor: "new_merchants", count: 5, of: 37 }),
    factor({ factor: "unguarded_cards", count: 1, of: 2 }),
  ];
  show(<FactorSheet insight={{ ...insight, factors }} open onClose={() => undefined} />);
  const text = screen.getByRole("dialog").textContent;
  expect(text).toContain("sum of these 4 parts");
  expect(text).toContain("3 of 40 payments · 7.5%");
  expect(text).toContain("Full points up to 2%, none at 20% or more.");
  expect(text).toContain("39 of 40 completed approved payments");
  expect(text).toContain("Full points at 95% or more, none at 60% or less.");
  expect(text).toContain("5, compared with 37 approved payments");
  expect(text).toContain("1 of 2 cards");
  expect(text).toContain("Keep enough money on your cards");
  expect(text).not.toContain("Payments that are reversed or expire lower this score.");
});

const alert = (changes: Partial<RiskAlert>): RiskAlert => ({
  id: "alert_1",
  kind: "repeated_declines",
  at: "2026-11-18T08:00:00.000Z",
  cardId: "card_1",
  count: 3,
  merchantName: "Aurora Books",
  movementIds: ["mov_1", "mov_2"],
  ...changes,
});

test("The list describes each alert type and marks alerts since the last visit as new", () => {
  const alerts = [
    alert({ id: "1", at: "2026-11-19T08:00:00.000Z" }),
    alert({ id: "2", kind: "wrong_details", count: 1 }),
    alert({ id: "3", kind: "small_payments", count: 4 }),
    alert({ id: "4", kind: "first_country", country: "DE" }),
    alert({
      id: "5",
      kind: "price_rise",
      rise: { from: "9.00", to: "12.00", currency: "USD" },
    }),
  ];
  show(
    <AlertList alerts={alerts} seenAt="2026-11-18T08:00:00.000Z" cardName={(id) => `Card ${id}`} />,
  );
  const rows = screen.getAllByRole("link").map(({ textContent }) => textContent);
  expect(rows[0]).toContain("3 declines at Aurora Books");
  expect(rows[0]).toContain("Card card_1");
  expect(rows[0]).toContain("New");
  expect(rows[1]).toContain("Wrong CVV or expiry date");
  expect(rows[1]).not.toContain("times");
  expect(rows[1]).not.toContain("New");
  expect(rows[2]).toContain("4 small payments in a row");
  expect(rows[3]).toContain("First payment in Germany");
  expect(rows[4]).toContain("Aurora Books raised its price");
  expect(rows[4]).toMatch(/Was .*\$9\.00, now .*\$12\.00/);
  expect(screen.getByText("1 new")).toBeTruthy();
});

test("The alert list marks every alert as new for a customer who has never viewed it", () => {
  show(
    <>
      <AlertList alerts={[alert({})]} seenAt={null} cardName={() => ""} />
      <AlertList alerts={[]} seenAt={null} cardName={() => ""} />
    </>,
  );
  expect(screen.getByText("1 new")).toBeTruthy();
  expect(screen.getByText("Nothing unusual in this period.")).toBeTruthy();
});

test("A country without a known name is shown as its code", () => {
  expect(countryName("DE", "en")).toBe("Germany");
  expect(countryName("??", "en")).toBe("??");
});

test("A suggested rule is tested against the customer's payments in the period", async () => {
  const answer = later<Response>();
  const sent = serve({ [BACKTEST]: () => answer.promise });
  show(<SuggestionList insight={insight} days="90" />);
  expect(screen.getByText("Declined payments: 14 points to gain.")).toBeTruthy();
  expect(screen.getByText("Testing it on your payments…")).toBeTruthy();
  expect(screen.getByRole("link").getAttribute("aria-label")).toBe(
    "Draft this rule: Decline consecutive small payments",
  );
  const stoppedAmounts = [
    { amount: "4.00", currency: "USD" },
    { amount: "2.00", currency: "EUR" },
  ];
  answer.settle(Response.json({ stopped: 2, stoppedAmounts }));
  expect(await screen.findByText(/would have stopped 2 payments:/)).toBeTruthy();
  expect(screen.getByRole("listitem").textContent).toMatch(/\$4\.00 \+ .*€2\.00/);
  expect(requestsOf(sent, BACKTEST).map(({ body }) => body)).toEqual([
    { rule: suggestion.rule, days: 90 },
  ]);
});

test.each([
  [() => Response.json({ stopped: 0, stoppedAmounts: [] }), /wouldn’t have stopped any payment/],
  [() => refusal(500, "internal", "Broken."), /can’t be tested on your payments right now/],
])(
  "A suggested rule without effect is shown differently from one whose test failed",
  async (answer, words) => {
    serve({ [BACKTEST]: answer });
    show(<SuggestionList insight={insight} days="30" />);
    expect(await screen.findByText(words)).toBeTruthy();
  },
);

test("The suggestions section is hidden if there is no suggestion", () => {
  show(<SuggestionList insight={{ ...insight, suggestions: [] }} days="30" />);
  expect(screen.queryByRole("heading")).toBeNull();
});

test("Viewed alerts are marked as seen on the server and in the cache", async () => {
  const { queryKey } = insightQuery("30", "USD");
  queryClient.setQueryData(queryKey, insight);
  const sent = serve({ [SEEN]: () => new Response(null, { status: 204 }) });
  await tellAlertsSeen(insight.to);
  expect(requestsOf(sent, SEEN).map(({ body }) => body)).toEqual([{ until: insight.to }]);
  expect(queryClient.getQueryData(queryKey)?.alertsSeenAt).toBe(insight.to);
});

test("If marking alerts as seen fails, the alerts stay new and no error is thrown", async () => {
  const { queryKey } = insightQuery("30", "USD");
  queryClient.setQueryData(queryKey, insight);
  serve({ [SEEN]: () => refusal(503, "overloaded", "Busy.") });
  await tellAlertsSeen(insight.to);
  expect(queryClient.getQueryData(queryKey)?.alertsSeenAt).toBeNull();
});
