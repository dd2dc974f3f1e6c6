import { crc32 } from 'node:zlib';

/**
 * Thrown for bytes that are not a valid sketch. A damaged sketch is rejected as a whole, never read in part.
 * @example
 * assert.throws(() => Sketch.decode(new Uint8Array([1, 2, 3])), DamagedSketchError);
 */
export class DamagedSketchError extends Error {
  override readonly name = 'DamagedSketchError';
}

export type Mode = 'sparse' | 'dense';

/** Where a frame's payload starts and ends, and where the next frame starts. */
export interface Frame {
  mode: Mode;
  start: number;
  end: number;
  next: number;
}

/**
 * A frame is one byte of version and mode, the payload's length (up to three bytes), the payload, and a CRC-32 of
 * all that. Concatenated frames can be split again, because each states its length.
 */
const MODE_BYTES = { sparse: 0x10, dense: 0x11 } as const;
const CRC_BYTES = 4;
const LENGTH_LIMIT = 1 << 21;

const FEW_BYTES = 128;
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** The longest header. A payload in `scratch` begins here. */
export const PAYLOAD_START = 4;
const MAX_PAYLOAD = 32 * 1024;
/** Where frames are written: most are a few bytes long, and memory of its own for each part would take most of the time. */
export const scratch = Buffer.alloc(PAYLOAD_START + MAX_PAYLOAD + CRC_BYTES);

/** Wraps the payload in `scratch`, which ends at `end`, in a frame. Returns a view of `scratch`, valid until the next one. */
export function writeFrame(mode: Mode, end: number): Buffer {
  return scratch.subarray(wrap(mode, end), end + CRC_BYTES);
}

/** The same as base64. */
export function frameText(mode: Mode, end: number): string {
  return scratch.toString('base64', wrap(mode, end), end + CRC_BYTES);
}

/** Returns where the frame starts. It ends after its checksum. */
function wrap(mode: Mode, end: number): number {
  const payload = end - PAYLOAD_START;
  const start = PAYLOAD_START - 1 - (payload > 0x3fff ? 3 : payload > 0x7f ? 2 : 1);
  let at = start;
  scratch[at++] = MODE_BYTES[mode];
  let length = payload;
  for (; length > 0x7f; length >>>= 7) scratch[at++] = (length & 0x7f) | 0x80;
  scratch[at] = length;
  scratch.writeUInt32BE(checksum(scratch, start, end), end);
  return start;
}

/** The CRC-32 of bytes. For a few of them, a call of zlib takes longer than the sum. */
function checksum(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > FEW_BYTES) return crc32(bytes.subarray(start, end));
  let sum = -1;
  for (let at = start; at < end; at++) sum = (sum >>> 8) ^ (CRC_TABLE[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return ~sum >>> 0;
}

/** Reads the frame at `offset`. The checksum is verified before the payload is used. */
export function readFrame(bytes: Uint8Array, offset: number): Frame {
  const mode = modeOf(bytes[offset]);
  let start = offset + 1;
  let length = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[start++];
    if (byte === undefined) throw new DamagedSketchError('The sketch ends within its header');
    length += (byte & 0x7f) * scale;
    if (byte <= 0x7f) {
      if (byte === 0 && scale > 1) throw new DamagedSketchError('The length of the sketch is padded');
      break;
    }
    if (scale * 128 >= LENGTH_LIMIT) throw new DamagedSketchError('The length of the sketch is too large');
  }
  const end = start + length;
  if (end + CRC_BYTES > bytes.length) throw new DamagedSketchError('The sketch is truncated');
  if (checksum(bytes, offset, end) !== uint32At(bytes, end)) {
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
