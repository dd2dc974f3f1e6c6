import { chmod, mkdir } from 'node:fs/promises';

/** Makes a folder that nobody else on this machine can look into, also if it exists: logs and mails are about people. */
export async function privateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o700);
}
