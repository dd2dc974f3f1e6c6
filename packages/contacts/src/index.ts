export { CONTACT_TEXT_FIELDS, type Contact, type ContactTextField } from './contact.ts';
export { listContacts } from './list-contacts.ts';
export {
  type ErasedPerson,
  erasePersonData,
  type PersonData,
  type PersonKey,
  personKeyOf,
  readPersonData,
} from './person-data.ts';
export { recordContactsRead } from './record-contacts-read.ts';
export { type ContactChange, deleteContact, MAX_EXTRA_BYTES, upsertContact } from './write-contact.ts';
