import type { Place } from "../../../document/section";
import type { Listing } from "./listing";
export function locate(_l: Listing, _s: string): Place | undefined {
  return undefined;
}
