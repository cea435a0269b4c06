// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { BankDetailsPart } from "./bank-details.tsx";

const EUR = {
  ...{ currency: "EUR", holder: "Example Ltd", bank: "Example Bank", bankCode: "COBADEFFXXX" },
  ...{ account: "DE89370400440532013000", isIban: true, reference: "RF690010000000042" },
};
const USD = {
  ...{ ...EUR, currency: "USD", account: "0012345678", isIban: false, bankCode: null },
  reference: "RF850070000000042",
};

afterEach(() => vi.unstubAllGlobals());

function open(answer: () => Response) {
  vi.stubGlobal("fetch", async () => answer());
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <BankDetailsPart />
      </QueryClientProvider>
    </I18nProvider>,
  );
}

test("bank transfer: shows each currency's account, and copies the plain reference", async () => {
  const written: string[] = [];
  const writeText = async (text: string) => written.push(text);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  open(() => new Response(JSON.stringify({ accounts: [EUR, USD] })));
  expect(await screen.findByText("RF69 0010 0000 0004 2")).toBeTruthy();
  expect(screen.getByText("DE89 3704 0044 0532 0130 00")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Copy reference" }));
  await vi.waitFor(() => expect(written).toEqual(["RF690010000000042"]));
  fireEvent.click(screen.getByRole("button", { name: "USD" }));
  expect(screen.getByText("RF85 0070 0000 0004 2")).toBeTruthy();
  expect(screen.getByText("0012345678")).toBeTruthy();
  expect(screen.queryByText("BIC")).toBeNull();
});

test("bank transfer: says that the details could not be loaded", async () => {
  const body = JSON.stringify({ code: "internal", message: "Broken" });
  open(() => new Response(body, { status: 500 }));
  expect(await screen.findByRole("button", { name: /Try again|Retry/ })).toBeTruthy();
});
