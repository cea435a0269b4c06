/** What a document may be, by its content. */
export const DOCUMENT_TYPES = ["application/pdf", "image/jpeg", "image/png"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** What any file that is sent to Tessera may be, by its content. */
export const FILE_KINDS = [...DOCUMENT_TYPES, "text/plain"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The most that one file may have, 5 MB. */
export const MAX_FILE_BYTES = 5_242_880;
