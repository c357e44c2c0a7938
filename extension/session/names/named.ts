/** Work that demangles names: it is repeated if the demangler was not loaded when it first ran. */
import type { Core } from "../core";
import { demanglerLoading } from "./demangle";

/** What a run gave, and what it had to wait for: its names are then those in the file. */
interface Run<T> {
  readonly result: T;
  readonly loading: Promise<unknown> | undefined;
}

/** Runs a step that demangles names. May run twice. @throws {Cancelled} */
export function named<T>(core: Core, work: () => T, signal: AbortSignal): Promise<T> {
  return again(() => core.step(() => ({ result: work(), loading: demanglerLoading() }), signal));
}

/** The same for a generator over the document, which may yield anywhere. @throws {Cancelled} */
export function namedInSteps<T>(
  core: Core,
  begin: () => Generator<unknown, T, undefined>,
  signal: AbortSignal,
): Promise<T> {
  return again(() => core.sliced(() => watched(begin()), signal));
}
function* watched<T>(work: Generator<unknown, T, undefined>): Generator<void, Run<T>, undefined> {
  let loading: Promise<unknown> | undefined;
  for (;;) {
    const step = work.next();
    // It may be loaded while the work pauses: what was named before counts too.
    loading ??= demanglerLoading();
    if (step.done) return { result: step.value, loading };
    yield;
  }
}

async function again<T>(run: () => Promise<Run<T>>): Promise<T> {
  const { result, loading } = await run();
  if (!loading) return result;
  await loading;
  return (await run()).result;
}
