import { expect, test } from '@jest/globals';
import { emailOfQuery, phoneOfQuery, readPhone } from '../../src/contacts/contact-keys.ts';

test.each([
  ['ann+news@example.com', 'ann+news@example.com'],
  ['ann news@example.com', 'ann+news@example.com'],
  ['a b c@example.com', 'a+b+c@example.com'],
  [' Ann@Example.com ', 'ann@example.com'],
  ['ann@exa mple.com', 'ann@exa mple.com'],
  ['no address', 'no+address'],
])('reads the e-mail %j of a query as %j', (text, email) => {
  expect(emailOfQuery(text)).toBe(email);
});

test.each([
  ['+49 171 2345678', '+491712345678'],
  [' 49 171 2345678', '+491712345678'],
  [' 0171 2345678', '01712345678'],
  ['171 2345678', '1712345678'],
  ['0049 171 2345678', '+491712345678'],
])('reads the phone %j of a query as %j', (text, phone) => {
  expect(readPhone(phoneOfQuery(text))).toBe(phone);
});
