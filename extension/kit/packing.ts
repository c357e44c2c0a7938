/** How pages of long texts are packed. */
export { deflateSync, inflateSync } from "fflate/browser";
