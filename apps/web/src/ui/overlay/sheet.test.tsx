// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { InRouter } from "../../test-router.tsx";
import { Sheet } from "./sheet.tsx";

const FADE_MS = 50;
const { prototype } = Element;

// Sheets fade out: the first one is still on the page when the second one takes focus.
beforeEach(() => {
  const fade = { finished: new Promise((resolve) => setTimeout(resolve, FADE_MS)) };
  Object.assign(prototype, { getAnimations: () => [fade] });
});

afterEach(() => void Reflect.deleteProperty(prototype, "getAnimations"));

/** A task in two sheets: the second opens as the first one closes. */
function Task() {
  const [step, setStep] = useState<"none" | "form" | "proof">("none");
  return (
    <>
      <button type="button" onClick={() => setStep("form")}>
        Start
      </button>
      <Sheet open={step === "form"} onClose={() => setStep("none")} title="Form">
        <button type="button" onClick={() => setStep("proof")}>
          Continue
        </button>
      </Sheet>
      <Sheet open={step === "proof"} onClose={() => setStep("none")} title="Proof">
        <input aria-label="Password" />
      </Sheet>
    </>
  );
}

test("Focus moves from a sheet to the one that replaces it, then back to the page", async () => {
  render(
    <I18nProvider i18n={i18n}>
      <InRouter>
        <Task />
      </InRouter>
    </I18nProvider>,
  );
  const user = userEvent.setup();
  const start = await screen.findByRole("button", { name: "Start" });
  await user.click(start);
  await user.click(await screen.findByRole("button", { name: "Continue" }));
  const proof = await screen.findByRole("dialog", { name: "Proof" });
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Form" })).toBeNull());
  await waitFor(() => expect(proof.contains(document.activeElement)).toBe(true));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(start));
});
