/** A helper thread: it reads the module as the owner of the text does, and works on jobs until there are no more. */
import type { HelperPort } from "../../../document/threads";
import type { ByteWindow, SharedBytes } from "../../../document/window";
import { Control } from "./control";
import { loadForText } from "./load";
import type { FromHelper, Part, ToHelper } from "./messages";
import { Share } from "./share";

/** Serves the owner of a text. @param open makes a window on shared bytes */
export function helpWithText(port: HelperPort, open: (bytes: SharedBytes) => ByteWindow): void {
  let share: Share | undefined;
  let number = 0;
  const post = (message: FromHelper, moved?: readonly ArrayBuffer[]): void => port.post(message, moved);
  const send = (control: Control, part: Part): void => {
    const { length } = part.text;
    const { text, marks, nodes, locations } = part;
    post({ kind: "part", part }, [text.buffer, marks.buffer, nodes.buffer, locations.buffer]);
    control.sent(number, length);
    control.waitForReader(number);
  };
  const work = (
    control: Control,
    parts: (job: number) => Iterable<Part | undefined>,
    isFor?: (job: number) => boolean,
  ): void => {
    for (let job = control.claim(number, isFor); job !== undefined; job = control.claim(number, isFor))
      for (const part of parts(job)) if (part) send(control, part);
  };
  const carryOut = (message: ToHelper): void => {
    switch (message.kind) {
      case "open": {
        const { bytes, index, release } = message.source;
        number = message.share;
        share = new Share(loadForText(open(bytes), index, release));
        return;
      }
      case "functions": {
        const { plan } = message;
        const control = Control.of(message.control);
        share?.begin(plan);
        work(control, (job) => share?.printFunctions(job, plan, control) ?? []);
        return;
      }
      case "nodes": {
        const { plan } = message;
        const control = Control.of(message.control);
        share?.beginNodes(plan);
        const isFor = (job: number): boolean => plan.jobs[job]?.ids.length !== 0;
        work(control, (job) => share?.printNodes(job, plan) ?? [], isFor);
      }
    }
  };
  port.listen((message) => {
    try {
      carryOut(message as ToHelper);
    } catch {
      // The owner meets the same fault at the same place, and reports it.
      post({ kind: "fault" });
    }
  });
}
