/**
 * The questions that can be asked about an open file. One interface of async, range-based methods; the types of calls
 * and answers on every hop (webview ↔ host ↔ worker) are derived from it in `rpc.ts`. No message carries a complete
 * file: rows, hits and outline nodes are sent in pages of at most {@link PAGE_ROWS}, text in pieces of about {@link
 * PAGE_BYTES}.
 */
export { PAGE_BYTES, PAGE_ROWS } from "./limits";
export type {
  Anchor,
  Arranging,
  Folds,
  LinePlace,
  LineQuery,
  Opened,
  PlaceMemory,
  Row,
  RowPlace,
  RowSource,
  RowToken,
  RowsAnswer,
  RowsQuery,
  SectionInfo,
  TokenPlace,
} from "./rows";
export type { FindProgress, FindQuery, FindSummary, Hit, Reference, SymbolQuery, Target } from "./search";
export type { CallList, CallsAnswer, Card, CardDefinition, FunctionCard } from "./card";
export type { FlowApi, FlowBlock, FlowEdge, FlowGraph } from "./flow";
export type { OutlineItem, OutlinePath, OutlineQuery, SymbolItem, SymbolsQuery } from "./outline";
export type {
  CopyKind,
  CopyPart,
  CopyQuery,
  TextApi,
  TextLine,
  TextPage,
  TextQuery,
  TextSection,
  TextToken,
} from "./text";
export type {
  Cost,
  Marks,
  Overview,
  OverviewItem,
  OverviewList,
  OverviewQuery,
  SharesQuery,
  SpaceShare,
} from "./overview";
export type { SessionApi } from "./session";
export type { CompareApi, CompareQuery, IndexFolder, OpenQuery, SessionEvent, WorkerApi, WorkerEvent } from "./worker";
