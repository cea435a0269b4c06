import type { SettingsInput } from "@tessera/contract/back-office/program.schemas";
import { type App, buildApp } from "../app.ts";
import type { AppContext } from "../platform/context.ts";
import type { Answer, CardsApp, TestCustomer } from "./cards-app.ts";
import { expectStatus } from "./test-cards.ts";
import { callProven } from "./test-operators.ts";

type Changes = { readonly [K in keyof Omit<SettingsInput, "version">]?: Partial<SettingsInput[K]> };

const PATH = "/api/admin/programme/settings";

/**
 * Changes the program's limits over the API, with a second administrator's approval if required.
 */
export async function setLimits(app: CardsApp, over: Changes): Promise<void> {
  const admin = await app.newOperator("administrator");
  const { body } = expectStatus(await app.call(admin, `GET ${PATH}`), 200);
  const { version, withdrawal, application, correction, exchange } = body.current;
  const changed = {
    version,
    withdrawal: { ...withdrawal, ...over.withdrawal },
    application: { ...application, ...over.application },
    correction: { ...correction, ...over.correction },
    exchange: { ...exchange, ...over.exchange },
  };
  const answer = await app.call(admin, `PUT ${PATH}`, changed);
  if (answer.body.code !== "second_administrator_needed") {
    expectStatus(answer, 200);
    return;
  }
  const second = await app.newOperator("administrator");
  const proposed = { ...changed, reason: "For a test" };
  const proposal = await callProven(app, admin, `POST ${PATH}/proposals`, proposed);
  const { id } = expectStatus(proposal, 201).body;
  const approved = await callProven(app, second, `POST /api/admin/proposals/${id}/approve`);
  expectStatus(approved, 200);
}

/** Another server that uses the first server's database but shares no memory with it. */
export interface OtherServer {
  readonly context: AppContext;
  readonly server: App["server"];
  post(
    who: TestCustomer,
    url: string,
    body: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Pick<Answer, "status" | "body">>;
  close(): Promise<void>;
}

export async function openOtherServer(app: CardsApp): Promise<OtherServer> {
  const context = { ...app.context };
  const other = await buildApp(context, { maxEventLoopDelayMs: 0 });
  return {
    context,
    server: other.server,
    async post({ token }, url, body, headers = {}) {
      const answer = await other.server.inject({
        method: "POST",
        url,
        payload: body,
        headers: { ...headers, authorization: `Bearer ${token}` },
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    async close() {
      await other.server.close();
    },
  };
}
