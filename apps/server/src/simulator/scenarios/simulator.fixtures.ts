import {
  PRACTICE_STEPS,
  type Practice,
  type PracticeClockBody,
  type PracticePlay,
  type PracticeScenarioId,
} from "@tessera/contract/simulator/scenarios.schemas";
import { newId } from "../../platform/ids.ts";
import type { Answer, CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";

/** Returns shorthand for the calls that simulator tests make. */
export function simulatorCalls(app: CardsApp) {
  const write = (customer: TestCustomer, path: string, body: object, key: string = newId()) =>
    app.call(customer, `POST /api/practice${path}`, body, { key });
  const step = (
    customer: TestCustomer,
    scenario: PracticeScenarioId,
    place: number,
    key?: string,
  ): Promise<Answer> => write(customer, "/steps", { scenario, step: place }, key);
  return {
    write,
    step,
    async begin(customer: TestCustomer, withDrafts = false): Promise<Practice> {
      return expectStatus(await write(customer, "", { withDrafts }), 201).body;
    },
    async read(customer: TestCustomer): Promise<NonNullable<Practice["session"]>> {
      return expectStatus(await app.call(customer, "GET /api/practice"), 200).body.session;
    },
    async clock(customer: TestCustomer, body: PracticeClockBody): Promise<PracticePlay> {
      return expectStatus(await write(customer, "/clock", body), 200).body;
    },
    /** Plays a scenario from its first step to its last. */
    async play(customer: TestCustomer, scenario: PracticeScenarioId): Promise<PracticePlay[]> {
      const plays: PracticePlay[] = [];
      for (let place = 1; place <= PRACTICE_STEPS[scenario].length; place += 1) {
        plays.push(expectStatus(await step(customer, scenario, place), 200).body);
      }
      return plays;
    },
  };
}

/** Lists a play's journals, one per line, as in `clearing: card > network_settlement 330.00`. */
export function written({ journals }: Pick<PracticePlay, "journals">): string[] {
  return journals.flatMap(({ kind, lines, holds }) => [
    ...holds.map(({ step, amount, left }) => `${kind}: ${step} ${amount}, ${left} left`),
    ...lines.map(({ debit, credit, amount }) => `${kind}: ${debit} > ${credit} ${amount}`),
  ]);
}
