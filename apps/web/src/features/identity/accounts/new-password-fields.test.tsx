// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { useForm } from "../../../ui/form/use-form.ts";
import { confirmProblem, passwordProblem } from "./account-checks.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";

function Form() {
  const form = useForm({
    initial: { password: "", confirmPassword: "" },
    hidesOnChange: true,
    problems: ({ password, confirmPassword }) => ({
      password: passwordProblem(password),
      confirmPassword: confirmProblem(password, confirmPassword),
      agreement: "Accept the agreement",
    }),
    send: () => undefined,
  });
  const { text, errorAt, change } = form;
  return (
    <form ref={form.ref} onSubmit={form.submit}>
      <NewPasswordFields label="Password" text={text} errorAt={errorAt} change={change} />
      <button type="submit">Send</button>
    </form>
  );
}

test("Typing a new password shows no mismatch until the next attempt", () => {
  render(
    <I18nProvider i18n={i18n}>
      <Form />
    </I18nProvider>,
  );
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const send = () => fireEvent.click(screen.getByRole("button", { name: "Send" }));
  type("Password", "a long password");
  type("Confirm password", "a long password");
  send();
  type("Password", "another long password");
  expect(screen.queryByText("Passwords do not match")).toBeNull();
  send();
  expect(screen.getByText("Passwords do not match")).toBeDefined();
});
