// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InRouter } from "../../../test-router.tsx";
import { CancelAction } from "../../../ui/form/cancel-action.tsx";
import { hideToast, useToast } from "../../../ui/overlay/toast-store.ts";
import { useCancelWithdrawal } from "./withdrawals.mutations.ts";

let tries = 0;
/** Responses to the first attempts. Any later attempt returns a canceled withdrawal. */
let answers: Response[] = [];

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const unknown = () => json(503, { code: "outcome_unknown", message: "Not known yet." });

beforeEach(() => {
  tries = 0;
  hideToast();
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => {
    tries += 1;
    return answers.shift() ?? json(200, { id: "wdr_1", stage: "cancelled" });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

function Cancel() {
  const toast = useToast();
  return (
    <>
      <CancelAction
        id="wdr_1"
        mutation={useCancelWithdrawal()}
        label="Cancel withdrawal"
        question="Cancel it?"
        done="Withdrawal canceled"
      >
        The money is back at once.
      </CancelAction>
      <p data-testid="toast">{toast === null ? "" : `${toast.tone}: ${toast.text}`}</p>
    </>
  );
}

async function cancel(): Promise<void> {
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <InRouter>
          <Cancel />
        </InRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  await pass(50);
  fireEvent.click(screen.getByRole("button", { name: "Cancel withdrawal" }));
  // Within `act`, which renders the dialog completely, however long that takes.
  await act(() => vi.dynamicImportSettled());
  await pass(50);
  const dialog = screen.getByRole("alertdialog");
  const confirm = [...dialog.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Cancel withdrawal",
  );
  fireEvent.click(confirm ?? dialog);
  await pass(50);
}

test("A cancellation is shown as processing until its outcome is known", async () => {
  answers = [unknown(), unknown()];
  await cancel();
  expect(screen.getByText("Processing")).toBeTruthy();
  expect(screen.getByTestId("toast").textContent).toBe("");
  await pass(3_500);
  expect(tries).toBe(3);
  expect(screen.getByTestId("toast").textContent).toBe("success: Withdrawal canceled");
});

test("A cancellation is not shown as failed if its outcome stays unknown", async () => {
  answers = Array.from({ length: 5 }, unknown);
  await cancel();
  await pass(16_000);
  expect(screen.getByTestId("toast").textContent).toBe("plain: Not known yet.");
});
