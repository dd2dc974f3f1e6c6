/** Creates the files of missing secrets; returns their names. A file that exists is never written. */
export function createMissing(folder: string): Promise<string[]>;
/** Reads the secrets of a folder, by variable. */
export function readSecrets(folder: string): Promise<Map<string, string>>;
/** The user of the containers, as .env says: "1000:1000" without one. */
export function containerUser(environmentFile: string): Promise<{ uid: number; gid: number }>;
/** Makes the containers the owner of the files, if this may be done; returns what is left to do, or nothing. */
export function giveTo(folder: string, user: { uid: number; gid: number }): Promise<string | undefined>;
