import type { Route } from "@playwright/test";
import { ERRORS } from "@tessera/contract/errors/catalog";

/** Responds to a call as an overloaded or rate-limited server would. */
export const refusedWith = (code: "rate_limited" | "overloaded") => (route: Route) => {
  const { status, message } = ERRORS[code];
  const body = { type: "about:blank", title: code, status, message: message.en, code };
  return route.fulfill({ status, json: { ...body, requestId: "r" } });
};
