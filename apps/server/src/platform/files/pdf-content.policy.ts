/**
 * PDF names that, wherever they appear, do more than show pages: scripts, launch actions, embedded
 * or external files, submittable forms, and media.
 */
const ACTIVE_NAMES: ReadonlyMap<string, string> = new Map([
  ...["JavaScript", "JS"].map((name) => [name, "a script"] as const),
  ["Launch", "a program to start"],
  ...["EmbeddedFile", "EmbeddedFiles", "EF", "FileAttachment", "Collection", "GoToE"].map(
    (name) => [name, "another file inside it"] as const,
  ),
  ...["GoToR", "FFilter"].map((name) => [name, "a link to another file"] as const),
  ...["XFA", "SubmitForm", "ImportData", "ResetForm"].map((name) => [name, "a form"] as const),
  ...["RichMedia", "RichMediaExecute", "Rendition", "GoTo3DView"].map(
    (name) => [name, "something that plays"] as const,
  ),
  ["AA", "an action of its own"],
  ["Encrypt", "a password"],
]);

/** Types of annotations and actions that play media or run a program. */
const ACTIVE_KINDS: ReadonlyMap<string, string> = new Map([
  ...["Movie", "Sound", "Screen", "3D"].map((name) => [name, "something that plays"] as const),
  ["PS", "a PostScript program"],
]);

/** Describes what an active name does, or returns undefined for a harmless name. */
export function activeName(name: string): string | undefined {
  return ACTIVE_NAMES.get(name);
}

/** Describes what a dictionary entry does, if its value makes it active. */
export function activeEntry(key: string, value: string | undefined): string | undefined {
  if (key === "FT") {
    // A signature is technically a form field, but any other field can be filled in.
    return value === "Sig" ? undefined : "a form";
  }
  return (key === "S" || key === "Subtype") && value !== undefined
    ? ACTIVE_KINDS.get(value)
    : undefined;
}

/**
 * Length of the shortest name to search for in unparsed bytes. Shorter names could appear by
 * chance.
 */
const SHORTEST_IN_BYTES = 3;
const IN_BYTES = [...ACTIVE_NAMES.keys()].filter((name) => name.length >= SHORTEST_IN_BYTES);
/** Matches an escaped letter in a PDF name: `/J#53` means `/JS`. */
const ESCAPE = /#([0-9a-f]{2})/gi;
/** Matches the end of a name. */
const NAME_END = "(?=[\\u0000\\s()<>[\\]{}/%]|$)";
const NAMES_IN_BYTES = new RegExp(`/(${IN_BYTES.join("|")})${NAME_END}`);
/** Matches names that only occur in object streams. */
const OBJECTS_INSIDE = new RegExp(`/(?:ObjStm|First)${NAME_END}`);

/** Decodes bytes to characters and unescapes letters in names. */
export function plainNames(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text.replace(ESCAPE, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/**
 * Describes what bytes would do if a PDF reader interpreted them as objects, since the file's
 * cross-reference table can point anywhere.
 *
 * @param names the output of {@link plainNames}
 */
export function activeInBytes(names: string): string | undefined {
  const [, name] = NAMES_IN_BYTES.exec(names) ?? [];
  return name === undefined ? undefined : ACTIVE_NAMES.get(name);
}

/** Returns whether a stream's bytes hide an object stream. */
export function hidesObjects(names: string): boolean {
  return OBJECTS_INSIDE.test(names);
}
