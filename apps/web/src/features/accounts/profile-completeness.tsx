import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, type LinkProps } from "@tanstack/react-router";
import { Panel } from "../../ui/panel.tsx";
import { textLinkClass } from "../../ui/text-link.ts";
import { TileMeter } from "../../ui/tile-meter.tsx";
import { completenessOf, type ProfileStep } from "./completeness.ts";

interface NextStep {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly text: MessageDescriptor;
}

const NEXT_STEPS: Readonly<Record<ProfileStep, NextStep>> = {
  email: { to: "/profile", text: msg`Verify your email.` },
  deposit: { to: "/wallet/deposit", text: msg`Make your first deposit.` },
  card: { to: "/card-selection", text: msg`Issue your first card.` },
  funded: { to: "/", text: msg`Add funds to a card.` },
};

/** How complete the profile is, all that is missing, and the way to the first of it. */
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
        {next && (
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
