import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { RolloutError } from './rollout-error.mjs';

/** Runs work while no other process does: the file has the id of the one that works, until that process is gone. */
export async function heldAlone(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = readHolder(file);
      if (attempt > 0 || isAlive(holder))
        throw new RolloutError(
          `Another rollout works in this folder (process ${holder}). Wait until it ends.`,
        );
      rmSync(file, { force: true });
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function readStatus(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    // Ended, but nobody has asked for its result.
    return !readStatus(pid).includes('State:\tZ');
  } catch (error) {
    return error.code === 'EPERM';
  }
}
