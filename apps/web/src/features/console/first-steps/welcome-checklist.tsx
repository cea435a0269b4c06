import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, type LinkProps } from "@tanstack/react-router";
import { Check, ChevronRight, X } from "lucide-react";
import type { ReactNode } from "react";
import { TileMeter } from "../../../ui/chart/tile-meter.tsx";
import { IconButton } from "../../../ui/form/icon-button.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { classNames } from "../../../ui/style/class-names.ts";
import {
  progressOf,
  WELCOME_STEPS,
  type WelcomeProgress,
  type WelcomeStep,
} from "./welcome-steps.ts";

const TITLES: Readonly<Record<WelcomeStep, MessageDescriptor>> = {
  email: msg`Verify your email`,
  deposit: msg`Make your first deposit`,
  card: msg`Get your first card`,
  funded: msg`Add funds to a card`,
  purchase: msg`Pay with your card`,
};

/** The target of a step: a link to another page, or a function that opens a dialog on this page. */
export type WelcomeTarget = LinkProps | (() => void);

const ROW = "flex min-h-11 w-full items-center gap-3 rounded-small text-left font-medium";

function StepRow({
  number,
  done,
  target,
  children,
}: {
  readonly number: number;
  readonly done: boolean;
  readonly target: WelcomeTarget | undefined;
  readonly children: ReactNode;
}) {
  const content = (
    <>
      <span
        aria-hidden="true"
        className={classNames(
          "grid size-6 flex-none place-items-center rounded-chip text-micro",
          done ? "bg-accent-soft text-accent-ink" : "bg-fill text-ink-2",
        )}
      >
        {done ? <Check size={16} strokeWidth={2} /> : number}
      </span>
      <span className={classNames("min-w-0 flex-1", done && "text-ink-3")}>
        {children}
        {done && (
          <span className="sr-only">
            {" "}
            <Trans>(done)</Trans>
          </span>
        )}
      </span>
      {!done && target !== undefined && (
        <ChevronRight aria-hidden="true" size={20} strokeWidth={1.75} className="text-ink-3" />
      )}
    </>
  );
  if (done || target === undefined) {
    return <div className="flex min-h-11 items-center gap-3">{content}</div>;
  }
  return typeof target === "function" ? (
    <button type="button" aria-haspopup="dialog" onClick={target} className={ROW}>
      {content}
    </button>
  ) : (
    <Link {...target} className={ROW}>
      {content}
    </Link>
  );
}

interface WelcomeChecklistProps {
  readonly done: WelcomeProgress;
  readonly targets: Readonly<Record<WelcomeStep, WelcomeTarget | undefined>>;
  readonly onDismiss: () => void;
}

/** Renders the first steps and their progress, until all are done or the user dismisses them. */
export function WelcomeChecklist({ done, targets, onDismiss }: WelcomeChecklistProps) {
  const { t } = useLingui();
  const { count, next } = progressOf(done);
  const total = WELCOME_STEPS.length;
  return (
    <section aria-labelledby="welcome-title">
      <Panel>
        <div className="-mt-1.5 -mr-3 flex items-center justify-between gap-3">
          <h2 id="welcome-title" className="text-h">
            {next === undefined ? <Trans>You’re all set</Trans> : <Trans>First steps</Trans>}
          </h2>
          <IconButton label={t`Hide first steps`} onClick={onDismiss}>
            <X aria-hidden="true" size={20} strokeWidth={1.75} />
          </IconButton>
        </div>
        <p className="-mt-1 mb-2 text-small text-ink-3">
          <Trans>
            {count} of {total} done
          </Trans>
        </p>
        <TileMeter label={t`First steps done`} share={count / total} tiles={20} steady />
        <ol className="mt-2">
          {WELCOME_STEPS.map((step, index) => (
            <li key={step}>
              <StepRow number={index + 1} done={done[step]} target={targets[step]}>
                {t(TITLES[step])}
              </StepRow>
            </li>
          ))}
        </ol>
      </Panel>
    </section>
  );
}
