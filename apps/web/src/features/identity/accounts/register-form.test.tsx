// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { InRouter } from "../../../test-router.tsx";
import { RegisterForm } from "./register-form.tsx";

const WRONG = "The characters don’t match the picture, or it has expired. Try the new one.";

afterEach(() => vi.unstubAllGlobals());

function renderForm() {
  render(
    <I18nProvider i18n={i18n}>
      <InRouter>
        <RegisterForm onDone={() => undefined} />
      </InRouter>
    </I18nProvider>,
  );
}

/** Answers with an image for each captcha, and with `answer` when a code is requested. */
function stubServer(answer: () => Response) {
  Object.assign(URL, { createObjectURL: () => "blob:image", revokeObjectURL: () => undefined });
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const url = typeof request === "string" ? request : request.url;
    return url.includes("/captcha")
      ? new Response("image", { headers: { "X-Captcha-Id": "cap_1" } })
      : answer();
  });
}

/** Types an email and the characters, and presses Enter. */
async function requestCode() {
  await screen.findByRole("img", { name: "Characters to type" });
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type("Email", "ana@example.com");
  type("Characters in the image", "4mosa");
  fireEvent.keyDown(screen.getByLabelText("Characters in the image"), { key: "Enter" });
}

test("Wrong characters are reported at their field, which is emptied and focused", async () => {
  const body = { code: "captcha_invalid", message: WRONG };
  stubServer(() => new Response(JSON.stringify(body), { status: 400 }));
  renderForm();
  await requestCode();
  await screen.findByText(WRONG);
  const field = screen.getByLabelText<HTMLInputElement>("Characters in the image");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(field.value).toBe("");
  expect(document.activeElement).toBe(field);
});

test("Enter in the characters requests the code, and focus moves to its field", async () => {
  stubServer(() => new Response(JSON.stringify({ retryAfterSeconds: 60 }), { status: 200 }));
  renderForm();
  await requestCode();
  await screen.findByText("Sent. The code works for 10 minutes.");
  expect(screen.queryByText("Use at least 12 characters")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Verification code"));
});

test("Choosing the link instead of the code shows no problem until the next attempt", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 503 }));
  renderForm();
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
