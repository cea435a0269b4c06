// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { LEGAL_VERSIONS, type LegalTextName } from "@tessera/contract/identity/legal-versions";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { localeStore } from "../../../lib/locale.ts";
import { InRouter } from "../../../test-router.tsx";
import { LegalDocument } from "./legal-document.tsx";

const version = (text: string, number: number, status: string) => ({
  text,
  version: number,
  effectiveFrom: new Date(Date.UTC(2026, 10, 20 + number)).toISOString(),
  status,
  changes: number === 1 ? null : `What version ${number} changed`,
});
const TERMS = LEGAL_VERSIONS.terms.length;
const VERSIONS = [
  version("terms", TERMS + 1, "upcoming"),
  version("terms", TERMS, "in_force"),
  version("privacy", 2, "in_force"),
  version("privacy", 1, "earlier"),
];

beforeEach(() => {
  localeStore.set("en");
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify({ data: VERSIONS, nextCursor: null }))),
  );
});
afterEach(() => vi.unstubAllGlobals());

function show(name: LegalTextName, asked?: string) {
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <InRouter>
          <LegalDocument name={name} asked={asked} />
        </InRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

test("A legal page shows the version in force and lists all versions with changes", async () => {
  show("privacy");
  expect(await screen.findByText(/Every version stays readable on this page/)).toBeDefined();
  expect(screen.getByText("What version 2 changed")).toBeDefined();
  expect(screen.getByText("The first version.")).toBeDefined();
  const earlier = screen.getByRole("link", { name: "Read version 1" });
  expect(earlier.getAttribute("href")).toMatch(/\/legal\/privacy\?version=/);
});

test("An earlier version's page shows its original text and names the current one", async () => {
  show("privacy", "1");
  expect(await screen.findByText(/keep earlier versions available on request/)).toBeDefined();
  expect(screen.getByText(/This is an earlier version. Version 2 is in force/)).toBeDefined();
});

test("The page for a nonexistent version says so and lists the existing versions", async () => {
  show("privacy", "9");
  expect(await screen.findByText(/Version 9 doesn’t exist/)).toBeDefined();
  expect(screen.getAllByRole("link", { name: /Read version/ })).toHaveLength(2);
});

test("The current version's page announces the next version and its effective date", async () => {
  show("terms");
  const announced = `Version ${TERMS + 1} takes effect on`;
  expect(await screen.findByText(announced, { exact: false })).toBeDefined();
});

test("The page for a version that the console does not have asks for a reload", async () => {
  show("terms", String(TERMS + 1));
  expect(await screen.findByText(/Reload the page to see this version/)).toBeDefined();
});
