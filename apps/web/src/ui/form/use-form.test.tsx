// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api/api-error.ts";
import { useForm } from "./use-form.ts";

const send = vi.fn();
const reset = vi.fn();
let error: Error | null = null;

beforeEach(() => {
  error = null;
  send.mockReset();
  reset.mockReset();
});

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
  render(<Form />);
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
  render(<Form />);
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
  render(<Form />);
  press("Send");
  press("Restart");
  expect(screen.queryByText(/missing/)).toBeNull();
  press("Send");
  expect(screen.getByText("Name is missing")).toBeTruthy();
});

test("A field shows its own problem, or else the server's error until the next change", () => {
  const fields = [{ path: "address.name", code: "taken", message: "Name is taken" }];
  error = new ApiError({ status: 422, code: "validation_failed", message: "No.", fields });
  render(<Form />);
  expect(screen.getByText("Name is taken")).toBeTruthy();
  press("Send");
  expect(screen.getByText("Name is missing")).toBeTruthy();
  expect(reset).not.toHaveBeenCalled();
  type("name", "Mira");
  expect(reset).toHaveBeenCalledTimes(1);
});
