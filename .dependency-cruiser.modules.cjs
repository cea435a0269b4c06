// One rule about folders, which dependency-cruiser judges by every file in them. Tests are left
// out: they start the whole server, and through it every module would depend on every other.

const base = require("./.dependency-cruiser.cjs");

const { MODULE, SERVER } = require("./tools/server-modules.cjs");

/** They know what modules offer each other to register, and no module imports them. */
const MANIFESTS = `\\.module\\.ts$|^${SERVER}modules?\\.ts$`;
const TESTS = "(\\.test\\.tsx?$|/testing/|\\.fixtures\\.tsx?$)";

module.exports = {
  forbidden: [
    {
      name: "modules-form-no-cycle",
      severity: "error",
      scope: "folder",
      from: { path: `^${MODULE}$` },
      to: { circular: true, path: `^${MODULE}$` },
    },
  ],
  options: {
    ...base.options,
    exclude: { path: `${base.options.exclude.path}|${TESTS}|/db/tables/|${MANIFESTS}` },
  },
};
