import { type I18n, setupI18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import type { AnnouncementType } from "@tessera/contract/back-office/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { messagesIn } from "../../../../i18n/catalog.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";
import type { Theme } from "../../../../lib/theme.ts";
import { useLayer } from "../../../../ui/overlay/open-layers.ts";
import { AnnouncementDialog } from "../announcement-dialog.tsx";
import type { DraftText } from "./announcement-draft.ts";

interface PreviewDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly type: AnnouncementType;
  readonly locale: Locale;
  readonly theme: Theme;
  readonly text: DraftText;
}

/** Loads the interface texts in the language of the preview. */
function useWordsIn(locale: Locale): I18n | undefined {
  const { data } = useQuery({
    queryKey: [...QUERY_ROOTS.announcements, "words", locale],
    queryFn: async () => setupI18n({ locale, messages: { [locale]: await messagesIn(locale) } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** Previews an announcement's popup in the chosen language and theme. */
export function PreviewDialog({ open, onClose, type, locale, theme, text }: PreviewDialogProps) {
  const words = useWordsIn(locale);
  useLayer(open);
  if (words === undefined) {
    return null;
  }
  const { title, content } = text;
  return (
    <I18nProvider i18n={words}>
      <AnnouncementDialog
        open={open}
        onClose={() => onClose()}
        theme={theme}
        announcements={[
          { id: "preview", type, locale, title, content, publishedAt: new Date().toISOString() },
        ]}
      />
    </I18nProvider>
  );
}
