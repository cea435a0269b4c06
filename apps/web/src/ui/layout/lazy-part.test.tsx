// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, useState } from "react";
import { expect, it } from "vitest";
import { Toaster } from "../overlay/toaster.tsx";
import { lazyPart, lazySheet } from "./lazy-part.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });

function failsOnce<P>(part: (props: P) => React.ReactNode) {
  let tries = 0;
  return () => {
    tries += 1;
    return tries === 1 ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(part);
  };
}

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

function Page({ sheet: Sheet }: { readonly sheet: ComponentType<SheetProps> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {open ? "opening" : "open"}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} />
      <Toaster />
    </>
  );
}

it("lazySheet closes and reports a sheet that fails to load, and retries later", async () => {
  const Sheet = lazySheet<SheetProps>(failsOnce(({ open }) => (open ? <p>The sheet</p> : null)));
  render(
    <I18nProvider i18n={i18n}>
      <Page sheet={Sheet} />
    </I18nProvider>,
  );
  await userEvent.click(screen.getByText("open"));
  expect(await screen.findByText(/Couldn’t open this/)).toBeDefined();
  await userEvent.click(await screen.findByText("open"));
  expect(await screen.findByText("The sheet")).toBeDefined();
});

it("lazyPart offers a retry in place of a part whose code failed to load", async () => {
  const Part = lazyPart<object>(
    failsOnce(() => <p>The part</p>),
    <p>Waiting</p>,
  );
  render(
    <I18nProvider i18n={i18n}>
      <Part />
    </I18nProvider>,
  );
  expect(screen.getByText("Waiting")).toBeDefined();
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("The part")).toBeDefined();
});
