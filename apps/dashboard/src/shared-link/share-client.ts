import { jsonIn } from '@funnel/domain';
import type { Clock } from '@funnel/service';
import { z } from 'zod';
import type { AskAuthorizationServer } from '../upstream/ask-authorization-server.ts';
import { unavailable } from '../upstream/unavailable.ts';

export interface OpenedLink {
  accessToken: string;
  /** When the token ends, in milliseconds since 1970. */
  expiresAt: number;
  /** Gets the next token. */
  receipt: string;
  shared: Shared;
}

/** What a link shows, in words that its page says. */
export interface Shared {
  websiteId: number;
  websiteName: string;
  /** Null: the whole website. */
  campaignId: number | null;
  accountName: string;
  endsAt: string;
}

export interface LinkRefusal {
  error: 'ended' | 'password_required' | 'wrong_password' | 'throttled';
  retryAfterSeconds?: number | undefined;
}

interface Visitor {
  password?: string | undefined;
  network: string;
  browser: string;
}

/** Asks the authorization server about share links. Its answers are as it says, or 503. */
export type ShareClient = ReturnType<typeof createShareClient>;

const PATH = '/share-link-tokens';

const openedAnswer = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  receipt: z.string(),
  website: z.object({ id: z.number(), name: z.string() }),
  campaign_id: z.number().nullable(),
  account_name: z.string(),
  expires_at: z.string(),
});
const refusedAnswer = z.object({
  error: z.enum(['ended', 'password_required', 'wrong_password', 'throttled']),
});

export function createShareClient(askServer: AskAuthorizationServer, clock: Clock) {
  async function ask(fields: Record<string, string>): Promise<OpenedLink | LinkRefusal> {
    const answer = await askServer(PATH, fields);
    const body = jsonIn(answer.text);
    if (answer.status === 200) return openedLink(openedAnswer.parse(body));
    const { success, data } = refusedAnswer.safeParse(body);
    if (!success) throw new Error(`The authorization server answered ${answer.status}.`);
    const seconds = Number(answer.headers.get('retry-after')) || undefined;
    return { ...data, retryAfterSeconds: seconds };
  }

  function openedLink(answer: z.output<typeof openedAnswer>): OpenedLink {
    const { website, campaign_id: campaignId, account_name: accountName, expires_at: endsAt } = answer;
    return {
      accessToken: answer.access_token,
      expiresAt: clock().getTime() + answer.expires_in * 1000,
      receipt: answer.receipt,
      shared: { websiteId: website.id, websiteName: website.name, campaignId, accountName, endsAt },
    };
  }

  return {
    open: (secret: string, { password = '', network, browser }: Visitor) =>
      ask({ secret, password, network, browser }).catch(noAnswer),
    /** Another token for a page that is open. Undefined if the link has ended. */
    async renew(secret: string, receipt: string): Promise<OpenedLink | undefined> {
      const answer = await ask({ secret, receipt }).catch(noAnswer);
      return 'error' in answer ? undefined : answer;
    },
  };
}

function noAnswer(error: unknown): never {
  throw unavailable('reports', error);
}
