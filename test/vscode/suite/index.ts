/** The suite inside the extension host in Node: VS Code calls `run`. */
import Mocha from "mocha";

/** Runs the suite. @throws if a test fails */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: "bdd", timeout: 60000, color: false });
  mocha.suite.emit("pre-require", globalThis, "", mocha);
  await import("./editor");
  await new Promise<void>((resolve, reject) => {
    mocha.run((failures) => (failures === 0 ? resolve() : reject(new Error(`${failures} tests failed`))));
  });
}
