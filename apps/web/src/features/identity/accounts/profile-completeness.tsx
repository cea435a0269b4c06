import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, type LinkProps } from "@tanstack/react-router";
import { useState } from "react";
import { TileMeter } from "../../../ui/chart/tile-meter.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { completenessOf, type ProfileStep } from "./completeness.ts";

interface NextStep {
  /** The page for this step; absent for steps that open a sheet. */
  readonly to?: NonNullable<LinkProps["to"]>;
  readonly text: MessageDescriptor;
}

const NEXT_STEPS: Readonly<Record<ProfileStep, NextStep>> = {
  email: { to: "/profile", text: msg`Verify your email.` },
  deposit: { to: "/wallet/deposit", text: msg`Make your first deposit.` },
  card: { to: "/card-selection", text: msg`Issue your first card.` },
  funded: { to: "/", text: msg`Add funds to a card.` },
  factor: { text: msg`Set up a second factor.` },
};

const FactorsSheet = lazySheet(
  async () => (await import("./factors/factors-sheet.tsx")).FactorsSheet,
);

/** Opens the sheet for second factors, which have no separate page. */
function FinishHere() {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${textLinkClass} -my-3 text-small`}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <Trans>Finish</Trans>
      </button>
      {asked && <FactorsSheet open={open} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shows how complete the profile is, the remaining steps and a link to the first one. */
export function ProfileCompleteness({
  done,
}: {
  readonly done: Readonly<Record<ProfileStep, boolean>>;
}) {
  const { t } = useLingui();
  const { share, percent, missing } = completenessOf(done);
  const next = missing[0] === undefined ? undefined : NEXT_STEPS[missing[0]];
  return (
    <Panel>
      <div className="flex items-center justify-between gap-4">
        <span className="font-medium">
          <Trans>Profile {percent}% complete</Trans>
        </span>
        {next && next.to === undefined && <FinishHere />}
        {next?.to !== undefined && (
          <Link to={next.to} className={`${textLinkClass} -my-3 text-small`}>
            <Trans>Finish</Trans>
          </Link>
        )}
      </div>
      <div className="mt-2.5">
        <TileMeter label={t`Profile completeness`} share={share} tiles={20} steady />
      </div>
      <p className="mt-2 text-small text-ink-3">
        {next ? (
          missing.map((step) => (
            <span key={step} className="not-last:after:content-['_']">
              {t(NEXT_STEPS[step].text)}
            </span>
          ))
        ) : (
          <Trans>Everything is set up.</Trans>
        )}
      </p>
    </Panel>
  );
}
