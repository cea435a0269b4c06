import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import {
  getAdminReviewDocument,
  getReviewDocument,
} from "@tessera/contract/back-office/reviews.endpoints";
import type { CaseDocument } from "@tessera/contract/back-office/reviews.schemas";
import { FileText } from "lucide-react";
import { callRaw } from "../../../lib/api/api-client.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { download } from "../../../lib/api/download.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { ListRowButton, RowIcon } from "../../../ui/list/list-row.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { fileSize } from "./file-size.ts";
import { ITEM_WORDS } from "./review-words.ts";

interface DocumentListProps {
  readonly documents: readonly CaseDocument[];
  /** True for operators, who download from a separate endpoint that writes an audit log entry. */
  readonly asOperator?: boolean;
}

/** Lists the documents of a case; pressing a document downloads it. */
export function DocumentList({ documents, asOperator = false }: DocumentListProps) {
  const { t, i18n } = useLingui();
  const fetching = useMutation({
    mutationFn: async ({ id, name }: CaseDocument) => {
      const endpoint = asOperator ? getAdminReviewDocument : getReviewDocument;
      const response = await callRaw(endpoint, { params: { id } });
      download(name, await response.blob());
    },
  });
  return (
    <>
      <div>
        {documents.map((document) => (
          <ListRowButton
            key={document.id}
            onClick={() => fetching.mutate(document)}
            lead={
              <RowIcon>
                <FileText aria-hidden="true" strokeWidth={1.75} />
              </RowIcon>
            }
            title={document.name}
            meta={
              <>
                {t(ITEM_WORDS[document.item])} · {fileSize(document.bytes, i18n.locale)} ·{" "}
                <DateText at={document.at} format="brief" />
              </>
            }
          />
        ))}
      </div>
      {fetching.error !== null && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(fetching.error, t`Unknown error`)}
        </Note>
      )}
    </>
  );
}
