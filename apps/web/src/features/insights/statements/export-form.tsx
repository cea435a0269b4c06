import { Trans, useLingui } from "@lingui/react/macro";
import { CURRENCIES } from "@tessera/money";
import { CreditCard, Globe, ListFilter } from "lucide-react";
import { useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { Button } from "../../../ui/form/button.tsx";
import { FieldError } from "../../../ui/form/field.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { SettingsRowButton } from "../../../ui/list/list-row.tsx";
import type { CardChoice, KindChoice } from "./choices.ts";
import { bodyOf, type ExportDraft, emptyDraft, problemOf } from "./export-draft.ts";
import { PeriodFields } from "./period-fields.tsx";
import { useCreateExport } from "./reconciliation.mutations.ts";
import { deviceZone, zoneName } from "./time-zones.ts";

const ZoneSheet = lazySheet(async () => (await import("./zone-sheet.tsx")).ZoneSheet);
const PocketsSheet = lazySheet(async () => (await import("./pockets-sheet.tsx")).PocketsSheet);
const KindsSheet = lazySheet(async () => (await import("./kinds-sheet.tsx")).KindsSheet);

interface Choices {
  readonly cards: readonly CardChoice[];
  readonly kinds: readonly KindChoice[];
}

interface ExportFormProps extends Choices {
  /** Called after a statement has been requested. */
  readonly onAsked: () => void;
}

type SheetName = "zone" | "pockets" | "kinds";

const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75, className: "flex-none" } as const;

/** Returns a short summary of the accounts and cards in a draft. */
function usePocketsText({ accounts, cards }: ExportDraft): string {
  const { t } = useLingui();
  const everything = accounts.length === CURRENCIES.length && cards === undefined;
  if (everything) {
    return t`All`;
  }
  const named = accounts.length === 0 ? [] : [accounts.join(", ")];
  if (cards === undefined) {
    return [...named, t`all cards`].join(" · ");
  }
  const count = cards.length;
  const ofCards = count === 0 ? [] : [count === 1 ? t`1 card` : t`${count} cards`];
  const all = [...named, ...ofCards];
  return all.length === 0 ? t`Nothing selected` : all.join(" · ");
}

/** Renders the form's sheets. Each is mounted when it is first opened. */
function FormSheets({
  draft,
  change,
  cards,
  kinds,
  asked,
  shown,
  onClose,
}: Choices & {
  readonly draft: ExportDraft;
  readonly change: (change: Partial<ExportDraft>) => void;
  readonly asked: ReadonlySet<SheetName>;
  readonly shown: SheetName | undefined;
  readonly onClose: () => void;
}) {
  return (
    <>
      {asked.has("zone") && (
        <ZoneSheet
          open={shown === "zone"}
          onClose={onClose}
          zone={draft.timeZone}
          onChoose={(timeZone) => {
            change({ timeZone });
            onClose();
          }}
        />
      )}
      {asked.has("pockets") && (
        <PocketsSheet
          open={shown === "pockets"}
          onClose={onClose}
          accounts={draft.accounts}
          cards={draft.cards}
          choices={cards}
          onChange={change}
        />
      )}
      {asked.has("kinds") && (
        <KindsSheet
          open={shown === "kinds"}
          onClose={onClose}
          choices={kinds}
          kinds={draft.kinds}
          onChange={(chosen) => change({ kinds: chosen })}
        />
      )}
    </>
  );
}

/** Explains why the request failed, or what a lost response means. */
function Outcome({ making }: { readonly making: ReturnType<typeof useCreateExport> }) {
  if (making.unknown) {
    return (
      <Note tone="caution" role="alert" className="mt-3">
        <Trans>No response. You can safely try again; only one statement will be created.</Trans>
      </Note>
    );
  }
  const { error } = making;
  if (error === null) {
    return null;
  }
  const field = error instanceof ApiError ? error.fields[0]?.message : undefined;
  return (
    <Note tone="negative" role="alert" className="mt-3">
      {field ?? error.message}
    </Note>
  );
}

/**
 * Renders the form for a statement: days and time zone, accounts and cards, movement types, and
 * file format.
 */
export function ExportForm({ cards, kinds, onAsked }: ExportFormProps) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<ReadonlySet<SheetName>>(new Set());
  const [shown, setShown] = useState<SheetName>();
  const making = useCreateExport(onAsked);
  const now = new Date();
  const form = useForm({
    initial: () => emptyDraft(deviceZone()),
    problems: (draft) => ({ draft: problemOf(draft, now) }),
    send: (draft) => {
      form.restart();
      making.send(bodyOf(draft, now));
    },
  });
  const { draft, change } = form;
  const said = form.tried ? problemOf(draft, now) : undefined;
  const pocketsText = usePocketsText(draft);
  const show = (name: SheetName) => {
    setAsked((before) => new Set([...before, name]));
    setShown(name);
  };
  const count = draft.kinds?.length ?? 0;
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <PeriodFields draft={draft} now={now} problem={said} onChange={change} />
      <div className="mt-3 border-b border-line">
        <SettingsRowButton
          icon={<Globe {...ICON} />}
          title={t`Time zone`}
          value={zoneName(draft.timeZone)}
          onClick={() => show("zone")}
        />
        <SettingsRowButton
          icon={<CreditCard {...ICON} />}
          title={t`Accounts and cards`}
          value={pocketsText}
          onClick={() => show("pockets")}
        />
        <SettingsRowButton
          icon={<ListFilter {...ICON} />}
          title={t`Types`}
          value={draft.kinds === undefined ? t`All` : t`${count} of ${kinds.length}`}
          onClick={() => show("kinds")}
        />
      </div>
      {said === "nothing-chosen" && (
        <FieldError>
          <Trans>Choose an account or a card.</Trans>
        </FieldError>
      )}
      <Segmented
        className="mt-4"
        label={t`File`}
        options={[
          { value: "xlsx", label: "XLSX" },
          { value: "csv", label: "CSV" },
          { value: "json", label: "JSON" },
        ]}
        value={draft.format}
        onChange={(format) => change({ format })}
      />
      <Outcome making={making} />
      <p role="status" className="sr-only">
        {making.answer !== undefined && <Trans>Creating your statement</Trans>}
      </p>
      <Button
        type="submit"
        kind="primary"
        block
        className="mt-4"
        loadingLabel={making.sending ? t`Submitting` : undefined}
      >
        <Trans>Create statement</Trans>
      </Button>
      <FormSheets
        draft={draft}
        change={change}
        cards={cards}
        kinds={kinds}
        asked={asked}
        shown={shown}
        onClose={() => setShown(undefined)}
      />
    </form>
  );
}
