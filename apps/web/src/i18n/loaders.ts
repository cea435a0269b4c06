import type { Messages } from "@lingui/core";
import type { Locale } from "../lib/locale.ts";

/** The contents of a catalog file. */
export type CatalogModule = { readonly messages: Messages };
/** Loaders for the messages in each language. */
export type Loaders = Readonly<Record<Locale, () => Promise<CatalogModule>>>;
