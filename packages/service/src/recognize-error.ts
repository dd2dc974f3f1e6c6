import { ServiceError } from '@funnel/domain';

/** Failures of body parsers and routers, told by their type or status, in our codes. Others stay as they are. */
export function recognizeError(error: unknown): unknown {
  if (error instanceof ServiceError || typeof error !== 'object' || error === null) return error;
  const { type, status } = error as { type?: unknown; status?: unknown };
  const options = { cause: error };
  if (type === 'entity.parse.failed')
    return new ServiceError('invalid_json', 'The body is not valid JSON.', options);
  if (status === 413)
    return new ServiceError('payload_too_large', 'The body is larger than allowed.', options);
  if (status === 415) {
    return new ServiceError(
      'unsupported_media_type',
      'The encoding or charset of the body is not supported.',
      options,
    );
  }
  if (error instanceof URIError)
    return new ServiceError('not_found', 'There is nothing at this path.', options);
  if (status === 400) return new ServiceError('invalid_body', 'The body could not be read.', options);
  return error;
}
