import { PASSWORD } from '@funnel/fixtures';
import { hiddenFields } from '@funnel/testing';
import type { Express } from 'express';
import request, { type Agent, type Response } from 'supertest';

/** The fields of a form. */
export type Fields = Record<string, string | string[]>;

/** Sends a form like a browser, with cookies and the hidden fields of its page. */
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

/** Signs a person in. */
export async function logIn(app: Express, email: string): Promise<Agent> {
  const agent = request.agent(app);
  const response = await sendForm(agent, '/login', '/login', { email, password: PASSWORD });
  if (response.status !== 303) throw new Error(`the login returned status ${response.status}`);
  return agent;
}
