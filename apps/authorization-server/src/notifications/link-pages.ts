import type { Channel, LinkPurpose } from '@funnel/notifications';
import { cardPage, html } from '@funnel/pages';

const QUESTIONS: Record<LinkPurpose, { title: string; text: string; button: string }> = {
  confirm: {
    title: 'May we write to you?',
    text: 'Somebody wants messages about their websites to be sent to this address. If you do not know about it, close this page: nothing is sent then.',
    button: 'Yes, write to me',
  },
  unsubscribe: {
    title: 'Stop these messages?',
    text: 'Nothing more is sent to this address. Whoever added it can ask you again.',
    button: 'Stop these messages',
  },
};

/** The page that a link in a mail opens. Its form works without signing in: only the reader of the mail has the link. */
export function askPage(
  purpose: LinkPurpose,
  { channel, action }: { channel: Pick<Channel, 'hint' | 'name'>; action: string },
): string {
  const { title, text, button } = QUESTIONS[purpose];
  return cardPage({
    title,
    lead: html`“<span class="name">${channel.name}</span>” to <strong class="break">${channel.hint}</strong>`,
    content: html`<p>${text}</p>
<form method="post" action="${action}" class="stack"><button type="submit" class="primary">${button}</button></form>`,
  });
}

const ANSWERS = {
  confirmed: {
    title: 'Thank you',
    text: 'Messages may be sent to you. Each one has a link that ends them.',
  },
  off: { title: 'These messages have ended', text: 'Nothing more is sent to you.' },
  ended: {
    title: 'This is no longer needed',
    text: 'Whoever wanted to send you messages no longer does.',
  },
} as const;

export function answerPage(answer: keyof typeof ANSWERS): string {
  const { title, text } = ANSWERS[answer];
  return cardPage({ title, lead: text });
}
