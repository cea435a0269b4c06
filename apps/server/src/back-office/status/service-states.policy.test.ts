import { SERVICE_COMPONENTS } from "@tessera/contract/back-office/status.schemas";
import { describe, expect, it, test } from "vitest";
import { availabilities, type ServiceFigures, serviceStates } from "./service-states.policy.ts";

const OFFERED = { card_payments: true, deposits: true, payouts: true };

const HEALTHY: ServiceFigures = {
  payments: { asked: 100, timedOut: 1 },
  areRulesUnreadable: false,
  violatedChecks: 0,
  failing: [],
  oldestMailSeconds: 2,
  oldestPayoutMessageSeconds: 0,
  areRatesUsable: true,
};

const ALL_OPERATIONAL = Object.fromEntries(
  SERVICE_COMPONENTS.map((component) => [component, "operational"]),
);

function failing(name: string, { failures = 3, seconds = 300 } = {}) {
  return { failing: [{ name, failures, seconds }] };
}

describe("serviceStates", () => {
  it("reports that everything works while the figures are healthy", () => {
    expect(serviceStates(HEALTHY, OFFERED)).toEqual(ALL_OPERATIONAL);
  });

  it("reports that everything offered is down if the database is unavailable", () => {
    expect(serviceStates(undefined, { ...OFFERED, deposits: false })).toEqual({
      card_payments: "down",
      deposits: "not_offered",
      payouts: "down",
      console: "down",
      mail: "down",
    });
  });

  test.each<[string, Partial<ServiceFigures>, object]>([
    ["a rule cannot be read", { areRulesUnreadable: true }, { card_payments: "down" }],
    [
      "half of the payments time out",
      { payments: { asked: 10, timedOut: 5 } },
      { card_payments: "down" },
    ],
    [
      "one payment in fifty times out",
      { payments: { asked: 50, timedOut: 1 } },
      { card_payments: "degraded" },
    ],
    ["few payments time out", { payments: { asked: 9, timedOut: 9 } }, {}],
    ["the chain cannot be read", failing("wallet.chain"), { deposits: "down" }],
    ["the chain could not be read twice", failing("wallet.chain", { failures: 2 }), {}],
    ["the chain could not be read for a minute", failing("wallet.chain", { seconds: 60 }), {}],
    ["payouts cannot be sent", failing("withdrawals.payouts"), { payouts: "down" }],
    ["other work fails", failing("support.mail"), {}],
    ["events cannot be relayed", failing("events"), { console: "degraded" }],
    [
      "a message of the payout provider waits",
      { oldestPayoutMessageSeconds: 600 },
      {
        payouts: "degraded",
      },
    ],
    [
      "no rate may be used",
      { areRatesUsable: false },
      {
        deposits: "degraded",
        payouts: "degraded",
      },
    ],
    ["a ledger check is violated", { violatedChecks: 1 }, { console: "degraded" }],
    ["a mail waits for five minutes", { oldestMailSeconds: 300 }, { mail: "degraded" }],
    ["a mail waits for half an hour", { oldestMailSeconds: 1_800 }, { mail: "down" }],
  ])("returns the expected states while %s", (_, figures, expected) => {
    expect(serviceStates({ ...HEALTHY, ...figures }, OFFERED)).toEqual({
      ...ALL_OPERATIONAL,
      ...expected,
    });
  });
});

describe("availabilities", () => {
  it("are null if nothing was measured", () => {
    const { mail } = availabilities([], 3);
    expect(mail).toEqual({ days: [null, null, null], availability: null });
  });

  it("are computed by day and over all days, and are never rounded up", () => {
    const measured = [
      { component: "mail", day: 0, measured: 1_440, down: 1 },
      { component: "mail", day: 2, measured: 60, down: 60 },
      { component: "console", day: 1, measured: 10, down: 0 },
    ];
    const { mail, console: web } = availabilities(measured, 3);
    expect(mail).toEqual({ days: [9_993, null, 0], availability: 9_593 });
    expect(web).toEqual({ days: [null, 10_000, null], availability: 10_000 });
  });
});
