// @vitest-environment jsdom
import { act, render, renderHook, screen } from "@testing-library/react";
import { Suspense, use } from "react";
import { beforeEach, expect, it } from "vitest";
import { useLinkToken } from "./use-link-token.ts";

beforeEach(() => window.history.replaceState(null, "", "/"));

function Screen({ text }: { readonly text: Promise<string> }) {
  const token = useLinkToken();
  return <p>{`${use(text)} ${token}`}</p>;
}

const follow = (url: string) => window.history.replaceState(null, "", url);

it("useLinkToken returns the token from an emailed link and removes it from the address", () => {
  follow("/not-me#one");
  expect(renderHook(useLinkToken).result.current).toBe("one");
  expect(window.location.href).not.toContain("one");
});

it("useLinkToken returns an empty string for a later link without a token", () => {
  follow("/not-me#two");
  renderHook(useLinkToken);
  follow("/keep-account");
  expect(renderHook(useLinkToken).result.current).toBe("");
});

it("useLinkToken keeps the token on remount and reads a newer link's token", () => {
  follow("/not-me#three");
  renderHook(useLinkToken).unmount();
  expect(renderHook(useLinkToken).result.current).toBe("three");
  follow("/not-me#four");
  expect(renderHook(useLinkToken).result.current).toBe("four");
});

it("useLinkToken keeps the token if React discards the first render", async () => {
  follow("/not-me#five");
  let arrive: (text: string) => void = () => undefined;
  const text = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  await act(async () => {
    render(
      <Suspense fallback="Loading">
        <Screen text={text} />
      </Suspense>,
    );
  });
  expect(screen.getByText("Loading")).toBeDefined();
  await act(async () => arrive("Token:"));
  expect(screen.getByText("Token: five")).toBeDefined();
});
