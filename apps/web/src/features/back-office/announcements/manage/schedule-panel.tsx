import { Trans, useLingui } from "@lingui/react/macro";
import {
  ANNOUNCEMENT_AUDIENCES,
  ANNOUNCEMENT_TYPES,
  type AnnouncementAudience,
  type AnnouncementType,
} from "@tessera/contract/back-office/announcements.schemas";
import { DateInput } from "../../../../ui/form/date-input.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { RadioGroup } from "../../../../ui/form/radio-group.tsx";
import { Select } from "../../../../ui/form/select.tsx";
import type { Showing } from "./announcement-draft.ts";
import { AUDIENCE_WORDS, SHOWING_WORDS, TYPE_WORDS } from "./announcement-words.ts";
import type { AnnouncementEditorState } from "./editor-state.ts";

const SHOWINGS: readonly Showing[] = ["draft", "now", "later"];

/** Returns the local time zone and its offset: `Asia/Taipei, UTC+8`. */
function zoneName(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const offset = new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" })
    .formatToParts(new Date())
    .find(({ type }) => type === "timeZoneName")
    ?.value.replace("GMT", "UTC");
  return offset === undefined || timeZone === "UTC" ? timeZone : `${timeZone}, ${offset}`;
}

/** Edits the type, audience and schedule of an announcement. */
export function SchedulePanel({ editor }: { readonly editor: AnnouncementEditorState }) {
  const { t } = useLingui();
  const { draft, change, errorAt } = editor;
  const zone = zoneName();
  return (
    <div className="grid gap-4">
      <Field label={<Trans>Type</Trans>}>
        {(control) => (
          <Select
            {...control}
            value={draft.type}
            onChange={({ target }) => change({ type: target.value as AnnouncementType })}
          >
            {ANNOUNCEMENT_TYPES.map((type) => (
              <option key={type} value={type}>
                {t(TYPE_WORDS[type])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={<Trans>Audience</Trans>}
        hint={
          draft.audience === "public" ? (
            <Trans>Also shown to visitors who aren’t signed in.</Trans>
          ) : undefined
        }
      >
        {(control) => (
          <Select
            {...control}
            value={draft.audience}
            onChange={({ target }) => change({ audience: target.value as AnnouncementAudience })}
          >
            {ANNOUNCEMENT_AUDIENCES.map((audience) => (
              <option key={audience} value={audience}>
                {t(AUDIENCE_WORDS[audience])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <RadioGroup
        legend={<Trans>When to show it</Trans>}
        name="announcement-showing"
        options={SHOWINGS}
        value={draft.showing}
        onChange={(showing) => change({ showing })}
      >
        {(option) => t(SHOWING_WORDS[option])}
      </RadioGroup>
      {draft.showing !== "now" && (
        <Field
          label={<Trans>From</Trans>}
          error={errorAt("startsAt")}
          hint={<Trans>Times are in {zone}.</Trans>}
        >
          {(control) => (
            <DateInput
              {...control}
              kind="moment"
              value={draft.startsAt}
              onChange={(startsAt) => change({ startsAt })}
            />
          )}
        </Field>
      )}
      <Field
        label={<Trans>Until</Trans>}
        error={errorAt("endsAt")}
        hint={
          draft.showing === "now" ? (
            <Trans>Leave empty for no end date. Times are in {zone}.</Trans>
          ) : (
            <Trans>Leave empty for no end date.</Trans>
          )
        }
      >
        {(control) => (
          <DateInput
            {...control}
            kind="moment"
            value={draft.endsAt}
            onChange={(endsAt) => change({ endsAt })}
          />
        )}
      </Field>
    </div>
  );
}
