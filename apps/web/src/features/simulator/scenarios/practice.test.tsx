// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import type {
  PracticePlay,
  PracticeScenario,
  PracticeSession,
} from "@tessera/contract/simulator/scenarios.schemas";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { later, refusal, requestsOf, serve, show, stubMedia } from "../../../test-page.tsx";
import { JournalLines } from "./journal-lines.tsx";
import { movementWord } from "./journal-words.ts";
import { PlayOutcome, resultWord } from "./play-outcome.tsx";
import { PracticeClock } from "./practice-clock.tsx";
import { PracticeStart } from "./practice-start.tsx";
import { ResetDialog } from "./reset-dialog.tsx";
import { ScenarioPlayer } from "./scenario-player.tsx";

const balances = { balance: "100.00", held: "0.00", available: "100.00" };
const play = (changes: Partial<PracticePlay> = {}): PracticePlay => ({
  number: 1,
  scenario: "tip",
  take: 1,
  step: 1,
  from: "2026-11-22T00:00:00.000Z",
  to: "2026-11-22T01:00:00.000Z",
  result: "approved",
  code: "approved",
  message: null,
  amount: "20.00",
  trace: [],
  journals: [],
  before: balances,
  after: { balance: "100.00", held: "20.00", available: "80.00" },
  ...changes,
});
const scenario: PracticeScenario = {
  id: "tip",
  steps: [
    { id: "bill", deed: "authorisation", after: "PT2H", amount: "20.00" },
    { id: "with_tip", deed: "clearing", after: "P1D" },
  ],
};
const session = (changes: Partial<PracticeSession> = {}) =>
  ({ currency: "USD", progress: [], plays: [], ...changes }) as PracticeSession;
const STEP = "POST /api/practice/steps";
const CLOCK = "POST /api/practice/clock";
const BEGIN = "POST /api/practice";

beforeEach(() => stubMedia());
afterEach(() => void vi.unstubAllGlobals());

const press = (name: string, times = 1) => {
  const button = screen.getByRole("button", { name });
  for (let pressed = 0; pressed < times; pressed += 1) {
    fireEvent.click(button);
  }
};

function showPlayer(one: PracticeSession, onPlayed = vi.fn()): typeof onPlayed {
  show(
    <ScenarioPlayer
      scenario={scenario}
      session={one}
      onPlayed={onPlayed}
      renderChecks={() => <p>Checks</p>}
      renderPayments={(plays) => <p>{plays.length} payments</p>}
    />,
  );
  return onPlayed;
}

test("Clicking twice plays a scenario's next step only once, under a single key", async () => {
  const sent = serve({ [STEP]: play() });
  const onPlayed = showPlayer(session());
  press("Play next step", 2);
  await waitFor(() => expect(onPlayed).toHaveBeenCalledTimes(1));
  expect(requestsOf(sent, STEP).map(({ body }) => body)).toEqual([{ scenario: "tip", step: 1 }]);
  expect(requestsOf(sent, STEP)[0]?.idempotencyKey).toBeTruthy();
});

test("Playing a scenario to the end goes step by step and stops at a rejected step", async () => {
  const answers = [
    () => Response.json(play()),
    () => refusal(409, "practice_moved", "Another window went on."),
  ];
  const sent = serve({ [STEP]: () => (answers.shift() ?? (() => Response.json(play())))() });
  const onPlayed = showPlayer(session());
  press("Play to the end");
  expect((await screen.findByRole("alert")).textContent).toBe("Another window went on.");
  expect(requestsOf(sent, STEP).map(({ body }) => body)).toEqual([
    { scenario: "tip", step: 1 },
    { scenario: "tip", step: 2 },
  ]);
  expect(onPlayed).toHaveBeenCalledTimes(1);
  const keys = requestsOf(sent, STEP).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).not.toBe(keys[1]);
});

