import type { SettingsInput } from "@tessera/contract/programme/programme.schemas";
import { buildApp } from "../app.ts";
import type { AppContext } from "../platform/context.ts";
import type { Answer, CardsApp, TestCustomer } from "./cards-app.ts";
import { expectStatus } from "./test-cards.ts";

type Changes = { readonly [K in keyof Omit<SettingsInput, "version">]?: Partial<SettingsInput[K]> };

const PATH = "/api/admin/programme/settings";

/** Changes limits of the programme over the API, as an administrator does; the rest stays. */
export async function setLimits(app: CardsApp, over: Changes): Promise<void> {
  const admin = await app.newOperator("administrator");
  const { body } = expectStatus(await app.call(admin, `GET ${PATH}`), 200);
  const { version, withdrawal, application, correction } = body.current;
  const changed = {
    version,
    withdrawal: { ...withdrawal, ...over.withdrawal },
    application: { ...application, ...over.application },
    correction: { ...correction, ...over.correction },
  };
  expectStatus(await app.call(admin, `PUT ${PATH}`, changed), 200);
}

/** Another server on the database of the first, which keeps nothing of what that one knows. */
export interface OtherServer {
  readonly context: AppContext;
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
