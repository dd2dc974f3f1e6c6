import { randomBytes } from 'node:crypto';

const FORM_ID = /^[\w-]{22}$/;

/** Identifies a form that is shown, so that it counts once, however often it is sent. */
export function newFormId(): string {
  return randomBytes(16).toString('base64url');
}

export function isFormId(text: string): boolean {
  return FORM_ID.test(text);
}