test("A finished scenario offers to play it again and shows its last run", () => {
  const progress = [{ scenario: "tip" as const, next: 1, take: 2 }];
  const plays = [play({ number: 2, step: 2, result: "done" }), play()];
  serve({});
  showPlayer(session({ progress, plays }));
  expect(screen.getByRole("button", { name: "Play again" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Play to the end" })).toBeNull();
  expect(screen.getByText("2 payments")).toBeTruthy();
});

test("An unfinished scenario continues with the step after the last one played", async () => {
  const sent = serve({ [STEP]: play({ number: 2, step: 2 }) });
  const progress = [{ scenario: "tip" as const, next: 2, take: 1 }];
  const onPlayed = showPlayer(session({ progress, plays: [play()] }));
  press("Play next step");
  await waitFor(() => expect(onPlayed).toHaveBeenCalledTimes(1));
  expect(requestsOf(sent, STEP).map(({ body }) => body)).toEqual([{ scenario: "tip", step: 2 }]);
});

test("The last step played is expanded and can be collapsed", () => {
  const progress = [{ scenario: "tip" as const, next: 2, take: 1 }];
  serve({});
  showPlayer(session({ progress, plays: [play()] }));
  const [first, second] = screen.getAllByRole("listitem");
  const toggle = within(first as HTMLElement).getByRole("button");
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  expect(second?.getAttribute("aria-current")).toBe("step");
  fireEvent.click(toggle);
  expect(toggle.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByText("On the card")).toBeNull();
});

test("Clicking twice moves the practice clock once; clicks while moving are ignored", async () => {
  const answer = later<Response>();
  const onMoved = vi.fn();
  const sent = serve({ [CLOCK]: () => answer.promise });
  show(<PracticeClock now="2026-11-22T00:00:00.000Z" onMoved={onMoved} />);
  press("+1 day", 2);
  press("+1 month");
  answer.settle(Response.json(play()));
  await waitFor(() => expect(onMoved).toHaveBeenCalledTimes(1));
  expect(requestsOf(sent, CLOCK).map(({ body }) => body)).toEqual([{ by: "P1D" }]);
});

test("The practice clock explains why it cannot move past its end", async () => {
  serve({ [CLOCK]: () => refusal(409, "practice_over", "Practice ends here.") });
  const onMoved = vi.fn();
  show(<PracticeClock now="2026-11-22T00:00:00.000Z" onMoved={onMoved} />);
  press("+1 month");
  expect((await screen.findByRole("alert")).textContent).toBe("Practice ends here.");
  expect(onMoved).not.toHaveBeenCalled();
});

test("A practice session includes draft rules if the customer chose to include them", async () => {
  const sent = serve({ [BEGIN]: { session: null, scenarios: [] } });
  show(<PracticeStart />);
  fireEvent.click(screen.getByRole("checkbox"));
  press("Start practice", 2);
  await waitFor(() => expect(requestsOf(sent, BEGIN)).toHaveLength(1));
  expect(requestsOf(sent, BEGIN)[0]?.body).toEqual({ withDrafts: true });
});

test("A practice session that cannot start shows why, and a retry uses the same key", async () => {
  const answers = [() => refusal(503, "overloaded", "Busy.")];
  const sent = serve({
    [BEGIN]: () => (answers.shift() ?? (() => refusal(403, "forbidden", "Not allowed.")))(),
  });
  show(<PracticeStart />);
  press("Start practice");
  expect((await screen.findByRole("alert")).textContent).toBe("Busy.");
  press("Start practice");
  expect(await screen.findByText("Not allowed.")).toBeTruthy();
  const keys = requestsOf(sent, BEGIN).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).toBe(keys[1]);
});

test("Starting practice over needs confirmation, and the dialog closes afterward", async () => {
  const sent = serve({ [BEGIN]: { session: null, scenarios: [] } });
  const onClose = vi.fn();
  const onDone = vi.fn();
  show(<ResetDialog withDrafts open onClose={onClose} onDone={onDone} />);
  expect(sent).toEqual([]);
  press("Start over", 2);
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(sent.map(({ body }) => body)).toEqual([{ withDrafts: true }]);
});

const said = (one: PracticePlay) => i18n._(resultWord(one));

test("A partial approval is labeled differently from a full approval", () => {
  expect(said(play())).toBe("Approved");
  expect(said(play({ approvedAmount: "10.00" }))).toBe("Partly approved");
  expect(said(play({ result: "refused" }))).toBe("Not possible");
});

const outcome = (one: PracticePlay) =>
  show(<PlayOutcome play={one} currency="USD" checks={<p>Checks</p>} />);

test("A decline for insufficient funds shows the reason and links to adding card funds", () => {
  const trace = [{}] as PracticePlay["trace"];
  outcome(
    play({ result: "declined", code: "insufficient_card_balance", message: "Too little.", trace }),
  );
  expect(screen.getByText("Too little.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Top up the practice card" })).toBeTruthy();
  expect(screen.getByText("Checks")).toBeTruthy();
});

test("A skipped practice step explains why and shows no journal", () => {
  outcome(play({ result: "skipped", code: "skipped" }));
  expect(screen.getByText(/was declined, so nothing happens/)).toBeTruthy();
  expect(screen.queryByText("In the ledger")).toBeNull();
});

test("A changed balance shows both values; an unchanged balance shows only one", () => {
  outcome(play());
  const [available, , balance] = screen.getAllByRole("definition");
  expect(available?.textContent).toMatch(/\$100\.00.*then.*\$80\.00/);
  expect(balance?.textContent).not.toContain("then");
});

test("A journal shows holds and postings, or says that no money moved", () => {
  show(
    <JournalLines
      currency="USD"
      journals={[
        { kind: "note", at: "", amount: "0.00", lines: [], holds: [] },
        {
          kind: "clearing",
          at: "",
          amount: "20.00",
          lines: [{ debit: "card", credit: "network_settlement", amount: "20.00" }],
          holds: [{ step: "capture", amount: "20.00", left: "0.00" }],
        },
      ]}
    />,
  );
  expect(screen.getByText("Settlement")).toBeTruthy();
  expect(screen.getByText("Paid from the hold")).toBeTruthy();
  expect(screen.getByText("to").parentElement?.textContent).toBe("CardtoCard network");
  expect(screen.queryByText("Movement")).toBeNull();
});

test("An empty journal says that no money moved; unknown movements have a default name", () => {
  show(<JournalLines currency="USD" journals={[]} />);
  expect(screen.getByText("No money was moved or held.")).toBeTruthy();
  expect(i18n._(movementWord("levitation"))).toBe("Movement");
});
