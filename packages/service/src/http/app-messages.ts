import { IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';

type Messages = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/** An application of Express: it has a prototype for its requests and one for its responses. */
export interface Application extends RequestListener {
  request: object;
  response: object;
}

export function isApplication(handler: RequestListener): handler is Application {
  return 'request' in handler && 'response' in handler;
}

/**
 * Classes of requests and responses that have the prototypes of an application from the start. Otherwise Express changes those of
 * each one, and then V8 frees it only in a full garbage collection: half of the time that Express takes.
 */
export function appMessages(app: Application): Messages {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as object;
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as object;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
