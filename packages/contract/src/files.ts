/** Kinds of document, by content. */
export const DOCUMENT_TYPES = ["application/pdf", "image/jpeg", "image/png"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Kinds of uploaded file, by content. */
export const FILE_KINDS = [...DOCUMENT_TYPES, "text/plain"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The largest file, 5 MB. */
export const MAX_FILE_BYTES = 5_242_880;
