import type { FieldSpec } from './specs.ts';

/** Free text: counted, never kept. */
export const EMAIL: FieldSpec = { field: 'Email', fieldType: 'email' };
export const FIRST_NAME: FieldSpec = { field: 'First name', fieldType: 'text' };
export const LAST_NAME: FieldSpec = { field: 'Last name', fieldType: 'text' };
export const PHONE: FieldSpec = { field: 'Phone', fieldType: 'tel', answered: 0.45 };
export const COMPANY: FieldSpec = { field: 'Company', fieldType: 'text' };
export const MESSAGE: FieldSpec = { field: 'Message', fieldType: 'textarea', answered: 0.7 };
