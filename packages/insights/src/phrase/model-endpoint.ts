export interface ModelEndpoint {
  /** The base, such as `https://models.example.com/v1`; `/chat/completions` is added. */
  url: string;
  model: string;
  apiKey: string | undefined;
  timeoutMs: number;
}

/** The variables as the services read them. */
interface ModelSettings {
  INSIGHTS_LLM_URL?: string | undefined;
  INSIGHTS_LLM_MODEL: string;
  INSIGHTS_LLM_API_KEY?: string | undefined;
  INSIGHTS_LLM_TIMEOUT_MS: number;
}

/** Undefined where no model is configured. */
export function modelEndpointOf(settings: ModelSettings): ModelEndpoint | undefined {
  const { INSIGHTS_LLM_URL: url } = settings;
  return url === undefined
    ? undefined
    : {
        url,
        model: settings.INSIGHTS_LLM_MODEL,
        apiKey: settings.INSIGHTS_LLM_API_KEY,
        timeoutMs: settings.INSIGHTS_LLM_TIMEOUT_MS,
      };
}
