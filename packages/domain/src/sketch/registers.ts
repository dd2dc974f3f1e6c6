import { REGISTERS, registerOf, registerRankOf } from './sparse-key.ts';

/** The dense form of a sketch: one rank per register, 0 for an empty register. */
export type Registers = Uint8Array;

/** The registers of an empty set. */
export function emptyRegisters(): Registers {
  return new Uint8Array(REGISTERS);
}

/** Adds keys. Returns true if a register changed. */
export function addKeys(registers: Registers, keys: Int32Array): boolean {
  let changed = false;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    const register = registerOf(key);
    const rank = registerRankOf(key);
    if (rank <= (registers[register] ?? 0)) continue;
    registers[register] = rank;
    changed = true;
  }
  return changed;
}

/** Merges `from` into `into`. Returns true if a register of `into` changed. */
export function mergeRegisters(into: Registers, from: Registers): boolean {
  let changed = false;
  for (let register = 0; register < REGISTERS; register++) {
    const rank = from[register] ?? 0;
    if (rank > (into[register] ?? 0)) {
      into[register] = rank;
      changed = true;
    }
  }
  return changed;
}
