/** A helper thread in Node: runs the one task that it was started for. */
import type { MessagePort } from "node:worker_threads";
import type { ByteWindow, SharedBytes } from "../../document/window";
import { ResidentWindow, SubWindow } from "../../document/window";
import { tasks } from "../../formats/tasks";
import { FileSource } from "../bytes/file";
import { PagedWindow } from "../bytes/window";

function open({ of, startByte, endByte }: SharedBytes): ByteWindow {
  const whole =
    "memory" in of ? new ResidentWindow(new Uint8Array(of.memory)) : new PagedWindow(new FileSource(of.path, of));
  return startByte === 0 && endByte === whole.length ? whole : new SubWindow(whole, startByte, endByte);
}

/** What a helper is started with. */
export interface HelperStart {
  readonly task: string;
  readonly port: MessagePort;
}

/** Runs a task until its port is closed. */
export function help({ task, port }: HelperStart): void {
  tasks[task]?.(
    {
      post: (message, moved = []) => {
        port.postMessage(message, moved);
      },
      listen: (take) => void port.on("message", take),
    },
    open,
  );
}
