import type { FieldSpec } from './specs.ts';

// Free text: answers are counted, but never stored.
export const EMAIL: FieldSpec = { field: 'Email', fieldType: 'email' };
export const FIRST_NAME: FieldSpec = { field: 'First name', fieldType: 'text' };
export const LAST_NAME: FieldSpec = { field: 'Last name', fieldType: 'text' };
export const PHONE: FieldSpec = { field: 'Phone', fieldType: 'tel', answered: 0.45 };
export const COMPANY: FieldSpec = { field: 'Company', fieldType: 'text' };
export const MESSAGE: FieldSpec = { field: 'Message', fieldType: 'textarea', answered: 0.7 };

// Questions with fixed choices: answers are stored by value.
export const ROOM: FieldSpec = {
  field: 'Room',
  fieldType: 'radio',
  choices: { Bedroom: 48, Bathroom: 27, 'Living room': 25 },
};

export const SLEEPS: FieldSpec = {
  field: 'How do you sleep?',
  fieldType: 'quiz',
  choices: { 'On my side': 55, 'On my back': 24, 'On my front': 21 },
};

export const FIRMNESS: FieldSpec = {
  field: 'How firm should it be?',
  fieldType: 'quiz',
  choices: { Soft: 29, Medium: 51, Firm: 20 },
};

export const DAYS_TO_CLOSE: FieldSpec = {
  field: 'Days to close the month',
  fieldType: 'range',
  choices: { 3: 12, 5: 31, 8: 33, 10: 16, 15: 8 },
};

export const AUTOMATE_FIRST: FieldSpec = {
  field: 'Automate first',
  fieldType: 'multi_select',
  choices: { Invoices: 38, Expenses: 27, 'Bank feeds': 21, 'VAT returns': 14 },
};

export const TOOLS_IN_USE: FieldSpec = {
  field: 'Tools in use',
  fieldType: 'checkbox',
  answered: 0.75,
  choices: { Spreadsheets: 52, 'An ERP': 29, Paper: 19 },
};

export const WHO_COMES: FieldSpec = {
  field: 'Who is coming?',
  fieldType: 'quiz',
  choices: { 'Just me': 22, 'Two of us': 51, Family: 27 },
};

export const MISSED_MOST: FieldSpec = {
  field: 'What do you miss most?',
  fieldType: 'quiz',
  choices: { Quiet: 46, Walks: 31, 'Good food': 23 },
};

export const TRAVEL_TIME: FieldSpec = {
  field: 'When would you travel?',
  fieldType: 'select',
  choices: { Spring: 28, Summer: 41, Autumn: 22, Winter: 9 },
};

export const TEAM_SIZE: FieldSpec = {
  field: 'Team size',
  fieldType: 'dropdown',
  choices: { '1-10': 30, '11-50': 38, '51-200': 20, '201-1000': 9, 'More than 1000': 3 },
};

export const HEARD_FROM: FieldSpec = {
  field: 'How did you hear about us?',
  fieldType: 'survey',
  choices: { Search: 40, 'A colleague': 26, LinkedIn: 18, Podcast: 9, 'Trade fair': 7 },
};
