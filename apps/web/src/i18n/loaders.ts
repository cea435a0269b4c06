import type { Messages } from "@lingui/core";
import type { Locale } from "../lib/locale.ts";

/** What the file of a language has. */
export type CatalogueModule = { readonly messages: Messages };
/** Where the messages of each language are. */
export type Loaders = Readonly<Record<Locale, () => Promise<CatalogueModule>>>;
