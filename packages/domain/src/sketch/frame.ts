import { crc32 } from 'node:zlib';
import { DamagedSketchError } from './damaged-sketch-error.ts';

export type Mode = 'sparse' | 'dense';

/** Where the payload lies in the bytes that hold the frame, and where the next frame begins. */
export interface Frame {
  mode: Mode;
  start: number;
  end: number;
  next: number;
}

/**
 * One byte of version and mode, the payload's length in three bytes at most, the payload, and the
 * CRC-32 of all that. Frames laid end to end part by themselves.
 */
const MODE_BYTES = { sparse: 0x10, dense: 0x11 } as const;
const CRC_BYTES = 4;
const LENGTH_LIMIT = 1 << 21;

export function writeFrame(mode: Mode, payload: Uint8Array): Uint8Array {
  const head: number[] = [MODE_BYTES[mode]];
  let length = payload.length;
  for (; length > 0x7f; length >>>= 7) head.push((length & 0x7f) | 0x80);
  head.push(length);

  const end = head.length + payload.length;
  const bytes = new Uint8Array(end + CRC_BYTES);
  bytes.set(head);
  bytes.set(payload, head.length);
  new DataView(bytes.buffer).setUint32(end, crc32(bytes.subarray(0, end)));
  return bytes;
}

/** Nothing of the payload is looked at before the sum over it is right. */
export function readFrame(bytes: Uint8Array, offset: number): Frame {
  const mode = modeOf(bytes[offset]);
  let start = offset + 1;
  let length = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[start++];
    if (byte === undefined) throw new DamagedSketchError('The sketch ends within its head');
    length += (byte & 0x7f) * scale;
    if (byte <= 0x7f) {
      if (byte === 0 && scale > 1) throw new DamagedSketchError('The length of the sketch is padded');
      break;
    }
    if (scale * 128 >= LENGTH_LIMIT) throw new DamagedSketchError('The length of the sketch is too large');
  }
  const end = start + length;
  if (end + CRC_BYTES > bytes.length) throw new DamagedSketchError('The sketch is cut short');
  if (crc32(bytes.subarray(offset, end)) !== uint32At(bytes, end)) {
    throw new DamagedSketchError('The checksum of the sketch does not match');
  }
  return { mode, start, end, next: end + CRC_BYTES };
}

function modeOf(byte: number | undefined): Mode {
  if (byte === MODE_BYTES.sparse) return 'sparse';
  if (byte === MODE_BYTES.dense) return 'dense';
  throw new DamagedSketchError('The sketch has an unknown version or mode');
}

function uint32At(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}
