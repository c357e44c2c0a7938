/** The suite inside the extension host in a browser: VS Code calls `run`. */
import "mocha/mocha";

/** Runs the suite. @throws if a test fails */
export async function run(): Promise<void> {
  mocha.setup({ ui: "bdd", reporter: "spec", timeout: 60000 });
  describe("this host", () => {
    it("is a browser's", () => {
      if (typeof importScripts !== "function") throw new Error("the extension runs in Node");
    });
  });
  await import("./editor");
  await new Promise<void>((resolve, reject) => {
    mocha.run((failures) => (failures === 0 ? resolve() : reject(new Error(`${failures} tests failed`))));
  });
}
