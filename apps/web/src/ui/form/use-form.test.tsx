// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api/api-error.ts";
import { fieldError, useForm } from "./use-form.ts";

const send = vi.fn();
const reset = vi.fn();
let error: Error | null = null;

beforeEach(() => {
  error = null;
  send.mockReset();
  reset.mockReset();
});

/** Shows a component with translations. */
const show = (children: ReactNode) => render(<I18nProvider i18n={i18n}>{children}</I18nProvider>);

function Form() {
  const form = useForm({
    initial: { name: "", city: "Rome" },
    problems: ({ name, city }) => ({
      name: name === "" && "Name is missing",
      city: city === "" && "City is missing",
    }),
    send,
    write: { error, reset },
    isAt: (path, field) => path === `address.${field}`,
  });
  return (
    <form ref={form.ref} onSubmit={form.submit}>
      {(["name", "city"] as const).map((field) => (
        <label key={field}>
          {field}
          <input {...form.text(field)} aria-invalid={form.errorAt(field) !== undefined} />
          <b>{form.errorAt(field)}</b>
        </label>
      ))}
      <button type="submit">Send</button>
      <button type="button" onClick={form.restart}>
        Restart
      </button>
    </form>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("Problems are shown from the first attempt on, and a valid draft is sent", () => {
  show(<Form />);
  type("city", "");
  expect(screen.queryByText(/missing/)).toBeNull();
  press("Send");
  expect(screen.getAllByText(/missing/)).toHaveLength(2);
  expect(send).not.toHaveBeenCalled();
  type("name", "Mira");
  type("city", "Oslo");
  expect(screen.queryByText(/missing/)).toBeNull();
  press("Send");
  expect(send.mock.calls).toEqual([[{ name: "Mira", city: "Oslo" }]]);
  type("city", "");
  expect(screen.getByText("City is missing")).toBeTruthy();
});

test("Each blocked attempt focuses the first invalid control; typing does not move focus", () => {
  show(<Form />);
  press("Send");
  expect(document.activeElement).toBe(field("name"));
  type("name", "Mira");
  field("city").focus();
  type("name", "");
  expect(document.activeElement).toBe(field("city"));
  press("Send");
  expect(document.activeElement).toBe(field("name"));
});

test("A restarted form shows no problems until the next attempt", () => {
  show(<Form />);
  press("Send");
  press("Restart");
  expect(screen.queryByText(/missing/)).toBeNull();
  press("Send");
  expect(screen.getByText("Name is missing")).toBeTruthy();
});

test("A field shows its own problem, or else the server's error until the next change", () => {
  const fields = [{ path: "address.name", code: "taken", message: "Name is taken" }];
  error = new ApiError({ status: 422, code: "validation_failed", message: "No.", fields });
  show(<Form />);
  expect(screen.getByText("Name is taken")).toBeTruthy();
  press("Send");
  expect(screen.getByText("Name is missing")).toBeTruthy();
  expect(reset).not.toHaveBeenCalled();
  type("name", "Mira");
  expect(reset).toHaveBeenCalledTimes(1);
});

/** The result of a write that the test settles. */
let settle: { done: () => void; fail: (error: Error) => void };
const stepUp = { round: 0, check: vi.fn(() => true), explain: vi.fn((_: unknown) => false) };
const write = vi.fn(
  (_: unknown) =>
    new Promise<void>((done, fail) => {
      settle = { done, fail };
    }),
);

function WritingForm() {
  const form = useForm({
    initial: { name: "", city: "" },
    hidesOnChange: true,
    proof: stepUp,
    problems: ({ name, city }) => ({
      name: name === "" && "Name is missing",
      city: city === "" && "City is missing",
    }),
    send: write,
  });
  return (
    <form ref={form.ref} onSubmit={form.submit}>
      {(["name", "city"] as const).map((name) => (
        <label key={name}>
          {name}
          <input {...form.text(name)} aria-invalid={form.errorAt(name) !== undefined} />
          <b>{form.errorAt(name)}</b>
        </label>
      ))}
      <p>{form.sending ? "Sending" : form.failure?.message}</p>
      <button type="submit">Send</button>
      <button type="button" onClick={() => form.check(["city"])}>
        Check city
      </button>
      <button type="button" onClick={() => form.refuse(fieldError("city", "City is closed"))}>
        Refuse city
      </button>
    </form>
  );
}

/** Renders a form whose write is under way. */
function showSending(): void {
  write.mockClear();
  show(<WritingForm />);
  type("name", "Mira");
  type("city", "Oslo");
  press("Send");
}

test("A form sends one write at a time, and again after the write has ended", async () => {
  showSending();
  press("Send");
  expect(write).toHaveBeenCalledTimes(1);
  expect(screen.getByText("Sending")).toBeTruthy();
  await act(async () => settle.done());
  expect(screen.queryByText("Sending")).toBeNull();
  press("Send");
  expect(write).toHaveBeenCalledTimes(2);
});

test("A write’s error at a field is shown and focused there until the field changes", async () => {
  showSending();
  await act(async () => settle.fail(fieldError("city", "City is closed")));
  expect(screen.getAllByText("City is closed")).toHaveLength(1);
  expect(document.activeElement).toBe(field("city"));
  type("name", "Mara");
  expect(screen.getByText("City is closed")).toBeTruthy();
  type("city", "Rome");
  expect(screen.queryByText("City is closed")).toBeNull();
});

test("An error at a field that changed during the write is shown", async () => {
  showSending();
  type("city", "Rome");
  await act(async () => settle.fail(fieldError("city", "City is closed")));
  expect(screen.getByText("City is closed")).toBeTruthy();
});

test("An error that a form is given is shown at its field, even if the field has changed", () => {
  show(<WritingForm />);
  press("Check city");
  type("city", "Oslo");
  press("Refuse city");
  expect(screen.getByText("City is closed")).toBeTruthy();
  expect(document.activeElement).toBe(field("city"));
  type("city", "Rome");
  expect(screen.queryByText("City is closed")).toBeNull();
});

test("An error of a write that concerns no field is shown until the next attempt", async () => {
  showSending();
  await act(async () => settle.fail(fieldError("unknown", "Closed today")));
  type("city", "Rome");
  expect(screen.getByText("Closed today")).toBeTruthy();
  press("Send");
  expect(screen.queryByText("Closed today")).toBeNull();
});

test("A step-up that is not complete blocks the form, and explains its own errors", async () => {
  stepUp.check.mockReturnValueOnce(false);
  showSending();
  expect(write).not.toHaveBeenCalled();
  press("Send");
  stepUp.explain.mockReturnValueOnce(true);
  await act(async () => settle.fail(fieldError("city", "Wrong code")));
  expect(screen.queryByText("Wrong code")).toBeNull();
});

test("If a form hides problems on change, they return with the next attempt", () => {
  show(<WritingForm />);
  press("Send");
  expect(screen.getAllByText(/missing/)).toHaveLength(2);
  type("city", "Oslo");
  type("city", "");
  expect(screen.queryByText("City is missing")).toBeNull();
  expect(screen.getByText("Name is missing")).toBeTruthy();
  press("Send");
  expect(screen.getByText("City is missing")).toBeTruthy();
});

test("A check of one field shows the problem of that field only", () => {
  show(<WritingForm />);
  press("Check city");
  expect(screen.getByText("City is missing")).toBeTruthy();
  expect(screen.queryByText("Name is missing")).toBeNull();
  expect(document.activeElement).toBe(field("city"));
});
