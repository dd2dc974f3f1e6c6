import { isIP } from 'node:net';
import { isPrinted, mailAddress, ServiceError } from '@funnel/domain';
import type { ChannelTarget, ChannelWishes } from './channel.ts';

const MAX_NAME = 100;
const MAX_URL = 2_000;
const HOURS = 24;
const MAX_CHANNEL_WEBSITES = 1_000;
const SLACK_ORIGINS = ['https://hooks.slack.com', 'https://hooks.slack-gov.com'];
const SLACK_PATH = /^\/(?:services|workflows|triggers)\/./;

/** Throws a ServiceError with the field that is wrong, and what it may be. */
export function checkWishes(wishes: ChannelWishes): void {
  const { name, websiteIds, language, timeZone, digestHour, quietFrom, quietTo } = wishes;
  if (name.trim() === '' || name.length > MAX_NAME || !isPrinted(name))
    throw invalid('name', `must have 1 to ${MAX_NAME} printed characters.`);
  if (!(wishes.breaks || wishes.verdicts || wishes.digest || wishes.noData))
    throw invalid('breaks', ', verdicts, digest or no_data must be true: a channel is told about something.');
  if (websiteIds && (websiteIds.length === 0 || websiteIds.length > MAX_CHANNEL_WEBSITES))
    throw invalid('website_ids', `must name 1 to ${MAX_CHANNEL_WEBSITES} websites.`);
  if (!isLanguage(language)) throw invalid('language', 'must be a language tag such as en, de or pt-BR.');
  if (!isTimeZone(timeZone)) throw invalid('time_zone', 'must be a time zone such as Europe/Vienna or UTC.');
  if (!isHour(digestHour)) throw invalid('digest_hour', 'must be a whole hour from 0 to 23.');
  if ((quietFrom === null) !== (quietTo === null))
    throw invalid('quiet_from', 'and quiet_to belong together: give both, or neither.');
  if (quietFrom !== null && quietTo !== null && !(isHour(quietFrom) && isHour(quietTo)))
    throw invalid('quiet_from', 'and quiet_to must be whole hours from 0 to 23.');
  if (quietFrom !== null && quietFrom === quietTo)
    throw invalid('quiet_from', 'and quiet_to must differ: all day would be always.');
}

/** The same for where messages go. `privateReceivers` are origins that may be in a private network or without https. */
export function checkTarget(target: ChannelTarget, privateReceivers: readonly string[] = []): void {
  if (target.kind === 'email') {
    if (mailAddress(target.email) === undefined)
      throw invalid('email', 'must be an e-mail address, without a name.');
    return;
  }
  const { kind, url } = target;
  if (url.length > MAX_URL || !URL.canParse(url))
    throw invalid('url', `must be an https address of at most ${MAX_URL} characters.`);
  const { protocol, hostname, port, pathname, origin, username, password } = new URL(url);
  if (username !== '' || password !== '') throw invalid('url', 'must not hold a user name or a password.');
  if (privateReceivers.includes(origin)) return;
  if (protocol !== 'https:') throw invalid('url', 'must be an https address.');
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 || /(?:^|\.)localhost\.?$/.test(hostname))
    throw invalid(
      'url',
      'must name a host on the public internet, not an address of numbers or this machine.',
    );
  if (port !== '') throw invalid('url', 'must not name a port: messages go to port 443.');
  if (kind === 'slack' && !(SLACK_ORIGINS.includes(origin) && SLACK_PATH.test(pathname)))
    throw invalid('url', 'must be an incoming webhook of Slack: https://hooks.slack.com/services/…');
}

function invalid(parameter: string, rule: string): ServiceError {
  return new ServiceError('invalid_field', `${parameter} ${rule}`, { parameter });
}

function isHour(hour: number): boolean {
  return Number.isInteger(hour) && hour >= 0 && hour < HOURS;
}

function isLanguage(tag: string): boolean {
  try {
    return tag.length <= 35 && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** PostgreSQL knows more names than JavaScript, such as POSIX rules: only those that both know. */
function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Za-z][A-Za-z0-9_+/-]{0,60}$/.test(name) &&
      Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    );
  } catch {
    return false;
  }
}
