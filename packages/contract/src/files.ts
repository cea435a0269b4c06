/** Document types, recognized by content. */
export const DOCUMENT_TYPES = ["application/pdf", "image/jpeg", "image/png"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Types of uploaded files, recognized by content. */
export const FILE_KINDS = [...DOCUMENT_TYPES, "text/plain"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Types of bank statements, recognized by content. */
export const STATEMENT_TYPES = ["application/xml", "text/csv"] as const;

/** Maximum size of an uploaded bank statement in bytes (32 MB). The command line takes more. */
export const MAX_STATEMENT_UPLOAD_BYTES = 33_554_432;

/** Maximum file size in bytes (5 MB). */
export const MAX_FILE_BYTES = 5_242_880;
