// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { RateChart } from "./rate-chart.tsx";

afterEach(() => vi.unstubAllGlobals());

function draw(points: readonly { readonly at: string; readonly rate: string }[]) {
  const body = JSON.stringify({ from: "USD", to: "EUR", points });
  vi.stubGlobal("fetch", async () => new Response(body, { status: 200 }));
  return render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <RateChart from="USD" to="EUR" />
      </QueryClientProvider>
    </I18nProvider>,
  );
}

test("A rate's chart is a line, and a table for screen readers, newest first", async () => {
  const { container } = draw([
    { at: "2026-11-25T15:00:00Z", rate: "0.8600" },
    { at: "2026-11-26T15:00:00Z", rate: "0.8650" },
    { at: "2026-11-27T15:00:00Z", rate: "0.8625" },
  ]);
  const table = await screen.findByRole("table");
  const rates = within(table)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);
  expect(rates).toEqual(["0.8625", "0.8650", "0.8600"]);
  const line = container.querySelector("figure path")?.getAttribute("d");
  expect(line).toMatch(/^M0 90 L\d+(\.\d+)? 6 L/);
});

test("A rate's chart says why it is empty if there is one rate only", async () => {
  const { container } = draw([{ at: "2026-11-27T15:00:00Z", rate: "0.8625" }]);
  expect(await screen.findByText(/once we have rates for two days/)).toBeDefined();
  expect(container.querySelector("figure path")).toBeNull();
});
