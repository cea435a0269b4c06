// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useMutation } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { expect, it, vi } from "vitest";
import { PATIENCE_MS } from "../test-patience.ts";
import { tellOutcome } from "./tell-outcome.ts";

interface AskerProps {
  readonly mutationFn: () => Promise<string>;
  readonly onSettled: () => Promise<unknown>;
  readonly callbacks: Parameters<typeof tellOutcome<string, void>>[2];
}

function Asker({ mutationFn, onSettled, callbacks }: AskerProps) {
  const mutation = useMutation<string, Error, void>({ mutationFn, onSettled });
  return (
    <button type="button" onClick={() => tellOutcome(mutation, undefined, callbacks)}>
      ask
    </button>
  );
}

/** Renders a page that is removed when its button is clicked, as a list item is after a refetch. */
function Page({ asker }: { readonly asker: (leave: () => void) => ReactNode }) {
  const [gone, setGone] = useState(false);
  return gone ? "gone" : asker(() => setGone(true));
}

async function ask({ fails = false, leaves = false }): Promise<string[]> {
  const said: string[] = [];
  const asker = (leave: () => void) => (
    <Asker
      mutationFn={() => (fails ? Promise.reject(new Error("no")) : Promise.resolve("done"))}
      onSettled={async () => {
        if (leaves) {
          leave();
          await vi.waitFor(() => expect(screen.queryByRole("button")).toBeNull(), PATIENCE_MS);
        }
      }}
      callbacks={{
        onSuccess: (data) => said.push(data),
        onError: ({ message }) => said.push(message),
        whileShown: () => said.push("closed"),
      }}
    />
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page asker={asker} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button"));
  await vi.waitFor(() => expect(said.length).toBeGreaterThan(0), PATIENCE_MS);
  return said;
}

it("tellOutcome reports a success and closes the sheet", async () => {
  expect((await ask({})).sort()).toEqual(["closed", "done"]);
});

it("tellOutcome reports a success even after the component is gone", async () => {
  expect(await ask({ leaves: true })).toEqual(["done"]);
});

it("tellOutcome reports a failure and closes nothing", async () => {
  expect(await ask({ fails: true })).toEqual(["no"]);
});

it("tellOutcome ignores a second click until the first mutation has finished", async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  const started = vi.fn(() => {
    const answer = answers[started.mock.calls.length - 1];
    return answer === undefined ? Promise.reject(new Error("once more")) : answer.promise;
  });
  const said: string[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Asker
        mutationFn={started}
        onSettled={() => Promise.resolve()}
        callbacks={{ onSuccess: (data) => said.push(data), onError: () => said.push("failed") }}
      />
    </QueryClientProvider>,
  );
  const button = screen.getByRole("button");
  // Both clicks happen in one task, before the next render.
  button.click();
  button.click();
  answers[0].reject(new Error("no"));
  await vi.waitFor(() => expect(said).toEqual(["failed"]), PATIENCE_MS);
  button.click();
  answers[1].resolve("done");
  await vi.waitFor(() => expect(said).toEqual(["failed", "done"]), PATIENCE_MS);
  expect(started).toHaveBeenCalledTimes(2);
});
