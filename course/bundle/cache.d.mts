import type { Kept } from "./store.ts";

export declare const CACHE: string;
export declare function manifestOf(entry: string): string;
export declare function freshEntry(entry: string): Kept | undefined;
export declare function knownOf(inputs: Kept["inputs"]): Kept["known"];
export declare function hashOfFile(path: string): string;
export declare function hashOf(content: string | Uint8Array): string;
export declare function touch(path: string): void;
export declare function editedIn(folder: string): string;
