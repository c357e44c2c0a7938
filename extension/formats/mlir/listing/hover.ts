import type { HoverTarget } from "../../../document/document";
import type { HoverCard } from "../../../document/hover";
import type { Entry, Place } from "../../../document/section";
import type { Listing } from "./listing";
export function hoverCard(_l: Listing, _p: Place, _e: Entry, _t: HoverTarget): HoverCard | undefined {
  return undefined;
}
