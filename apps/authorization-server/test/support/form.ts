import type { Express } from 'express';
import request, { type Agent, type Response } from 'supertest';
import { PASSWORD } from './people-app.ts';

export type Fields = Record<string, string | string[]>;

/** What a page's forms would send along. */
export function hiddenFields(page: string): { csrf: string; form_id: string } {
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
  return { csrf: value('csrf'), form_id: value('form_id') };
}

/** A browser without a window: cookies, and forms with the hidden fields of the page they stand on. */
export async function sendForm(
  agent: Agent,
  page: string,
  action: string,
  fields: Fields = {},
): Promise<Response> {
  const { text } = await agent.get(page).expect(200);
  return agent
    .post(action)
    .type('form')
    .send({ ...hiddenFields(text), ...fields });
}

export async function logIn(app: Express, email: string): Promise<Agent> {
  const agent = request.agent(app);
  const response = await sendForm(agent, '/login', '/login', { email, password: PASSWORD });
  if (response.status !== 303) throw new Error(`login answered ${response.status}`);
  return agent;
}
