// The modules of the server: each folder of a context, and each adapter with calls. Used by the
// boundary rules and by the test of the tables in docs/architecture.md.

const CONTEXTS = [
  "identity",
  "cards",
  "authorization",
  "money-movement",
  "insights",
  "back-office",
  "simulator",
];
/** Adapters with routes or jobs of their own; the others are plain providers. */
const ADAPTERS = ["mail", "files", "card-network/[^/]+"];

const SERVER = "apps/server/src/";
/** Matches a module's folder, without a capturing group. */
const MODULE = `${SERVER}(?:(?:${CONTEXTS.join("|")})/[^/]+|adapters/(?:${ADAPTERS.join("|")}))`;

module.exports = { CONTEXTS, ADAPTERS, SERVER, MODULE };
