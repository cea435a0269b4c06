// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { OfflineSign } from "./offline-sign.tsx";
import { ReconnectingSign } from "./reconnecting-sign.tsx";

function show(lost: boolean) {
  return render(
    <I18nProvider i18n={i18n}>
      <OfflineSign />
      <ReconnectingSign lost={lost} />
    </I18nProvider>,
  ).container;
}

/** Simulates the browser going offline or online. */
function goes(state: "offline" | "online"): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(state === "online");
  act(() => {
    window.dispatchEvent(new Event(state));
  });
}

test("The offline notice appears immediately and disappears when the network returns", () => {
  const container = show(false);
  expect(container.textContent).toBe("");
  goes("offline");
  expect(container.textContent).toContain("You’re offline");
  goes("online");
  expect(container.textContent).toBe("");
});

test("The reconnecting notice appears after a delay, unless the browser is offline", () => {
  vi.useFakeTimers();
  try {
    const container = show(true);
    expect(container.textContent).toBe("");
    act(() => vi.advanceTimersByTime(8_000));
    expect(container.textContent).toBe("Reconnecting…");
    goes("offline");
    expect(container.textContent).toBe("You’re offline. This page may be out of date.");
    goes("online");
    expect(container.textContent).toBe("Reconnecting…");
  } finally {
    vi.useRealTimers();
  }
});
