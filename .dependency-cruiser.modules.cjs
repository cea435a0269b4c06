// One rule about folders, which dependency-cruiser judges by every file in them. Tests are left
// out: they start the whole server, and through it every module would depend on every other.

const base = require("./.dependency-cruiser.cjs");

const MODULES = "^apps/server/src/modules/";
const TESTS = "(\\.test\\.tsx?$|/testing/|\\.fixtures\\.tsx?$)";

module.exports = {
  forbidden: [
    {
      name: "modules-form-no-cycle",
      severity: "error",
      scope: "folder",
      from: { path: `${MODULES}[^/]+$` },
      to: { circular: true, path: `${MODULES}[^/]+$` },
    },
  ],
  options: {
    ...base.options,
    exclude: { path: `${base.options.exclude.path}|${TESTS}` },
  },
};
