/** Bytes that no sketch encodes to: refused as a whole, never read in part. */
export class DamagedSketchError extends Error {
  override readonly name = 'DamagedSketchError';
}
