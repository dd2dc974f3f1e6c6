export const NOTICES = {
  added: 'Added. Press Test to see that it arrives.',
  asked:
    'Added. We asked there by mail; nothing else is sent before its reader agrees. The mail is valid for three days.',
  'asked-again': 'The mail that asks is on its way again. It is valid for three days.',
  'not-asked': 'No mail was sent: its reader has agreed already, or it is switched off.',
  'asked-too-often': 'You have asked often in the last hour, so no mail was sent. Try again later.',
  'already-sent': 'This form was already submitted. A secret is shown only once.',
  'two-secrets':
    'There is no third secret while the previous one signs too. To end both at once, remove the channel and add it again.',
  there: 'Your address is told already.',
  changed: 'Saved.',
  on: 'Switched on.',
  off: 'Switched off. Nothing more is sent there.',
  removed: 'Removed.',
  fixed: 'Noted. We tell when it works again, and remind nobody for a week.',
  muted: 'Muted.',
  lifted: 'The mute was lifted.',
  'tested-too-often': 'It was tested ten times in the last hour. Wait a while.',
} as const;

export type Notice = keyof typeof NOTICES;
