// The server's modules: each folder in a context, and each adapter that has calls. Used by the
// boundary rules and by the test of the tables in docs/architecture.md.

const CONTEXTS = [
  "identity",
  "cards",
  "authorization",
  "money-movement",
  "insights",
  "back-office",
  "simulator",
  "developers",
];
/** Adapters with their own routes or jobs; the others are plain providers. */
const ADAPTERS = ["mail", "files", "card-network/[^/]+"];

const SERVER = "apps/server/src/";
/** Matches the folder of a module, without a capturing group. */
const MODULE = `${SERVER}(?:(?:${CONTEXTS.join("|")})/[^/]+|adapters/(?:${ADAPTERS.join("|")}))`;

module.exports = { CONTEXTS, ADAPTERS, SERVER, MODULE };
