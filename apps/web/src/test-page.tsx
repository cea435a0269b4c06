import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { patchSession } from "./lib/session/session-store.ts";
import { InRouter } from "./test-router.tsx";
import { hideToast, useToast } from "./ui/overlay/toast-store.ts";

/** A request that a page made. */
export interface SentRequest {
  /** Method and path: `POST /api/admin/customers/cus_1/notes`. */
  readonly call: string;
  /** The query string without the `?`; empty if there is none. */
  readonly query: string;
  /** The parsed body; `undefined` if there is none. */
  readonly body: unknown;
  readonly idempotencyKey: string | null;
  /** The cell that the request names; `null` if it names none. */
  readonly cell: string | null;
}

/** The response to a request. A plain object stands for a 200 response with that body. */
type Answer = object | ((request: SentRequest) => Response | Promise<Response>);

/** Returns an error response in the API's format. */
export function refusal(status: number, code: string, message: string, more = {}): Response {
  return Response.json({ code, message, ...more }, { status });
}

/** Returns a promise and a function that lets a test settle it. */
export function later<T>(): { readonly promise: Promise<T>; readonly settle: (value: T) => void } {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

/**
 * Replaces `fetch` with a fake server. Returns a list that collects the requests. Requests without
 * a configured response get a 404. Undo this with `vi.unstubAllGlobals()`.
 */
export function serve(answers: Readonly<Record<string, Answer>>): readonly SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(url, "http://console.test");
    const request: SentRequest = {
      call: `${init.method ?? "GET"} ${pathname}`,
      query: search.slice(1),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      idempotencyKey: new Headers(init.headers).get("Idempotency-Key"),
      cell: new Headers(init.headers).get("X-Tessera-Cell"),
    };
    sent.push(request);
    const answer = answers[request.call];
    if (answer === undefined) {
      return refusal(404, "not_found", "Not found.");
    }
    return typeof answer === "function" ? await answer(request) : Response.json(answer);
  });
  return sent;
}

/** Returns the requests with this method and path, in order. */
export function requestsOf(sent: readonly SentRequest[], call: string): readonly SentRequest[] {
  return sent.filter((request) => request.call === call);
}

/**
 * Signs in a user with this role, setting only the session fields that rendered parts depend on.
 */
export function signIn(role: string, username = "reader"): void {
  patchSession({ token: "token", user: { username, role }, ready: true });
}

/** Makes every media query return the same result: by default, the result for a wide window. */
export function stubMedia(matches = true): void {
  vi.stubGlobal("matchMedia", () => ({
    matches,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

function Toast() {
  const toast = useToast();
  return <p data-testid="toast">{toast === null ? "" : `${toast.tone}: ${toast.text}`}</p>;
}

/**
 * Renders part of a page with its texts, a router, a query client that never retries, and the
 * toaster.
 */
export function show(part: ReactNode): void {
  hideToast();
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { networkMode: "always" } },
  });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <InRouter>
          {part}
          <Toast />
        </InRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

/** Returns the toast's text: `success: Note saved`; empty if there is no toast. */
export function toastText(): string {
  return screen.getByTestId("toast").textContent ?? "";
}
