export { IS_ACTIVE } from './active-link.ts';
export * from './create-share-link.ts';
export { grantIdOf } from './grant-id.ts';
export { createLinkPasswords, type LinkPasswords } from './link-passwords.ts';
export {
  findShareLink,
  type LinkScope,
  listOpenings,
  listShareLinks,
  MAX_OPENINGS,
  shareableWebsites,
  type ShareLink,
  type ShareLinkOpening,
} from './list-share-links.ts';
export { revokeShareLink } from './revoke-share-link.ts';
