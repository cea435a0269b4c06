// The rules of docs/architecture.md, a rule a sentence there. Each has a planted violation in
// tools/canaries/boundaries, and tools/canaries.test.ts fails when one is not found by its rule.

const TEST = "\\.test\\.tsx?$";
/** Code that exists for tests: it may use test libraries and lives next to what it tests. */
const TEST_SUPPORT = "(/testing/|/testing[^/]*\\.ts$|\\.fixtures\\.tsx?$)";
const modules = require("./tools/server-modules.cjs");

const SERVER = `^${modules.SERVER}`;
const MODULE = `^${modules.MODULE}/`;
const WEB = "^apps/web/src/";

module.exports = {
  forbidden: [
    {
      name: "money-is-a-leaf",
      severity: "error",
      from: { path: "^packages/money/", pathNot: TEST },
      to: { pathNot: "^packages/money/" },
    },
    {
      name: "database-is-a-leaf",
      severity: "error",
      from: { path: "^packages/database/" },
      to: { path: "^(packages|apps|e2e|bench)/", pathNot: "^packages/database/" },
    },
    {
      name: "contract-knows-only-money",
      severity: "error",
      from: { path: "^packages/contract/" },
      to: { path: "^(packages|apps|e2e|bench)/", pathNot: "^packages/(contract|money)/" },
    },
    {
      name: "client-depends-on-nothing",
      severity: "error",
      from: { path: "^packages/client/src/" },
      to: { pathNot: "^packages/client/src/" },
    },
    {
      name: "ledger-knows-money-and-database",
      severity: "error",
      from: { path: "^packages/ledger/" },
      to: { path: "^(packages|apps|e2e|bench)/", pathNot: "^packages/(ledger|money|database)/" },
    },
    {
      name: "web-knows-contract-and-money",
      severity: "error",
      from: { path: "^apps/web/" },
      to: {
        path: "^(packages|apps|e2e|bench)/",
        pathNot: "^(apps/web|packages/(contract|money))/",
      },
    },
    {
      name: "signer-knows-payout-signing-only",
      severity: "error",
      from: { path: "^(apps/signer|packages/payout-signing)/" },
      to: {
        path: "^(packages|apps|e2e|bench)/",
        pathNot: "^(apps/signer|packages/payout-signing)/",
      },
    },
    {
      name: "server-never-knows-web",
      severity: "error",
      from: { path: "^apps/server/" },
      to: { path: "^(apps/web|e2e|bench)/" },
    },
    {
      name: "module-is-entered-through-its-index",
      severity: "error",
      from: {
        path: SERVER,
        pathNot: [MODULE, TEST, TEST_SUPPORT, `${SERVER}db/tables/`, `${SERVER}modules\\.ts$`],
      },
      to: { path: MODULE, pathNot: `${MODULE}index\\.ts$` },
    },
    {
      name: "module-enters-another-through-its-index",
      severity: "error",
      from: { path: `^(${modules.MODULE})/`, pathNot: [TEST, TEST_SUPPORT] },
      to: { path: MODULE, pathNot: ["^$1/", `${MODULE}index\\.ts$`] },
    },
    {
      name: "list-of-modules-knows-only-manifests",
      severity: "error",
      from: { path: `${SERVER}modules\\.ts$` },
      to: { path: MODULE, pathNot: `${MODULE}[^/]+\\.module\\.ts$` },
    },
    {
      name: "manifest-is-for-the-list",
      severity: "error",
      from: { pathNot: `${SERVER}modules\\.ts$` },
      to: { path: `${MODULE}[^/]+\\.module\\.ts$` },
    },
    {
      name: "test-enters-its-own-context-only",
      severity: "error",
      from: {
        path: `${SERVER}([^/]+)/.*(?:${TEST}|\\.fixtures\\.ts$)`,
        pathNot: `${SERVER}(operations|startup|testing)/`,
      },
      to: { path: MODULE, pathNot: [`${SERVER}$1/`, `${MODULE}index\\.ts$`, TEST_SUPPORT] },
    },
    {
      name: "platform-knows-no-module",
      severity: "error",
      from: { path: `${SERVER}platform/` },
      to: { path: MODULE },
    },
    {
      name: "fastify-only-at-the-edge",
      severity: "error",
      from: {
        path: "^(apps|packages)/",
        pathNot: [`${SERVER}(platform/|(app|module)\\.ts$)`, "\\.routes\\.ts$", TEST, TEST_SUPPORT],
      },
      to: { path: "node_modules/(fastify|@fastify/[^/]+|fastify-[^/]+)/" },
    },
    {
      name: "sql-only-in-repositories",
      severity: "error",
      from: {
        path: "^(apps|packages)/",
        pathNot: [
          "^packages/(database|ledger)/",
          `${SERVER}.*migrations/`,
          "\\.(repository|tables|migration)\\.ts$",
          TEST,
          TEST_SUPPORT,
        ],
      },
      to: {
        path: "node_modules/(postgres|kysely|kysely-postgres-js|pg)/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "routes-hold-no-data-access",
      severity: "error",
      from: { path: "\\.routes\\.ts$" },
      to: {
        path: [
          "\\.repository\\.ts$",
          "^packages/(database|ledger)/",
          "node_modules/(postgres|kysely)/",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "policy-is-pure",
      severity: "error",
      from: { path: "\\.policy\\.ts$" },
      to: { pathNot: ["\\.policy\\.ts$", "^packages/(money|contract)/"] },
    },
    {
      name: "web-foundations-know-nothing-above",
      severity: "error",
      from: { path: `${WEB}(ui|lib|i18n)/` },
      to: { path: `${WEB}(app|screens|features)/` },
    },
    {
      name: "features-know-no-screen",
      severity: "error",
      from: { path: `${WEB}features/` },
      to: { path: `${WEB}(app|screens)/` },
    },
    {
      name: "features-know-no-feature",
      severity: "error",
      from: { path: `${WEB}features/([^/]+/[^/]+)/` },
      to: { path: `${WEB}features/`, pathNot: `${WEB}features/$1/` },
    },
    {
      name: "screens-know-no-app",
      severity: "error",
      from: { path: `${WEB}screens/` },
      to: { path: `${WEB}app/` },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-test-code-in-production",
      severity: "error",
      from: {
        path: "^(apps|packages)/[^/]+/src/",
        pathNot: [TEST, TEST_SUPPORT],
      },
      to: {
        path: [
          TEST,
          TEST_SUPPORT,
          "node_modules/(vitest|@vitest/[^/]+|fast-check|msw|@testing-library/[^/]+|smtp-server)/",
        ],
      },
    },
    {
      name: "no-barrels-beyond-doors",
      severity: "error",
      from: {
        path: "(^|/)index\\.tsx?$",
        pathNot: ["^packages/[^/]+/src/index\\.ts$", `${MODULE}index\\.ts$`],
      },
      to: {},
    },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^tools/canaries/|/dist/)" },
    // Type-only imports are dependencies too: a boundary is what code may know, not what it loads.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: `${__dirname}/tsconfig.json` },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs", ".json", ".css"],
    },
  },
};
