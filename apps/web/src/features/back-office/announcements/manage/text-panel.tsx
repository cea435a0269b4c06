import { Trans, useLingui } from "@lingui/react/macro";
import {
  MAX_CONTENT_BYTES,
  MAX_TITLE_LENGTH,
} from "@tessera/contract/back-office/announcements.schemas";
import { LOCALES, type Locale } from "@tessera/contract/errors/locales";
import { useId } from "react";
import { Field, FieldError } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { LOCALE_NAMES } from "../../../../ui/form/preference-buttons.tsx";
import { lazyPart } from "../../../../ui/layout/lazy-part.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { Tabs } from "../../../../ui/layout/tabs.tsx";
import { Loading, Skeleton } from "../../../../ui/list/skeleton.tsx";
import { bytesOf, readIn, writtenLocales } from "./announcement-draft.ts";
import type { AnnouncementEditorState } from "./editor-state.ts";

const RichTextEditor = lazyPart(
  async () => (await import("./rich-text/rich-text-editor.tsx")).RichTextEditor,
  <Loading>
    <Skeleton className="h-64 rounded-control" />
  </Loading>,
);

const LANGUAGES: readonly Locale[] = ["en", "zh-CN", "zh-TW"];

/** Formats the stored size of HTML in kilobytes, rounded up: `1.4`. */
function kilobytes(bytes: number): string {
  const tenths = Math.ceil((bytes * 10) / 1024);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** Explains which language readers see if there is no text in theirs. */
function FallbackNote({ editor }: { readonly editor: AnnouncementEditorState }) {
  const { draft, errorAt } = editor;
  const nobody = errorAt("texts");
  const missing = LOCALES.filter((locale) => !writtenLocales(draft).includes(locale));
  if (nobody !== undefined) {
    return (
      <div data-refused tabIndex={-1}>
        <FieldError>{nobody}</FieldError>
      </div>
    );
  }
  const shown = missing.flatMap((locale) => {
    const other = readIn(draft, locale);
    return other === undefined
      ? []
      : [{ locale, reader: LOCALE_NAMES[locale], text: LOCALE_NAMES[other] }];
  });
  return shown.length === 0 ? null : (
    <Note className="mt-3">
      {shown.map(({ locale, reader, text }) => (
        <p key={locale}>
          <Trans>
            There’s no {reader} version, so readers see the {text} version.
          </Trans>
        </p>
      ))}
    </Note>
  );
}

function TextFields({ editor }: { readonly editor: AnnouncementEditorState }) {
  const { t } = useLingui();
  const id = useId();
  const { draft, locale, changeText, errorAt, save, version } = editor;
  const { title, content } = draft.texts[locale];
  const titleLength = title.trim().length;
  const contentError = errorAt(`texts.${locale}.content`);
  const size = kilobytes(bytesOf(content));
  const most = MAX_CONTENT_BYTES / 1024;
  return (
    <>
      <Field
        className="mt-4"
        label={<Trans>Title</Trans>}
        error={errorAt(`texts.${locale}.title`)}
        hint={t`${titleLength} of ${MAX_TITLE_LENGTH} characters`}
      >
        {(control) => (
          <Input
            {...control}
            lang={locale}
            autoComplete="off"
            value={title}
            onChange={({ target }) => changeText({ title: target.value })}
          />
        )}
      </Field>
      <div className="mt-4">
        <span id={`${id}-label`} className="mb-1.5 block text-small font-medium text-ink-2">
          <Trans>Text</Trans>
        </span>
        <RichTextEditor
          key={`${locale} ${version}`}
          labelId={`${id}-label`}
          noteId={`${id}-note`}
          locale={locale}
          html={content}
          invalid={contentError !== undefined}
          disabled={save.sending}
          onChange={(html) => changeText({ content: html })}
        />
        {contentError === undefined ? (
          <span id={`${id}-note`} className="mt-1.5 block text-small text-ink-3">
            <Trans>
              {size} of {most} KB
            </Trans>
          </span>
        ) : (
          <FieldError id={`${id}-note`}>{contentError}</FieldError>
        )}
      </div>
    </>
  );
}

/** Edits the text of the announcement in each language. */
export function TextPanel({ editor }: { readonly editor: AnnouncementEditorState }) {
  const { t } = useLingui();
  const { draft, locale, setLocale, hasErrorIn } = editor;
  const written = writtenLocales(draft);
  const labelOf = (one: Locale): string => {
    const name = LOCALE_NAMES[one];
    if (hasErrorIn(one)) {
      return t`${name}: has errors`;
    }
    return written.includes(one) ? name : t`${name}: empty`;
  };
  return (
    <>
      <Tabs
        label={t`Languages`}
        tabs={LANGUAGES.map((value) => ({ value, label: labelOf(value) }))}
        value={locale}
        onChange={setLocale}
      >
        <TextFields editor={editor} />
      </Tabs>
      <FallbackNote editor={editor} />
    </>
  );
}
