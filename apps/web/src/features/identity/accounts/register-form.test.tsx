// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { InRouter } from "../../../test-router.tsx";
import { RegisterForm } from "./register-form.tsx";

afterEach(() => vi.unstubAllGlobals());

test("Choosing the link instead of the code shows no problem until the next attempt", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 503 }));
  render(
    <I18nProvider i18n={i18n}>
      <InRouter>
        <RegisterForm onDone={() => undefined} />
      </InRouter>
    </I18nProvider>,
  );
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  await screen.findByRole("button", { name: "Create account" });
  press("Create account");
  expect(screen.getByText("Enter the 6 digits from the email")).toBeDefined();
  press("Get a link by email instead");
  expect(screen.queryByText("Type the characters in the image")).toBeNull();
  press("Create account");
  expect(screen.getByText("Type the characters in the image")).toBeDefined();
  press("Use a code instead");
  expect(screen.queryByText("Enter the 6 digits from the email")).toBeNull();
});
