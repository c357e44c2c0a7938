/** What is remembered of each file of a workspace: the reader's place, and bookmarks. */
import * as vscode from "vscode";
import type { KeptPlace } from "./places";

/** A renamed file or folder. */
export interface Renamed {
  readonly oldUri: vscode.Uri;
  readonly newUri: vscode.Uri;
}

/** One kind of thing that is remembered for each file. */
export class FileMemory<T> {
  /**
   * @param key the key in the memento
   * @param most how many files are remembered; the one noted longest ago is dropped first
   */
  constructor(
    private readonly memento: vscode.Memento,
    private readonly key: string,
    private readonly most: number,
  ) {}

  private get kept(): readonly (readonly [uri: string, value: T])[] {
    return this.memento.get(this.key, []);
  }
  /** What is remembered of a file. */
  of(uri: vscode.Uri): T | undefined {
    return this.kept.find(([key]) => key === uri.toString())?.[1];
  }
  /** @param value undefined: nothing is remembered of the file from now on */
  async note(uri: vscode.Uri, value: T | undefined): Promise<void> {
    const others = this.kept.filter(([key]) => key !== uri.toString());
    const own = value === undefined ? [] : [[uri.toString(), value]];
    await this.memento.update(this.key, [...others.slice(1 - this.most), ...own]);
  }
  /** Goes with files that are renamed; a renamed folder takes all files in it with it. */
  async move(renamed: readonly Renamed[]): Promise<void> {
    const moved = (key: string): string => {
      const file = renamed.find(({ oldUri }) => key === oldUri.toString() || key.startsWith(`${oldUri.toString()}/`));
      return file ? file.newUri.toString() + key.slice(file.oldUri.toString().length) : key;
    };
    await this.memento.update(
      this.key,
      this.kept.map(([key, value]) => [moved(key), value] as const),
    );
  }
  /** The files, those noted last first. */
  files(): readonly vscode.Uri[] {
    return this.kept.map(([uri]) => vscode.Uri.parse(uri, true)).reverse();
  }
}

const PLACES = 100;

/** The reader's last place in each file. */
export function placesOf(memento: vscode.Memento): FileMemory<KeptPlace> {
  return new FileMemory(memento, "places", PLACES);
}
