// shared/trustFile · the types of trustFile.mjs.

export function trustFile(env: NodeJS.ProcessEnv): string;
export function addLine(file: string, line: object): void;
export function trustFolder(folder: string): void;
