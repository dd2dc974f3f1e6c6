import type { Message, WebsiteWeekLine } from '@funnel/notifications';
import fc from 'fast-check';
import { BROKE, DECIDED, digestOf, quietWeek, RECOVERED } from './sample-messages.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style></title><b>',
  '\r\nBcc: victim@example.com\r\n\r\nbody',
  '<!channel> <@U123> <https://evil.example|click>',
  '*bold* _it_ ~no~ `code` :tada: @here',
  '&lt;b&gt; &amp; &#39;',
  '\u202eright to left',
  '\ud800 lone',
  '👩‍👩‍👧‍👦'.repeat(50),
  'W'.repeat(5000),
  '&<>'.repeat(100),
  '',
];

/** Text that a tenant may enter. */
export const freeText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.tuple(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme' })).map((parts) => parts.join('')),
);

/** A message for every kind, with these texts in place of all names. */
export function messagesWith([first = '', second = '', third = '']: readonly string[]): Message[] {
  const [website, campaign] = [
    { id: 11, name: first },
    { id: 101, name: second },
  ];
  const also = { submissions: true, steps: [{ position: 2, name: third }], variants: ['A'] };
  const line: WebsiteWeekLine = {
    ...quietWeek(0),
    ...website,
    broken: [{ campaign, since: BROKE.since, what: 'conversions' }],
    decided: [{ campaign, outcome: 'wins', letter: 'B' }],
    insights: [`Insight ${third}`],
  };
  const digest = digestOf(5);
  return [
    { ...BROKE, website, campaign, also },
    { ...BROKE, website, campaign: null, what: 'views', seen: null, viewersPerDay: 3, also },
    { ...RECOVERED, website, campaign },
    { ...DECIDED, website, campaign, variant: { ...DECIDED.variant, name: third } },
    { type: 'website.silent', website, lastEventAt: '2026-11-15T13:02:00Z', usual: 240 },
    { ...digest, websites: [line, { ...quietWeek(1), name: second }, ...digest.websites] },
    { ...digest, websites: [line, { ...quietWeek(1), name: second }] },
    { type: 'channel.test', by: first },
    {
      type: 'channel.off',
      to: 'mia@oak.example',
      name: first,
      failingSince: '2026-11-12T09:15:00Z',
      answer: `Error ${second}`,
    },
    { type: 'channel.confirm', by: first },
    {
      type: 'company.people',
      to: 'mia@oak.example',
      account: { id: 1, name: first },
      why: 'changed',
      provider: second,
      members: 'https://login.example/members',
      people: [
        { email: third, leavesAt: '2026-11-30T08:00:00Z' },
        { email: second, leavesAt: null },
      ],
      more: 2,
    },
  ];
}
