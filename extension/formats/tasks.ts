/** The tasks that helper threads can be started for, by name. */
import type { HelperPort } from "../document/threads";
import type { ByteWindow, SharedBytes } from "../document/window";
import { helpWithText } from "./llvm/parallel/helper";
import { TEXT_TASK } from "./llvm/parallel/messages";

/** A helper's side of a task. */
export type Task = (port: HelperPort, open: (bytes: SharedBytes) => ByteWindow) => void;

export const tasks: Readonly<Record<string, Task>> = { [TEXT_TASK]: helpWithText };
