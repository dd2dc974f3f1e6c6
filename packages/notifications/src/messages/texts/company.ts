import { dayOf, plainName } from '@funnel/domain';
import type { CompanyPeople } from '../message.ts';
import type { MessageText, TextContext } from './message-text.ts';

const MAX_NAME = 60;
const MAX_ADDRESS = 254;

/** The text for people whom their company does not confirm any more. */
export function companyPeopleText(message: CompanyPeople, { formats }: TextContext): MessageText {
  const { account, why, people, more, members } = message;
  const name = plainName(account.name, MAX_NAME) || 'your account';
  const provider = plainName(message.provider, MAX_ADDRESS);
  const count = people.length + more;
  const who = count === 1 ? '1 person' : `${formats.number(count)} people`;
  const have = count === 1 ? 'has' : 'have';
  const { title, lead } = {
    changed: {
      title: `${who} of ${name} ${have} to sign in at the new company login`,
      lead: `The company login of ${name} is now ${provider}. They have not signed in there yet.`,
    },
    refused: {
      title: `Your company no longer confirms ${who} of ${name}`,
      lead: `The company login (${provider}) says that their sign-in is no longer valid. They may have left, or their password or a policy has changed.`,
    },
    unseen: {
      title: `${who} of ${name} ${have} not signed in for a month`,
      lead: `The company login (${provider}) cannot be asked about them, so they have to sign in at least once in 30 days.`,
    },
  }[why];
  const leaving = people.some(({ leavesAt }) => leavesAt !== null);
  return {
    tone: 'down',
    subject: title,
    label: 'Company login',
    about: name,
    title,
    lead,
    details: [
      'They were signed out of the company login. Nothing else has changed yet.',
      ...daysOf(people).map(
        ({ leavesAt, emails }) =>
          `Leaving the account on ${formats.day(dayOf(new Date(leavesAt)))} (UTC), with their tokens, share links and embeds: ${emails}.`,
      ),
      ...staying(people),
      ...(more > 0 ? [`And ${formats.number(more)} more, whom the page “Members” shows.`] : []),
    ],
    advice: leaving
      ? `Who should stay signs in with the company login before that day, and keeps everything.${why === 'changed' ? ' If the login was changed by mistake, enter the former provider again: that keeps everything, too.' : ''}`
      : 'If somebody has left your company, remove them on the page “Members”.',
    button: { text: 'Open the members', href: members },
    why: `You get this once, because you own ${name}.`,
  };
}

function daysOf(people: CompanyPeople['people']): { leavesAt: string; emails: string }[] {
  const byDay = new Map<number, { leavesAt: string; emails: string[] }>();
  for (const { email, leavesAt } of people) {
    if (leavesAt === null) continue;
    const day = dayOf(new Date(leavesAt));
    const entry = byDay.get(day) ?? { leavesAt, emails: [] };
    entry.emails.push(plainName(email, MAX_ADDRESS));
    byDay.set(day, entry);
  }
  return [...byDay.values()].map(({ leavesAt, emails }) => ({ leavesAt, emails: emails.join(', ') }));
}

function staying(people: CompanyPeople['people']): string[] {
  const emails = people.flatMap(({ email, leavesAt }) =>
    leavesAt === null ? [plainName(email, MAX_ADDRESS)] : [],
  );
  if (emails.length === 0) return [];
  return [
    `Staying, because they can sign in otherwise or are the last owner who could: ${emails.join(', ')}. Remove them on the page “Members” if they have left your company.`,
  ];
}
