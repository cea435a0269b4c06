import { expect } from "vitest";
import { newId } from "../../platform/ids.ts";
import {
  type Answer,
  type CardsApp,
  createCardsApp,
  type TestCustomer,
} from "../../testing/cards-app.ts";

/** Shorthand for the calls that each side makes about a case. */
interface CaseCalls {
  /** Reads the case as an operator. */
  get(who: TestCustomer, id: string): Promise<Answer>;
  /** Acts on the case as an operator. */
  act(who: TestCustomer, id: string, what: string, body?: object): Promise<Answer>;
  /** Acts on the case as its customer. */
  own(who: TestCustomer, id: string, what: string, body?: object): Promise<Answer>;
}

function caseCalls(app: CardsApp): CaseCalls {
  return {
    get: (who, id) => app.call(who, `GET /api/admin/reviews/${id}`),
    act: (who, id, what, body) =>
      app.call(who, `POST /api/admin/reviews/${id}/${what}`, body, { key: newId() }),
    own: (who, id, what, body) => app.call(who, `POST /api/reviews/${id}/${what}`, body),
  };
}

/** A separate server with two operators who decide cases. */
export interface CaseDesk {
  readonly app: CardsApp;
  readonly on: CaseCalls;
  /** A reviewer. */
  readonly ruth: TestCustomer;
  /** An administrator. */
  readonly omar: TestCustomer;
  /** Checks the ledger, then closes the server. */
  close(): Promise<void>;
}

export async function openCaseDesk(): Promise<CaseDesk> {
  const app = await createCardsApp();
  return {
    app,
    on: caseCalls(app),
    ruth: await app.newOperator("reviewer"),
    omar: await app.newOperator("administrator"),
    async close() {
      expect(await app.brokenBooks()).toEqual([]);
      await app.close();
    },
  };
}
