export { CONTACT_TEXT_FIELDS, type Contact, type ContactTextField } from './contact.ts';
export { listContacts } from './list-contacts.ts';
export * from './person-data.ts';
export { recordContactsRead } from './record-contacts-read.ts';
export * from './write-contact.ts';
