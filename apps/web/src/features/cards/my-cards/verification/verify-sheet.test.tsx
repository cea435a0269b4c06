// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../../lib/api/query-client.ts";
import { factorsQuery } from "../../../../lib/session/factors.ts";
import { InRouter } from "../../../../test-router.tsx";
import { HoldNote } from "./hold-note.tsx";
import { VerifySheet } from "./verify-sheet.tsx";

const held = {
  id: "card_1",
  nickname: "Ads",
  network: "visa",
  type: "business",
  currency: "USD",
  last4: "4242",
  status: "frozen",
  balance: "10.00",
  used: false,
  freezes: [
    {
      layer: "verification",
      reason: "wrong_details",
      since: "2026-11-20T10:00:00.000Z",
      until: null,
    },
  ],
} as Card;

const calls: { url: string; headers: Headers; body: string }[] = [];

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <InRouter>{children}</InRouter>
      </QueryClientProvider>
    </I18nProvider>
  );
}

beforeEach(() => {
  const none = { methods: [], totp: null, passkeys: [], recoveryCodesLeft: 0, required: false };
  queryClient.setQueryData(factorsQuery.queryKey, none);
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  calls.length = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ url, headers: new Headers(init.headers), body: String(init.body) });
    const isProof = url.endsWith("/proof");
    const body = isProof
      ? { proof: "prf_1", expiresAt: "2026-11-20T00:00:00Z" }
      : { ...held, status: "active", freezes: [] };
    return isProof && !String(init.body).includes("right")
      ? new Response(JSON.stringify({ code: "proof_invalid", message: "The password is wrong." }), {
          status: 403,
        })
      : new Response(JSON.stringify(body), { status: 200 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function confirm(password: string): void {
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "The card is safe" }));
}

test("A step-up for this card lifts the verification hold and closes the sheet", async () => {
  const onClose = vi.fn();
  render(<VerifySheet card={held} open onClose={onClose} />, { wrapper: Frame });
  confirm("right");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [proof, verify] = calls;
  expect(JSON.parse(proof?.body ?? "")).toEqual({
    password: "right",
    subject: { operation: "card_verify", cardId: "card_1" },
  });
  expect(verify?.url).toMatch(/\/api\/cards\/card_1\/verify$/);
  expect(verify?.headers.get("X-Proof")).toBe("prf_1");
  expect(verify?.headers.get("Idempotency-Key")).toBeTruthy();
});

test("A wrong password is reported and does not lift the verification hold", async () => {
  const onClose = vi.fn();
  render(<VerifySheet card={held} open onClose={onClose} />, { wrapper: Frame });
  confirm("wrong");
  expect(await screen.findByText("The password is wrong.")).toBeTruthy();
  expect(calls).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
});

test("The verification note renders nothing for a card that is not on hold", () => {
  render(<HoldNote card={{ ...held, freezes: [] }} onReplace={vi.fn()} />, {
    wrapper: Frame,
  });
  expect(screen.queryByRole("status")).toBeNull();
});
