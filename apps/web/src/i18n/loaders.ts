import type { Messages } from "@lingui/core";
import type { Locale } from "../lib/locale.ts";

/** The contents of a catalog file. */
export type CatalogueModule = { readonly messages: Messages };
/** Loads the messages of each language. */
export type Loaders = Readonly<Record<Locale, () => Promise<CatalogueModule>>>;
