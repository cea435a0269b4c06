export { findSecret, insertSecret } from "./vault.repository.ts";
export { cvvMatches, cvvOf, openPan, panIndexOf, sealPan } from "./vault.ts";
