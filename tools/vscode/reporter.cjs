/** Mocha's usual report of the VS Code suite; it also says why a test is tried again, which Mocha keeps to itself. */
const { reporters, Runner } = require("mocha");

module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.on(Runner.constants.EVENT_TEST_RETRY, (test, error) => {
      const [why] = String(error?.message ?? error).split("\n");
      reporters.Base.consoleLog(`      failed, is tried again: ${test.title}: ${why}`);
    });
  }
};
