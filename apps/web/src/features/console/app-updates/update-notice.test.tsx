// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { show } from "../../../test-page.tsx";
import { waitingWorker } from "./service-worker.ts";
import { UpdateNotice } from "./update-notice.tsx";

const container = new EventTarget();
const postMessage = vi.fn();
const target: EventTarget = Object.assign(new EventTarget(), { postMessage });
const worker = target as ServiceWorker;

afterEach(() => {
  waitingWorker.set(null);
  postMessage.mockReset();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

/** Gives the browser a fake service worker container. */
function haveWorkers(): void {
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
}

test("The update notice stays hidden while no newer release is waiting", () => {
  show(<UpdateNotice />);
  expect(screen.queryByRole("button")).toBeNull();
});

test("Only pressing Reload activates the newer release", () => {
  haveWorkers();
  waitingWorker.set(worker);
  show(<UpdateNotice />);
  expect(screen.getByText("A new version is ready.")).toBeTruthy();
  expect(postMessage).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(postMessage.mock.calls).toEqual([["activate"]]);
});

test("A closed update notice returns only with the next release", () => {
  haveWorkers();
  waitingWorker.set(worker);
  show(<UpdateNotice />);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("A new version is ready.")).toBeNull();
  const next: EventTarget = new EventTarget();
  act(() => waitingWorker.set(next as ServiceWorker));
  expect(screen.getByText("A new version is ready.")).toBeTruthy();
  expect(postMessage).not.toHaveBeenCalled();
});

test("The update notice stays hidden while a field is half filled", async () => {
  show(
    <>
      <input aria-label="Amount" />
      <UpdateNotice />
    </>,
  );
  act(() => waitingWorker.set(worker));
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
  fireEvent.input(screen.getByLabelText("Amount"), { target: { value: "5" } });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Reload" })).toBeNull());
  fireEvent.input(screen.getByLabelText("Amount"), { target: { value: "" } });
  expect(await screen.findByRole("button", { name: "Reload" })).toBeTruthy();
});
