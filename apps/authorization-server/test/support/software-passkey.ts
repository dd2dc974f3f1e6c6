import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a browser answers, with something changed. */
interface Changes {
  origin?: string;
  challenge?: string;
  counter?: number;
  isVerified?: boolean;
  rpId?: string;
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

/** A passkey in software: it answers what a browser asks for, also wrongly. */
export class SoftwarePasskey {
  readonly id = randomBytes(32);
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The answer to the options of a page that makes a passkey. */
  create(options: { challenge: string }, changes: Changes = {}): string {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    const coordinates = [x, y].map((part) => new Uint8Array(Buffer.from(part, 'base64url')));
    const publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinates[0] ?? new Uint8Array()],
        [-3, coordinates[1] ?? new Uint8Array()],
      ]),
    );
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(this.id.length);
    const data = Buffer.concat([
      this.#authenticatorData(changes, FLAGS.attested),
      Buffer.alloc(16),
      idLength,
      this.id,
      publicKey,
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(data)],
      ]),
    );
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, changes).toString('base64url'),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to the options of a login page. */
  get(options: { challenge: string }, changes: Changes = {}): string {
    const clientData = this.#clientData('webauthn.get', options.challenge, changes);
    const data = this.#authenticatorData(changes);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#key.privateKey).toString('base64url'),
    });
  }

  #answer(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  #clientData(type: string, challenge: string, changes: Changes): Buffer {
    const origin = changes.origin ?? this.#origin;
    return Buffer.from(
      JSON.stringify({ type, challenge: changes.challenge ?? challenge, origin, crossOrigin: false }),
    );
  }

  #authenticatorData({ counter = 0, isVerified = true, rpId }: Changes, more = 0): Buffer {
    const name = rpId ?? new URL(this.#origin).hostname;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = FLAGS.present | (isVerified ? FLAGS.verified : 0) | more;
    return Buffer.concat([createHash('sha256').update(name).digest(), Buffer.from([flags]), count]);
  }
}

/** What a page asks the browser for. */
export function passkeyOptions(page: string): { challenge: string } {
  const [, options = '{}'] = /data-options="([^"]*)"/.exec(page) ?? [];
  return JSON.parse(options.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as { challenge: string };
}
