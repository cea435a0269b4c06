// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  SERVICE_COMPONENTS,
  type ServiceState,
  STATUS_DAYS,
} from "@tessera/contract/back-office/status.schemas";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { localeStore } from "../../../lib/locale.ts";
import { InRouter } from "../../../test-router.tsx";
import { StatusPage } from "./status-page.tsx";

beforeEach(() => localeStore.set("en"));
afterEach(() => vi.unstubAllGlobals());

function show(states: readonly ServiceState[], lastDay: number | null) {
  const days = [...Array<null>(STATUS_DAYS - 1).fill(null), lastDay];
  const status = {
    measuredAt: "2026-11-26T12:00:00.000Z",
    since: "2026-08-29T00:00:00.000Z",
    components: SERVICE_COMPONENTS.map((component, index) => ({
      component,
      state: states[index] ?? "operational",
      days,
      availability: lastDay,
    })),
  };
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify(status))),
  );
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <InRouter>
          <StatusPage />
        </InRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

test("The status page says that all is operational and that there is no data yet", async () => {
  show([], null);
  expect(await screen.findByText("All services are operational.")).toBeDefined();
  expect(screen.getAllByText("Operational")).toHaveLength(5);
  expect(screen.getAllByText("No data yet")).toHaveLength(5);
  expect(screen.queryByRole("img")).toBeNull();
});

test("The status page shows what is down and how available each offered service is", async () => {
  show(["down", "not_offered", "degraded"], 9_750);
  expect(await screen.findByText("Some services are down.")).toBeDefined();
  expect(screen.getByText("Down")).toBeDefined();
  expect(screen.getByText("Degraded")).toBeDefined();
  expect(screen.getByText("Not offered")).toBeDefined();
  expect(screen.getAllByText("97.5% available")).toHaveLength(4);
  const pictures = screen.getAllByRole("img", { name: /1 of 90 days measured, lowest 97.5%/ });
  expect(pictures).toHaveLength(4);
});
